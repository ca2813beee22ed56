import { matchesOrder, type OrderInfo, orderInfo, requireDataCenter } from "../../program/functions/order-info";
import { showsTags, withTags } from "../../purchase/account";
import { providerTags } from "../../purchase/tags";
import type { ReadingClient } from "../../service/client";
import { monthlyUsd } from "../../service/wire/messages";
import { type AboutOrder, isActive } from "../../service/wire/order";
import { type Option, optionText, type ParsedArguments } from "../command/command";

/** An order, and what its tags say about who manages it. */
export interface AccountOrder {
  readonly order: AboutOrder;
  readonly info: OrderInfo;
  readonly tags: ReturnType<typeof providerTags>;
  /** The stack that bought it: `shop/dev`; `undefined` if no stack bought it. */
  readonly stack: string | undefined;
  /** The name of its resource there. */
  readonly resource: string | undefined;
}

/** Reads the orders of the account. A list may leave out tags; then each active order is read by itself. */
export async function readOrders(client: ReadingClient, which: "active" | "all"): Promise<AccountOrder[]> {
  const { orders: listed } = await client.listOrders({ includeInactive: which === "all" });
  const nowMs = client.serviceNowMs();
  const isShown = showsTags(listed);
  const orders = await withTags({ client, memory: undefined }, listed, (order) => !isShown && isActive(order, nowMs));
  return orders.map((order) => accountOrder(order, nowMs));
}

export function accountOrder(order: AboutOrder, nowMs: number): AccountOrder {
  const tags = providerTags(order);
  const [project, stack, ...name] = tags.name?.split("/") ?? [];
  const isNamed = project !== undefined && stack !== undefined && name.length > 0;
  return {
    order,
    info: orderInfo(order, nowMs),
    tags,
    stack: isNamed ? `${project}/${stack}` : tags.key === undefined ? undefined : "a stack without a name",
    resource: isNamed ? name.join("/") : undefined,
  };
}

/** The options that choose among orders, beside their numbers: `[ORDER...]`. */
export const selectionOptions = {
  location: { type: "string", value: "CODE", meaning: "only in this data centre, such as DCDALLAS" },
  search: { type: "string", value: "TEXT", meaning: "only orders in which every one of these words occurs" },
} as const satisfies Record<string, Option>;

/** Which orders the command line asks for. */
export async function selectOrders(
  given: ParsedArguments,
  orders: readonly AccountOrder[],
  status: "active" | "any",
  client: ReadingClient,
): Promise<AccountOrder[]> {
  const numbers = orderNumbersIn(given.words);
  const missing = numbers.filter((number) => !orders.some(({ order }) => order.orderOid === number));
  if (missing.length > 0) throw new Error(`This account has no order ${missing.join(", ")}.`);
  const wanted = { status, dcLocation: optionText(given, "location"), search: optionText(given, "search") };
  const used = orders.map(({ info }) => info.dcLocation);
  await requireDataCenter(client, wanted.dcLocation, used);
  const isAskedFor = ({ orderOid }: OrderInfo): boolean => numbers.length === 0 || numbers.includes(orderOid);
  return orders.filter(({ info }) => isAskedFor(info) && matchesOrder(info, wanted));
}

export const orderNumbersIn = (words: readonly string[]): number[] =>
  words.map((word) => {
    if (!/^[1-9]\d{0,14}$/.test(word)) throw new Error(`"${word}" is not the number of an order, such as 2853299702.`);
    return Number(word);
  });

/** What orders cost a month in total. */
interface Totals {
  /** The sum in each currency that occurs. */
  readonly amounts: readonly { readonly currency: string; readonly amount: number }[];
  /** In US dollars, as the service estimates it, without the orders that have no such price. */
  readonly usd: number;
  /** How many orders have no price in US dollars. */
  readonly unpriced: number;
}

export function totalsOf(orders: readonly AccountOrder[]): Totals {
  const amounts = new Map<string, number>();
  for (const { info } of orders) {
    const { amount, currency } = info.monthlyCost ?? {};
    if (amount !== undefined && currency !== undefined) amounts.set(currency, (amounts.get(currency) ?? 0) + amount);
  }
  const prices = orders.map(({ order }) => monthlyUsd(order));
  return {
    amounts: [...amounts].map(([currency, amount]) => ({ currency, amount: cents(amount) })),
    usd: cents(prices.reduce<number>((sum, price) => sum + (price ?? 0), 0)),
    unpriced: prices.filter((price) => price === undefined).length,
  };
}

const cents = (amount: number): number => Math.round(amount * 100) / 100;

/** `USD 120.00`, or each currency and about how much it is in all. */
export function formatTotals({ amounts, usd, unpriced }: Totals): string {
  const parts = amounts.map(({ currency, amount }) => `${currency} ${amount.toFixed(2)}`);
  const sum = parts.length === 0 ? `USD ${usd.toFixed(2)}` : parts.join(" + ");
  const isMixed = amounts.some(({ currency }) => currency !== "USD");
  return [
    sum,
    ...(isMixed ? [`(about USD ${usd.toFixed(2)})`] : []),
    ...(unpriced > 0 ? [`(${unpriced} without a price in USD)`] : []),
  ].join(" ");
}
