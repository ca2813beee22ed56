import type { AboutOrder } from "./order";
import type { Money } from "./values";

/** An order as a person would identify it: number, name, age, price, state. */
export function describeOrder(order: AboutOrder): string {
  const details = [
    order.domainName,
    order.billingInfo?.orderDate && `ordered ${order.billingInfo.orderDate}`,
    monthly(costOf(order)),
    order.runningState,
  ].filter(Boolean);
  return details.length === 0 ? `order ${order.orderOid}` : `order ${order.orderOid} (${details.join(", ")})`;
}

/** A server in the state as a person would identify it. */
export function describeServer(server: {
  readonly orderOid?: number | undefined;
  readonly domainName?: string | undefined;
  readonly primaryIp?: string | undefined;
}): string {
  const { orderOid, domainName, primaryIp } = server;
  const details = [domainName, primaryIp].filter((detail) => detail !== undefined).join(", ");
  return `order ${orderOid ?? "not known yet"}${details === "" ? "" : ` (${details})`}`;
}

/** How a refusal begins, in a preview and in an `up`. */
export const notBought = (domainName = "This server"): string => `${domainName}: not bought`;

export const notAdopted = (domainName = "This server"): string => `${domainName}: not adopted`;

export const notChanged = (server: Parameters<typeof describeServer>[0]): string =>
  `${describeServer(server)}: not changed`;

/** A name after what it names, if there is one. */
export const inBrackets = (name: string | undefined): string => (name === undefined ? "" : ` (${name})`);

export const describeOrders = (orders: readonly AboutOrder[]): string => orders.map(describeOrder).join("; ");

/** The service writes a log of everything it does. */
const maxLength = 200;

/** An amount, which has a currency, or a word for one. An address has dots as well. */
const isAboutMoney = (sentence: string): boolean =>
  /[$€£] ?\d|\d ?[A-Z]{3}\b/.test(sentence) || /\b(fee|credit|charge|refund)/i.test(sentence);

/** What the service says about money, in its own words; the rest of its log is in the output `setupMessages`. */
export function aboutMoney(messages: readonly string[]): string {
  const sentences = messages.flatMap((message) => message.split(/(?<=[.!?])\s+(?=[A-Z])/));
  const words = sentences
    .map((sentence) => sentence.trim())
    // A sentence from which payment details were taken is about the card or the user, and says nothing more.
    .filter((sentence) => isAboutMoney(sentence) && !sentence.includes("[hidden]"))
    .map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(" ");
  const short = words.length <= maxLength ? words : `${words.slice(0, maxLength - 1)}…`;
  return short === "" ? "" : `. The service says: ${short}`;
}

/** `memoryMb, distro and cancel` */
export const listed = (names: readonly string[]): string => names.join(", ").replace(/, ([^,]*)$/, " and $1");

export const inOneLine = (parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(", ");

/** `45 s`, `12 min 05 s`, `2 h 05 min` */
export function elapsed(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000);
  const twoDigits = (count: number): string => String(count).padStart(2, "0");
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${twoDigits(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${twoDigits(Math.floor((seconds % 3600) / 60))} min`;
}

/** `10:41:30 UTC` */
export const timeOfDay = (ms: number): string => `${new Date(ms).toISOString().slice(11, 19)} UTC`;

/** An amount as the service or a state gives it. */
type Cost = { readonly [Part in keyof Money]?: Money[Part] | undefined };

/** `USD 20.00` */
const moneyWords = ({ amount, currency }: Cost): string | undefined =>
  amount === undefined ? undefined : `${currency ?? ""} ${amount.toFixed(2)}`.trim();

/** `USD 20.00/month` */
export const monthly = (cost: Cost = {}): string | undefined => {
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

/** The amount in US dollars, as far as the service states it. An estimate of 0 for a sum that is not 0 is no estimate. */
export function inUsd({ amount, currency, amountUsd }: Cost = {}): number | undefined {
  if (currency === "USD" && amount !== undefined) return amount;
  return amountUsd === 0 && amount !== 0 ? undefined : amountUsd;
}

/** What an order costs a month. Old orders have that in a field of its own, in US dollars. */
export const costOf = ({ billingInfo }: AboutOrder): Money | undefined => {
  const { monthlyRecurringAmt: cost, monthlyRecurringFee: fee } = billingInfo ?? {};
  return cost ?? (fee === undefined ? undefined : { amount: fee, currency: "USD" });
};

/** The same in US dollars, as far as that is known. */
export const monthlyUsd = (order: AboutOrder): number | undefined =>
  inUsd(costOf(order)) ?? order.billingInfo?.monthlyRecurringFee;

// What messages show of the program's texts: any of these may be a secret that was given to the wrong argument.

/** The service's codes, such as `deb13.64`, and names like these; domain names; short numbers and addresses. */
const plainForms = [
  /^[a-z_-]{1,20}[0-9]{0,4}(?:\.[0-9]{1,2})?$/i,
  /^(?:[a-z0-9-]+\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)\.?$/i,
  /^[0-9]{1,5}$/,
  /^[0-9.]{7,15}$/,
];

/** The text itself only if it looks like what servers are described with. */
export const shownText = (text: string): string => (plainForms.some((form) => form.test(text)) ? text : "…");

/** A value as JSON, with each text in it as `shownText` has it. */
export const shownJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === "string" ? shownText(part) : part));

/** For an order that somebody has cancelled: nothing but the service's support brings its data back, and not for long. */
export const ifByMistake = "If that was a mistake, ask RimuHosting's support at once to undo it.";

/** Whoever has installed an image has set a root password too, and no order shows it. */
export const otherRootPassword = "If the server's root password differs from the password output, set it to that.";

/** What a replacement does to the server that there is. */
export const lostWords = (who: string, cancel: string | undefined): string =>
  cancel === "at-period-end"
    ? `${who} will be cancelled at the end of its period, when ALL ITS DATA AND ITS IP WILL BE LOST; another server is ordered now, and both are billed until then`
    : `${who} will be cancelled first, and ALL ITS DATA AND ITS IP WILL BE LOST; then another server will be ordered`;

/** What is safe, and does the same as a replacement that keeps the old server. */
export const insteadOfKeeping =
  'Declare the new server under a new name and run "pulumi up"; then take the old one out of the program';
