import { type AboutOrder, hasEnd } from "../../schema/order";
import type { Money } from "../../schema/values";
import { inBrackets } from "../messages";
import type { Desired } from "../model";
import { inUsd, monthly } from "../money";
import { heldInState } from "./ownership";
import { isOfCopy, ownTags } from "./tags";

/*
 * Two limits: the argument maxMonthlyCostUsd for one server, and the setting maxTotalMonthlyCostUsd for all of the stack's servers in one
 * account. Both are held against the same quote, in the preview and again right before each purchase and each resize. One that cannot be
 * checked refuses: it would be none.
 */

/** What came of a question for a price: an answer, with what the service adds to it, or none. */
export type Quoted =
  | { readonly kind: "price"; readonly monthlyCost: Money; readonly message?: string | undefined }
  | NoPrice;

export interface NoPrice {
  readonly kind: "no-price";
  /** Whole sentences. */
  readonly why: string;
  /** What the service holds to be wrong in the question itself, and the field if it names one. */
  readonly objection?: { readonly words: string; readonly fieldName: string | undefined } | undefined;
}

/** Something that counts against the total: an order, or a server that this run plans to buy or is buying. */
export interface Commitment {
  /** As a person knows it. */
  readonly what: string;
  /** The service's order, once it has one. */
  readonly orderOid?: number | undefined;
  /** The monthly price; absent if the service does not tell it. */
  readonly usd?: number | undefined;
}

/** A purchase or a resize that this host has under way or has finished: the list may not show it yet. */
export interface Booking extends Commitment {
  /** The attempt at a purchase, which tags its order. */
  readonly attempt?: string | undefined;
}

/** What a run plans for one server. */
export interface PlannedCost extends Commitment {
  readonly isPurchase: boolean;
  /** What the order costs that is resized. */
  readonly usdBefore?: number | undefined;
  /** The order whose price ends with this: the one that is resized, or cancelled for it. */
  readonly instead?: number | undefined;
  /** Whether that order is cancelled only after the purchase, so that both are billed for a while. */
  readonly isCancelledLast: boolean;
}

/** What the stack pays now is not known, or not for sure. */
export interface UncertainCost {
  /** Whole sentences. */
  readonly why: string;
}

/**
 * Why the limit of one server forbids a price; `undefined` if it does not. A change that does not make a server more expensive is never refused.
 *
 * @returns the end of a sentence about the limit
 */
export function overServerLimit(most: number | undefined, quoted: Quoted, before?: Money): string | undefined {
  if (most === undefined || isNotMoreExpensive(quoted, before)) return undefined;
  const usd = usdOf(quoted);
  if (quoted.kind === "no-price" || usd === undefined) return unchecked(most, unpriced(quoted));
  if (usd <= most) return undefined;
  const other = quoted.monthlyCost.currency === "USD" ? "" : inBrackets(monthly(quoted.monthlyCost));
  return `is ${most}, but the service's quote is USD ${usd.toFixed(2)} a month${other}. Ask for less, or raise the limit`;
}

/** Why the total forbids a price; `undefined` if it does not. */
export function overTotal(
  most: number | undefined,
  quoted: Quoted,
  committed: readonly Commitment[] | UncertainCost,
  provider: string | undefined,
): string | undefined {
  if (most === undefined) return undefined;
  if (usdOf(quoted) === undefined) return uncheckedTotal(most, unpriced(quoted));
  if ("why" in committed)
    return uncheckedTotal(most, `what the stack's orders cost now could not be read. ${committed.why}`);
  const priceless = committed.filter(({ usd }) => usd === undefined);
  if (priceless.length > 0)
    return (
      `the setting maxTotalMonthlyCostUsd cannot be enforced, because the service gives no monthly price in USD for ${priceless.map(({ what }) => what).join(", ")}. ` +
      "Ask the service's support, or remove the setting"
    );
  const sum = sumOf(committed);
  const [whose, account] =
    provider === undefined ? ["", "this account"] : [` for the provider "${provider}"`, "its account"];
  if (sum <= most + rounding) return undefined;
  return (
    `the setting maxTotalMonthlyCostUsd is ${most}${whose}, but this stack's servers in ${account} would cost USD ${sum.toFixed(2)} a month:\n${shownSum(committed)}\n` +
    `Ask for less, or raise the limit to at least ${Math.ceil(sum)}; changes that are checked later are not counted yet, so it may take more`
  );
}

/** Compared in the service's own currency, if both are in one. */
export function isNotMoreExpensive(quoted: Quoted, before: Money | undefined): boolean {
  if (quoted.kind === "no-price" || before === undefined) return false;
  const { monthlyCost: after } = quoted;
  const isComparable = after.currency !== undefined && after.currency === before.currency;
  return isComparable ? isAtMost(after.amount, before.amount) : isAtMost(usdOf(quoted), inUsd(before));
}

const isAtMost = (amount: number | undefined, most: number | undefined): boolean =>
  amount !== undefined && most !== undefined && amount > 0 && amount <= most;

/** The price in US dollars that a limit can be held to, if there is one. Nobody sells a server for nothing. */
export function usdOf(quoted: Quoted): number | undefined {
  const usd = quoted.kind === "price" ? inUsd(quoted.monthlyCost) : undefined;
  return usd !== undefined && usd > 0 ? usd : undefined;
}

const unpriced = (quoted: Quoted): string =>
  quoted.kind === "no-price"
    ? `the price is not known: ${quoted.why}`
    : `the service's quote has no amount in USD${inBrackets(monthly(quoted.monthlyCost))}.`;

/** @param because what is not known: the end of a sentence, and perhaps more of them */
const unchecked = (most: number, because: string): string =>
  `is ${most}, but cannot be enforced, because ${because} Without that nothing is bought, enlarged or replaced. ` +
  'Run "pulumi up" again later, ask the service\'s support, or remove the limit';

const uncheckedTotal = (most: number, because: string): string =>
  `the setting maxTotalMonthlyCostUsd ${unchecked(most, because)}`;

/**
 * The orders that count: billed with no end in sight, and bought by this stack or part of it. An order that the state no longer
 * holds counts too, unless a copy of this stack bought it.
 *
 * @param isOfRun whether this run has bought or adopted an order, whose tags a list may not show
 */
export function countedOrders(
  orders: readonly AboutOrder[],
  desired: Desired,
  isOfRun: (orderOid: number) => boolean,
): AboutOrder[] {
  const { __ownership: ownership, __ledger: ledger = ownership?.ledger } = desired;
  const { imports = [], own } = ownership ?? {};
  const orderOids = new Set([...heldInState(ownership), ...imports, ...(own === undefined ? [] : [own])]);
  const isOfStack = (order: AboutOrder): boolean =>
    orderOids.has(order.orderOid) ||
    isOfRun(order.orderOid) ||
    (ledger !== undefined && ownTags(order).ledger === ledger && !isOfCopy(order, ownership?.names));
  return orders.filter((order) => !hasEnd(order) && isOfStack(order));
}

export const commitmentOf = ({ domainName, orderOid, billingInfo }: AboutOrder): Commitment => ({
  what: `${domainName ?? "a server"} (order ${orderOid})`,
  orderOid,
  usd: inUsd(billingInfo?.monthlyRecurringAmt ?? {}),
});

/**
 * What counts at a moment: the list, and what it does not show yet. An order that is being resized counts with the higher of
 * its two prices.
 *
 * @param counted the stack's orders in the list
 */
export function commitments(counted: readonly AboutOrder[], bookings: readonly Booking[]): Commitment[] {
  const byOrder = Map.groupBy(bookings, ({ orderOid }) => orderOid);
  const byAttempt = Map.groupBy(bookings, ({ attempt }) => attempt);
  const found = new Set<Booking>();
  const listed = counted.map((order) => {
    const { attempt } = ownTags(order);
    const ofAttempt = attempt === undefined ? undefined : byAttempt.get(attempt);
    const booked = [...(byOrder.get(order.orderOid) ?? []), ...(ofAttempt ?? [])];
    for (const booking of booked) found.add(booking);
    const one = commitmentOf(order);
    return booked.length === 0 ? one : { ...one, usd: Math.max(one.usd ?? 0, ...booked.map(({ usd = 0 }) => usd)) };
  });
  return [...listed, ...bookings.filter((booking) => !found.has(booking))];
}

/** What counts once one more is bought or resized; an order that ends with it counts no longer. */
export const joinedBy = (
  counted: readonly Commitment[],
  { instead, what, usd, orderOid }: Commitment & { readonly instead?: number | undefined },
): readonly Commitment[] => [
  ...counted.filter((one) => one.orderOid === undefined || one.orderOid !== instead),
  { what, usd, orderOid },
];

/**
 * What counts once everything planned so far is done. What a resize saves is not available to another server, which may be
 * bought before the resize.
 */
export function plannedCommitments(base: readonly Commitment[], costs: readonly PlannedCost[]): readonly Commitment[] {
  const formers = new Map(base.map((one) => [one.orderOid, one]));
  const replaced = new Set(costs.map((cost) => (cost.isCancelledLast ? undefined : cost.instead)));
  return [
    ...base.filter(({ orderOid }) => orderOid === undefined || !replaced.has(orderOid)),
    ...costs.map(({ what, usd, instead, isCancelledLast }) => {
      const former = instead === undefined || isCancelledLast ? undefined : formers.get(instead);
      return { what, usd: usd === undefined || former === undefined ? usd : Math.max(usd, former.usd ?? 0) };
    }),
  ];
}

/** Less than a cent is a matter of rounding. */
const rounding = 0.005;

const sumOf = (all: readonly Commitment[]): number => all.reduce((sum, { usd = 0 }) => sum + usd, 0);

/** A longer list would hide more than it shows. */
const maxShown = 30;

function shownSum(all: readonly Commitment[]): string {
  const lines = all.map(({ what, usd = 0 }) => `  - ${what}: USD ${usd.toFixed(2)}`);
  if (lines.length <= maxShown) return lines.join("\n");
  // The last one is the server that does not fit.
  const left = all.slice(maxShown - 2, -1);
  const others = `  - ${left.length} others: USD ${sumOf(left).toFixed(2)}`;
  return [...lines.slice(0, maxShown - 2), others, ...lines.slice(-1)].join("\n");
}

/**
 * `2 servers to order, 1 to resize; this stack's servers in this account: USD 28.86 → USD 38.48/month`: what a run changes that buys or
 * resizes several; `undefined` for any other. Each provider counts its own, so an explicit one is named.
 *
 * @param base the stack's orders; absent if nobody needed them: then the sum is that of the servers which are resized
 */
export function totalLine(
  base: readonly Commitment[] | undefined,
  costs: readonly PlannedCost[],
  provider: string | undefined,
): string | undefined {
  const resized = costs.filter(({ isPurchase }) => !isPurchase);
  const before = base ?? resized.map(({ what, usdBefore, instead }) => ({ what, usd: usdBefore, orderOid: instead }));
  if (costs.length < 2 || [...before, ...costs].some(({ usd }) => usd === undefined)) return undefined;
  const after = costs.reduce(joinedBy, before);
  const account = provider === undefined ? "this account" : `the account of provider ${provider}`;
  const whose = base === undefined ? " together" : `; this stack's servers in ${account}`;
  const [former, next] = [before, after].map((all) => `USD ${sumOf(all).toFixed(2)}`);
  const sums = former === next ? `${next}/month (unchanged)` : `${former} → ${next}/month`;
  return `${countWords(costs.length - resized.length, resized.length)}${whose}: ${sums}`;
}

function countWords(purchases: number, resizes: number): string {
  const order = `${purchases} server${purchases === 1 ? "" : "s"} to order`;
  if (purchases === 0) return `${resizes} servers to resize`;
  return resizes === 0 ? order : `${order}, ${resizes} to resize`;
}
