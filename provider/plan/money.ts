import type { Money } from "../schema/values";
import { inBrackets } from "./messages";

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

/** The amount in US dollars, as far as the service tells it. An estimate of nothing for an amount is none. */
export function inUsd({ amount, currency, amountUsd }: Cost): number | undefined {
  if (currency === "USD" && amount !== undefined) return amount;
  return amountUsd === 0 && amount !== 0 ? undefined : amountUsd;
}

/** What came of a question for a price: an answer, or none. */
export type Quoted = { readonly kind: "price"; readonly monthlyCost: Money } | NoPrice;

export interface NoPrice {
  readonly kind: "no-price";
  /** Whole sentences. */
  readonly why: string;
}

/** The price in US dollars that a limit can be held to, if there is one. Nobody sells a server for nothing. */
export function usdOf(quoted: Quoted): number | undefined {
  const usd = quoted.kind === "price" ? inUsd(quoted.monthlyCost) : undefined;
  return usd !== undefined && usd > 0 ? usd : undefined;
}

/** Why there is none. */
export const unpriced = (quoted: Quoted): string =>
  quoted.kind === "no-price"
    ? `the price is not known. ${quoted.why}`
    : `the service's quote has no amount in USD${inBrackets(monthly(quoted.monthlyCost))}.`;

/**
 * Why the program's limit forbids a price; `undefined` if it does not. A change that makes a server no dearer is never refused;
 * what cannot be checked always is.
 */
export function overLimit(most: number | undefined, quoted: Quoted, before?: Money): string | undefined {
  if (most === undefined || isNoDearer(quoted, before)) return undefined;
  const usd = usdOf(quoted);
  if (quoted.kind === "no-price" || usd === undefined) return uncheckedLimit(most, unpriced(quoted));
  if (usd <= most) return undefined;
  const other = quoted.monthlyCost.currency === "USD" ? "" : inBrackets(monthly(quoted.monthlyCost));
  return `is ${most}, but the service's quote is USD ${usd.toFixed(2)} a month${other}. Ask for less, or raise the limit`;
}

/** Compared in the service's own currency, if both are in one. */
export function isNoDearer(quoted: Quoted, before: Money | undefined): boolean {
  if (quoted.kind === "no-price" || before === undefined) return false;
  const { monthlyCost: after } = quoted;
  const isComparable = after.currency !== undefined && after.currency === before.currency;
  return isComparable ? isAtMost(after.amount, before.amount) : isAtMost(usdOf(quoted), inUsd(before));
}

const isAtMost = (amount: number | undefined, most: number | undefined): boolean =>
  amount !== undefined && most !== undefined && amount > 0 && amount <= most;

/**
 * An unchecked limit would be no limit.
 *
 * @param because what is not known: the end of a sentence, and perhaps more of them
 */
export const uncheckedLimit = (most: number, because: string): string =>
  `is ${most}, but cannot be enforced, because ${because} Without that nothing is bought, enlarged or replaced. ` +
  'Run "pulumi up" again later, ask the service\'s support, or remove the limit';
