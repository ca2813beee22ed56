import type { AboutOrder } from "../schema/order";

/** An order as a person knows it: number, name, age, price, state. */
export function describeOrder(order: AboutOrder): string {
  const cost = order.billingInfo?.monthlyRecurringAmt;
  const details = [
    order.domainName,
    order.billingInfo?.orderDate && `ordered ${order.billingInfo.orderDate}`,
    cost?.amount !== undefined && `${cost.currency ?? ""} ${cost.amount.toFixed(2)}/month`.trim(),
    order.runningState,
  ].filter((detail) => typeof detail === "string" && detail !== "");
  return details.length === 0 ? `order ${order.orderOid}` : `order ${order.orderOid} (${details.join(", ")})`;
}

export const describeOrders = (orders: readonly AboutOrder[]): string => orders.map(describeOrder).join("; ");

/** A line has room for the words that matter; the rest of a long protocol is left out. */
const mostWords = 300;

/** The service's own words, those about money first of all. */
export function serviceWords(messages: readonly string[]): string {
  const told = messages.filter((message) => message.trim() !== "" && !/^completed\.?$/i.test(message.trim()));
  const aboutMoney = told.filter((message) => /\d[.,]\d\d\b|\b(fee|credit|charge|refund|billing)/i.test(message));
  const chosen = told.join("; ").length > mostWords && aboutMoney.length > 0 ? aboutMoney : told;
  const words = chosen
    .map((message, index) => (index === 0 ? message : `${divider(chosen[index - 1])}${message}`))
    .join("");
  const short = words.length <= mostWords ? words : `${words.slice(0, mostWords - 1)}…`;
  return short === "" ? "" : `. The service says: ${short}`;
}

const divider = (before: string | undefined): string => (/[.!?]$/.test(before ?? "") ? " " : "; ");

export const facts = (parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(", ");
