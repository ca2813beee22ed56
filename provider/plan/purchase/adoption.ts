import type { AboutOrder } from "../../schema/order/about-order";
import { isActive, isEnding } from "../../schema/order/order-state";
import type { Claim } from "../../schema/vps/claim";
import { ownTags, readableName } from "./tags";

/** An order found by its tags is taken for an interrupted purchase for this long; what is older needs a person. */
const adoptableMs = 24 * 60 * 60 * 1000;

/** What is known when a purchase is about to be made. */
export interface Situation {
  /** Every order the service lists. */
  readonly orders: readonly AboutOrder[];
  readonly claim: Claim;
  readonly ledger: string;
  readonly urn: string | undefined;
  readonly fingerprint: string;
  readonly foreignOrders: "refuse" | "ignore";
  /** Whether this stack's state has ever held an order: one that was given away is not taken back. */
  readonly wasOnceOwned: (orderOid: number) => boolean;
  readonly nowMs: number;
}

export type RefusalReason =
  | "state-unknown"
  | "several"
  | "other-request"
  | "too-old"
  | "ending"
  | "once-owned"
  | "other-ledger";

export type Verdict =
  | { readonly kind: "buy" }
  | { readonly kind: "adopt"; readonly order: AboutOrder }
  | { readonly kind: "refuse"; readonly reason: RefusalReason; readonly orders: readonly AboutOrder[] };

/** Whether a declared VPS has been bought already. Buys only where nothing can be its own; adopts only what is provably its own. */
export function judgePurchase(situation: Situation): Verdict {
  const active = situation.orders.filter((order) => isActive(order, situation.nowMs));
  const mine = active.filter((order) => situation.claim.keys.includes(ownTags(order).key ?? ""));
  const held = situation.claim.held;
  if (held === undefined) return mine.length > 0 ? refuse("state-unknown", mine) : judgeForeign(situation, active);
  const unclaimed = mine.filter((order) => !held.includes(order.orderOid));
  const [only, another] = unclaimed;
  if (only === undefined) return judgeForeign(situation, active);
  if (another !== undefined) return refuse("several", unclaimed);
  return judgeCandidate(situation, only);
}

function judgeCandidate(situation: Situation, order: AboutOrder): Verdict {
  if (isEnding(order, situation.nowMs)) return refuse("ending", [order]);
  if (situation.wasOnceOwned(order.orderOid)) return refuse("once-owned", [order]);
  if (ownTags(order).fingerprint !== situation.fingerprint) return refuse("other-request", [order]);
  const orderDate = order.billingInfo?.orderDate;
  // A date that is missing or lies well ahead proves nothing.
  const ageMs = orderDate === undefined ? Number.POSITIVE_INFINITY : situation.nowMs - Date.parse(orderDate);
  if (ageMs > adoptableMs || ageMs < -adoptableMs) return refuse("too-old", [order]);
  return { kind: "adopt", order };
}

/** A lost state, a renamed stack or a colleague's copy: the same declaration, bought under another ledger. */
function judgeForeign(situation: Situation, active: readonly AboutOrder[]): Verdict {
  if (situation.foreignOrders === "ignore" || situation.urn === undefined) return { kind: "buy" };
  const name = readableName(situation.urn);
  const foreign = active.filter((order) => {
    const tags = ownTags(order);
    const isForeign = tags.name === name && tags.ledger !== undefined && tags.ledger !== situation.ledger;
    // What ends by itself is not in use for long.
    return isForeign && !isEnding(order, situation.nowMs);
  });
  return foreign.length > 0 ? refuse("other-ledger", foreign) : { kind: "buy" };
}

const refuse = (reason: RefusalReason, orders: readonly AboutOrder[]): Verdict => ({ kind: "refuse", reason, orders });
