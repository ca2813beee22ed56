import type { Money } from "../schema/values";

/** An amount as the service or a state gives it. */
type Cost = { readonly [Part in keyof Money]?: Money[Part] | undefined };

/** `USD 20.00` */
const moneyWords = ({ amount, currency }: Cost): string | undefined =>
  amount === undefined ? undefined : `${currency ?? ""} ${amount.toFixed(2)}`.trim();

/** `USD 20.00/month` */
export const monthly = (cost: Cost): string | undefined => {
  const words = moneyWords(cost);
  return words === undefined ? undefined : `${words}/month`;
};

/** `USD 20.19 → USD 30.32/month (USD 10.13 more)`, or the new price alone if the old one is not comparable. */
export function priceChange(before: Cost | undefined, after: Cost): string | undefined {
  const now = monthly(after);
  if (before?.amount === undefined || after.amount === undefined || before.currency !== after.currency) return now;
  const difference = after.amount - before.amount;
  if (Math.abs(difference) < 0.005) return `${now} (unchanged)`;
  const size = moneyWords({ ...after, amount: Math.abs(difference) });
  return `${moneyWords(before)} → ${now} (${size} ${difference > 0 ? "more" : "less"})`;
}

/** The amount in US dollars, as far as the service tells it. */
export const inUsd = ({ amount, currency, amountUsd }: Money): number | undefined =>
  currency === "USD" ? amount : amountUsd;

/** Why a price is too high for the program's limit. A change that makes a server cheaper is never refused. */
export function overLimit(most: number | undefined, after: Money, before?: Money): string | undefined {
  const cost = inUsd(after);
  if (most === undefined || cost === undefined || cost <= most) return undefined;
  const present = before === undefined ? undefined : inUsd(before);
  if (present !== undefined && cost <= present) return undefined;
  const other = after.currency === "USD" ? "" : ` (${monthly(after)})`;
  return `is ${most}, but the service's quote is USD ${cost.toFixed(2)} a month${other}. Ask for less, or raise the limit`;
}

/**
 * Why nothing is bought under a limit while the price is not known: an unchecked limit would be no limit.
 *
 * @param why whole sentences
 */
export const unpricedLimit = (why: string): string =>
  `cannot be enforced, because the price is not known. ${why} Or remove the limit`;

/** Whether the limit cannot be checked because the quote has no amount in US dollars. */
export const isIncomparable = (after: Money): boolean => inUsd(after) === undefined;
