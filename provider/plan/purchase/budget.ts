import type { Ownership } from "../../schema/hidden-inputs";
import { type AboutOrder, isActive, isEnding } from "../../schema/order";
import { inUsd, type Quoted, uncheckedLimit, unpriced } from "../money";
import { ownTags } from "./tags";

/** Something that counts against the stack's budget: an order, or a server that this run plans to buy or is buying. */
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
  readonly usd: number;
  /** The attempt at a purchase, which tags its order. */
  readonly attempt?: string | undefined;
}

/** Tells the stack's orders from the others of the account. */
export interface StackOfOrders {
  readonly ledger: string | undefined;
  /** Orders in the state, those that the program imports, and those that this run has bought. */
  readonly orderOids: ReadonlySet<number>;
}

export const ordersOfStack = (ownership: Ownership | undefined, ledger: string | undefined): StackOfOrders => ({
  ledger: ledger ?? ownership?.ledger,
  orderOids: new Set([
    ...(ownership?.stack?.held ?? []),
    ...(ownership?.imports ?? []),
    ...(ownership?.own === undefined ? [] : [ownership.own]),
  ]),
});

/**
 * The orders that count: billed with no end in sight, and bought by this stack or part of it. An order that the state no longer
 * holds counts for as long as it is billed.
 */
export const countedOrders = (orders: readonly AboutOrder[], stack: StackOfOrders, nowMs: number): AboutOrder[] =>
  orders.filter(
    (order) =>
      isActive(order, nowMs) &&
      !isEnding(order, nowMs) &&
      (stack.orderOids.has(order.orderOid) || (stack.ledger !== undefined && ownTags(order).ledger === stack.ledger)),
  );

export const commitmentOf = (order: AboutOrder): Commitment => {
  const cost = order.billingInfo?.monthlyRecurringAmt;
  return {
    what: `${order.domainName ?? "a server"} (order ${order.orderOid})`,
    orderOid: order.orderOid,
    usd: cost === undefined ? undefined : inUsd(cost),
  };
};

/**
 * What counts at a moment: the list, and what it does not show yet. An order that is being resized counts with the higher of
 * its two prices.
 *
 * @param counted the stack's orders in the list
 */
export function commitments(counted: readonly AboutOrder[], bookings: readonly Booking[]): Commitment[] {
  const isOf = (order: AboutOrder, { orderOid, attempt }: Booking): boolean =>
    orderOid === order.orderOid || (attempt !== undefined && ownTags(order).attempt === attempt);
  const listed = counted.map((order) => {
    const one = commitmentOf(order);
    const booked = bookings.filter((booking) => isOf(order, booking)).map(({ usd }) => usd);
    return booked.length === 0 ? one : { ...one, usd: Math.max(one.usd ?? 0, ...booked) };
  });
  const unlisted = bookings.filter((booking) => !counted.some((order) => isOf(order, booking)));
  return [...listed, ...unlisted];
}

/** Less than a cent is a matter of rounding. */
const rounding = 0.005;

const sumOf = (all: readonly Commitment[]): number => all.reduce((sum, { usd = 0 }) => sum + usd, 0);

/** What counts once `asked` is bought or resized: an order that is resized or replaced counts no longer as it was. */
export function withAsked(
  present: readonly Commitment[],
  asked: Commitment & { readonly instead?: number | undefined },
): Commitment[] {
  const { instead, ...one } = asked;
  return [...present.filter(({ orderOid }) => orderOid === undefined || orderOid !== instead), one];
}

/**
 * Why a purchase or a resize does not fit into the stack's budget; `undefined` if it does.
 *
 * @param all what counts, with what is asked for
 */
export function overBudget(budget: number, all: readonly Commitment[]): string | undefined {
  const unpriced = all.filter(({ usd }) => usd === undefined);
  if (unpriced.length > 0)
    return (
      `the setting maxMonthlyCostUsd cannot be enforced, because the service tells no monthly price in USD for ${unpriced.map(({ what }) => what).join(", ")}. ` +
      "Ask the service's support, or remove the setting"
    );
  const sum = sumOf(all);
  if (sum <= budget + rounding) return undefined;
  return (
    `the setting maxMonthlyCostUsd is ${budget}, but this stack's servers in this account would cost USD ${sum.toFixed(2)} a month:\n${shownSum(all)}\n` +
    `Ask for less, or raise the limit (servers that come after this one are not counted yet): "pulumi config set rimuhosting:maxMonthlyCostUsd ${Math.ceil(sum)}"`
  );
}

const uncheckedBudget = (budget: number, because: string): string =>
  `the setting maxMonthlyCostUsd ${uncheckedLimit(budget, because)}`;

/** Why the budget refuses what has no price in US dollars. */
export const unpricedBudget = (budget: number, quoted: Quoted): string => uncheckedBudget(budget, unpriced(quoted));

/** Why it refuses everything while the stack's orders cannot be read. */
export const unlistedBudget = (budget: number, why: string): string =>
  uncheckedBudget(budget, `what the stack's orders cost now could not be read. ${why}`);

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

/** What a run plans for one server. */
export interface PlannedCost extends Pick<Commitment, "what" | "usd"> {
  readonly isPurchase: boolean;
  /** The order whose price ends with this: the one that is resized, or cancelled for it. */
  readonly instead?: number | undefined;
  /** Whether that order is cancelled only after the purchase, so that both are billed for a while. */
  readonly isCancelledLast?: boolean;
}

/**
 * What counts for the budget once everything planned so far is done. What gets cheaper makes no room: another server may be
 * bought before it does.
 */
export function plannedCommitments(base: readonly Commitment[], plans: readonly PlannedCost[]): Commitment[] {
  return plans.reduce<Commitment[]>(
    (all, { what, usd, instead, isCancelledLast }) => {
      const former = base.find(({ orderOid }) => orderOid !== undefined && orderOid === instead);
      if (former === undefined || isCancelledLast) return withAsked(all, { what, usd });
      return withAsked(all, { what, usd: usd === undefined ? usd : Math.max(usd, former.usd ?? 0), instead });
    },
    [...base],
  );
}

/**
 * `3 servers, USD 28.86 → USD 38.48/month`: what a run of several purchases changes; `undefined` for any other. Each provider
 * counts its own, so an explicit one is named.
 */
export function totalLine(
  base: readonly Commitment[],
  plans: readonly PlannedCost[],
  provider: string | undefined,
): string | undefined {
  const purchases = plans.filter(({ isPurchase }) => isPurchase).length;
  if (purchases < 2 || [...base, ...plans].some(({ usd }) => usd === undefined)) return undefined;
  const after = plans.reduce<Commitment[]>((all, plan) => withAsked(all, plan), [...base]);
  const whose = provider === undefined ? "" : ` of provider ${provider}`;
  return `${purchases} servers${whose}, USD ${sumOf(base).toFixed(2)} → USD ${sumOf(after).toFixed(2)}/month`;
}
