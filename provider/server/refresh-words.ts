import { sameDomainName } from "../service/domain-names";
import { describeServer, ifByMistake, monthly, otherRootPassword, priceChange } from "../service/wire/messages";
import type { AboutOrder } from "../service/wire/order";
import { dateMs } from "../service/wire/values";
import { sameArgument } from "./equality";
import type { OwnedServer, Recorded } from "./server";

/** For a refresh, which takes the server out of the state. */
export const cancelledOutsideWarning = (recorded: OwnedServer): string =>
  `${describeServer(recorded)} is cancelled. ${ifByMistake} A refresh removes it from the state; if the program still declares it, "pulumi up" orders a new one (with --refresh, in this same run), or adopts one that it has bought already.`;

/** For a refresh. Pulumi shows no changed price, and no changed size that the program does not set. */
export function changedPriceLine(
  { monthlyCost: before }: Pick<Recorded, "monthlyCost">,
  { monthlyCost: now }: Pick<Recorded, "monthlyCost">,
): string | undefined {
  if (before?.amount === undefined || now?.amount === undefined || monthly(before) === monthly(now)) return undefined;
  return `the price has changed: ${priceChange(before, now)}`;
}

/**
 * Drift that the program cannot express: no argument corresponds to it, or correcting it would replace the server, which
 * nobody asked for. A refresh warns about it and shows the resource as changed.
 */
export function driftWarnings(recorded: OwnedServer): string[] {
  const { cancellationDate, suspendedDate } = recorded;
  const order = describeServer(recorded);
  const { dcLocation } = recorded;
  const live = recorded.location?.dataCenterLocationCode;
  const isManaged = recorded.__managed?.includes("dcLocation") === true;
  const hasMoved = isManaged && live !== undefined && !sameArgument("dcLocation", dcLocation, live);
  return [
    ...(cancellationDate === undefined
      ? []
      : [
          `${order} is due to be cancelled at ${dateWords(cancellationDate)}: it is billed until then, and then its data is lost.`,
        ]),
    ...(suspendedDate === undefined
      ? []
      : [
          `${order} has been suspended since ${suspendedDate}: it isn't cancelled, but nothing can be changed until RimuHosting's support resumes it. A replacement or a deletion still cancels it.`,
        ]),
    ...(hasMoved
      ? [
          `${order} is now in ${live}, but the last "pulumi up" had dcLocation: "${dcLocation}". Write dcLocation: "${live}" in the program, or leave it out. A third value would replace the server, with its data and its IP lost.`,
        ]
      : []),
  ];
}

/** For a refresh, which keeps the program's name in the state. */
export const renamedWarnings = (recorded: OwnedServer, { domainName: live }: AboutOrder): string[] =>
  live === undefined ||
  [recorded.domainName, recorded.instantiationViaCloneOptions?.domainName].some((name) => sameDomainName(live, name))
    ? []
    : [
        `${describeServer(recorded)} is called ${live} at the service now. Leave domainName as it is in the program: changing it would replace the server, with its data and its IP lost.`,
      ];

/** For a refresh that finds another image: whoever installed that has set a root password, and no order shows it. */
export const reinstalledWarnings = ({ distro: before }: OwnedServer, recorded: OwnedServer): string[] =>
  before === undefined || sameArgument("distro", before, recorded.distro)
    ? []
    : [
        `${describeServer(recorded)} now has ${recorded.distro} instead of ${before}: it was reinstalled in the control panel, or by an interrupted run. ${otherRootPassword}`,
      ];

export const dateWords = (date: string): string =>
  dateMs(date) === undefined ? `"${date}", a date that cannot be read` : date;
