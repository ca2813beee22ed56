import { type CheckFailure, checkFailure } from "../engine/properties";
import { describeOrder } from "../service/wire/messages";
import { type AboutOrder, tagsOf } from "../service/wire/order";
import { shownJson } from "../service/wire/shown-text";
import { effectOf, liveArguments, type VpsArgument } from "./arguments";
import { managedArguments } from "./diff";
import { sameArgument } from "./equality";
import { imageObjections, shrinksDisk } from "./guards";
import { type Desired, type Known, knownPart } from "./model";
import { recordAll } from "./record";
import type { OwnedServer } from "./state";

/** An argument whose value at the service differs from the one in the program. */
export interface ImportDifference {
  readonly argument: VpsArgument;
  readonly live: unknown;
  readonly wanted: unknown;
  /** What would bring an adopted server in line with the program: a change that keeps its data, one that wipes it, or nothing at all. */
  readonly remedy: "change" | "reinstall" | "none";
}

/** Compares the program with what the service reports. What it does not report (first-boot data, triggers) never differs. */
export function importDifferences(order: AboutOrder, program: Desired): ImportDifference[] {
  const desired = knownPart(program);
  return managedArguments(desired).flatMap((argument): ImportDifference[] => {
    const wanted: unknown = desired[argument];
    const live = reportedValue(argument, order, desired);
    if (live === undefined || sameArgument(argument, live, wanted)) return [];
    return [{ argument, live, wanted, remedy: remedyFor(argument, live, wanted, desired) }];
  });
}

/** The value that an order reports for an argument, in the program's form; `undefined` if it reports none. */
function reportedValue(argument: VpsArgument, order: AboutOrder, desired: Known<Desired>): unknown {
  const live: Partial<Record<VpsArgument, unknown>> = liveArguments(order);
  switch (argument) {
    case "metaData": {
      const tags = tagsOf(order);
      const asked = Object.keys(desired.metaData ?? {});
      return Object.fromEntries(asked.flatMap((key) => (tags.has(key) ? [[key, tags.get(key)]] : [])));
    }
    case "ipRequest":
      return reportedAddresses(order, desired);
    default:
      return live[argument];
  }
}

/** Only what can be seen of a request for addresses: how many there are, and whether the requested ones are among them. */
function reportedAddresses(order: AboutOrder, desired: Known<Desired>): unknown {
  const primary = order.allocatedIps?.primaryIp;
  if (primary === undefined) return undefined;
  const addresses = [primary, ...(order.allocatedIps?.secondaryIps ?? [])];
  const asked = desired.ipRequest?.requestedIps;
  return {
    ...desired.ipRequest,
    numIps: addresses.length,
    ...(asked === undefined ? {} : { requestedIps: asked.filter((ip) => addresses.includes(ip)) }),
  };
}

function remedyFor(
  argument: VpsArgument,
  live: unknown,
  wanted: unknown,
  desired: Known<Desired>,
): ImportDifference["remedy"] {
  const effect = effectOf(argument);
  switch (effect) {
    case "resize":
      return shrinksDisk(argument, live, wanted) ? "none" : "change";
    case "move":
    case "power":
      return "change";
    case "image": {
      const isForbidden = imageObjections([{ argument, effect, isUnknown: false }], desired).length > 0;
      return isForbidden || desired.onImageChange === "replace" ? "none" : "reinstall";
    }
    default:
      return "none";
  }
}

/**
 * The state of an order that was adopted but not changed: the program's values, except where the service reports a
 * different one. An update from this state makes the remaining changes.
 */
export function recordImport(order: AboutOrder, desired: Known<Desired>, password: string | undefined): OwnedServer {
  const live = importDifferences(order, desired).map(({ argument, live }) => [argument, live]);
  return { ...recordAll({}, desired, order, password), ...Object.fromEntries(live) };
}

export const described = ({ argument, live, wanted }: ImportDifference): string =>
  `${argument}: ${JSON.stringify(live) ?? "unset"} on the server, ${shownJson(wanted)} in the program`;

/** For the resource's own line: the engine shows an import as a creation. */
export const importLine = (order: AboutOrder): string => `adopts order ${order.orderOid}; buys nothing`;

/** The way out of one difference, which depends on what can be done about it. */
const wayOut = ({ remedy }: ImportDifference): string => {
  switch (remedy) {
    case "change":
      return "Write the server's value into the program; once it is adopted, a change of it changes the server";
    case "reinstall":
      return "Write the server's value into the program; once it is adopted, a change of it reinstalls the server, with ALL ITS DATA LOST";
    case "none":
      return "Write the server's value into the program: it cannot be changed in place";
    default:
      return remedy satisfies never;
  }
};

/** One complaint per difference; none if the import can proceed. */
export const differenceFailures = (differences: readonly ImportDifference[]): CheckFailure[] =>
  differences.map((difference) =>
    checkFailure(`${described(difference)}. An import changes nothing. ${wayOut(difference)}`),
  );

export const notAdoptedMessage = (order: AboutOrder, failures: readonly CheckFailure[]): string =>
  `${describeOrder(order)} was not adopted; nothing was changed or bought. ${failures.map(({ reason }) => reason).join("; ")}.`;

export const importedMessage = (order: AboutOrder): string => `adopted ${describeOrder(order)}; nothing was bought`;
