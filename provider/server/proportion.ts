import { paidUsd, type QuoteResult, usdOf } from "../purchase/limits";
import { inOneLine, monthly } from "../service/wire/messages";
import type { AboutOrder } from "../service/wire/order";
import { argumentsWith } from "./arguments";
import type { Desired, Resolved } from "./desired";

/** A month's price that nobody asks for by the way. */
const muchUsd = 500;

/** Nor one that is this many times what the whole account pays. */
const manyTimes = 10;

/**
 * A price that looks like a mistake in a size; it stays a warning, because it may be meant.
 *
 * @param orders the account's, if they are known
 */
export function outOfProportion(
  desired: Resolved<Desired>,
  quoted: QuoteResult,
  orders: readonly AboutOrder[] | undefined,
): string[] {
  const usd = usdOf(quoted);
  const paid = orders === undefined ? 0 : (paidUsd(orders) ?? 0);
  const isMany = paid > 0 && usd !== undefined && usd >= paid * manyTimes;
  if (quoted.kind === "no-price" || usd === undefined || (usd < muchUsd && !isMany)) return [];
  const compared = paid > 0 ? `, and the account pays USD ${paid.toFixed(2)}/month now` : "";
  return [
    `${desired.domainName ?? "This server"} will cost ${monthly(quoted.monthlyCost)} with ${sizesOf(desired)}${compared}. If that is not what you mean, correct the sizes: they are in MB. maxMonthlyCostUsd sets a limit.`,
  ];
}

/** `memoryMb: 131072 (128 GB)` */
function sizesOf(desired: Resolved<Desired>): string {
  const sizes = argumentsWith("resize").flatMap((name) => {
    const mb = desired[name];
    return mb === undefined || mb === 0 ? [] : [`${name}: ${mb} (${Math.round((mb / 1024) * 10) / 10} GB)`];
  });
  return sizes.length === 0 ? "the sizes of its plan" : inOneLine(sizes);
}
