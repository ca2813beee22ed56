import type { VpsArgument } from "../../schema/vps-inputs";
import type { Recorded } from "../../schema/vps-outputs";
import { type CheckFailure, checkFailure, type Desired, isFirstOrder, knownPart, type Properties } from "../model";
import { priceChange } from "../money";
import type { VpsDiff } from "../update/diff";
import { type ListedArgument, listedArguments, type Unlisted } from "./catalogue-check";
import { cancelWords } from "./consequences";
import type { PriceCheck } from "./price-check";

/**
 * The line of a server that will be ordered.
 *
 * @param replacement what the diff has said about the replacement that this order is part of
 */
export function orderLine(desired: Desired, price: PriceCheck | undefined, replacement: string | undefined): string {
  const cost = price?.monthlyCost === undefined ? price?.why : priceChange(undefined, price.monthlyCost);
  const parts = [
    cost,
    replacement,
    desired.runningState === "NOTRUNNING" ? "stopped once it is installed, but still billed" : undefined,
    desired.cancel === "at-period-end" || desired.__isRetained ? cancelWords(desired) : undefined,
  ];
  return parts.filter((part) => part !== undefined).join("; ");
}

/** The line of a server that will be changed. The price of a replacement is on the line of its order. */
export function changeLine(
  recorded: Recorded,
  { replaces }: VpsDiff,
  price: PriceCheck | undefined,
  consequences: readonly string[],
): string {
  const quote = replaces.length > 0 ? undefined : price?.monthlyCost;
  const cost = quote === undefined ? undefined : priceChange(recorded.monthlyCost, quote);
  return [...(cost === undefined ? [] : [cost]), ...consequences].join("; ");
}

/** What the catalogue check could not be sure of: only the diff shows that such an image will be installed. */
export const unlistedWarnings = (found: readonly Unlisted[], { changes, replaces }: VpsDiff): string[] =>
  replaces.length > 0
    ? []
    : found
        .filter(({ argument }) => changes.some((change) => change.argument === argument && change.effect === "image"))
        .map(({ argument, reason }) => `Will be refused: ${argument} ${reason}`);

export const unreadListWarning = (argument: ListedArgument, why: string): string =>
  `The list of ${listedArguments[argument]} could not be read, so ${argument} is not checked. ${why}`;

/**
 * What would make the order or the change fail. A value that was not set before may be what the server already has: only
 * the diff can tell.
 */
export function previewFailures(
  olds: Properties,
  found: readonly Unlisted[],
  price: PriceCheck | undefined,
): CheckFailure[] {
  const isCertain = ({ argument }: Unlisted) => isFirstOrder(olds) || olds[argument] !== undefined;
  const listed = found.some(isCertain) ? found : [];
  const named = new Set<VpsArgument | "">(found.map(({ argument }) => argument));
  const refused = (price?.refusals ?? [])
    .filter(({ argument }) => !named.has(argument))
    .filter(({ argument }) => found.length === 0 || argument !== "");
  return [...listed, ...refused].map(({ argument, reason }) => checkFailure(`${argument} ${reason}`.trim()));
}

/** For a new server with the domain name of one that this stack has: most likely a rename, which loses the data. */
export function namesakeWarnings({ __declaredUrn: urn = "", __ownership, ...program }: Desired): string[] {
  const { domainName = "" } = knownPart(program);
  return (__ownership?.namesakes ?? []).map((namesake) => {
    const { orderOid, isDeclared, isRetained } = namesake;
    const [name, former] = [nameIn(urn), nameIn(namesake.urn)];
    const order = `Order ${orderOid} (${domainName})`;
    if (isDeclared)
      return `${order} is the server "${former}" of this program, and "${name}" has the same domain name: another server is ordered, and both are billed.`;
    const end = isRetained
      ? "that one keeps running and stays billed, and nothing manages it any longer"
      : "that one is cancelled, and ALL DATA ON IT IS LOST";
    return `${order} is in this stack's state as "${former}", which the program does not declare. Another server is ordered as "${name}", and ${end}. If the resource was renamed, keep its server: add ${aliasFor(urn, namesake.urn)} to the options of "${name}".`;
  });
}

/** For two new servers. */
export const sameNameWarning = (domainName: string, urn: string, other: string): string =>
  `"${nameIn(other)}" and "${nameIn(urn)}" have the same domain name, ${domainName}: two servers are ordered, and both are billed.`;

const nameIn = (urn: string): string => urn.split("::").slice(3).join("::");

/** The URN says everything; a name is enough if nothing else has changed. */
const aliasFor = (urn: string, former: string): string =>
  urn.split("::").slice(0, 3).join() === former.split("::").slice(0, 3).join()
    ? `aliases: [{ name: ${JSON.stringify(nameIn(former))} }]`
    : `aliases: [${JSON.stringify(former)}]`;
