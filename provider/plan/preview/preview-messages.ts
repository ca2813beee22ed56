import type { VpsArgument } from "../../schema/vps-inputs";
import type { Recorded } from "../../schema/vps-outputs";
import { type CheckFailure, checkFailure, type Desired, isFirstOrder, type Properties } from "../model";
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
