import type { Money } from "../../schema/values";
import type { AccountOrder } from "./account-orders";

/** What orders cost a month together. */
export interface Totals {
  /** The sum in each currency that occurs. */
  readonly amounts: readonly { readonly currency: string; readonly amount: number }[];
  /** In US dollars, as the service estimates it; without the orders whose price it does not tell. */
  readonly usd: number;
  /** How many orders have a price that is not told in US dollars. */
  readonly unpriced: number;
}

/** A price in US dollars: the service's own estimate if the order is billed in another currency. */
const usdOf = (cost: Money | undefined): number | undefined =>
  cost === undefined ? undefined : cost.currency === "USD" ? (cost.amount ?? cost.amountUsd) : cost.amountUsd;

/** The price of an order in US dollars. Old orders tell it in a field of its own. */
export const monthlyUsd = ({ info, order }: AccountOrder): number | undefined =>
  usdOf(info.monthlyCost) ?? order.billingInfo?.monthlyRecurringFee;

export function totalsOf(orders: readonly AccountOrder[]): Totals {
  const amounts = new Map<string, number>();
  for (const { info } of orders) {
    const { amount, currency } = info.monthlyCost ?? {};
    if (amount !== undefined && currency !== undefined) amounts.set(currency, (amounts.get(currency) ?? 0) + amount);
  }
  const prices = orders.map(monthlyUsd);
  return {
    amounts: [...amounts].map(([currency, amount]) => ({ currency, amount: cents(amount) })),
    usd: cents(prices.reduce<number>((sum, price) => sum + (price ?? 0), 0)),
    unpriced: prices.filter((price) => price === undefined).length,
  };
}

export const cents = (amount: number): number => Math.round(amount * 100) / 100;

/** `USD 120.00`, or each currency and about how much it is in all. */
export function totalWords({ amounts, usd, unpriced }: Totals): string {
  const parts = amounts.map(({ currency, amount }) => `${currency} ${amount.toFixed(2)}`);
  const sum = parts.length === 0 ? `USD ${usd.toFixed(2)}` : parts.join(" + ");
  const isMixed = amounts.some(({ currency }) => currency !== "USD");
  return [
    sum,
    ...(isMixed ? [`(about USD ${usd.toFixed(2)})`] : []),
    ...(unpriced > 0 ? [`(${unpriced} without a price in USD)`] : []),
  ].join(" ");
}
