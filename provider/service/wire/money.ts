import type { Money } from "./values";

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
