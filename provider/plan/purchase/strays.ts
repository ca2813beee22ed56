import { type AboutOrder, isActive } from "../../schema/order";
import type { Ownership, StackOrders } from "../../schema/ownership";
import { buyerOf, ownTags, runOf } from "./tags";

/** What distinguishes a stray from an order in use. */
export interface KnownOrders {
  readonly ledger: string;
  /** Orders that the state holds or ever held. */
  readonly orderOids: ReadonlySet<number>;
  /** Attempts that an entry in the state is waiting for: what they bought belongs to that entry. */
  readonly attempts: ReadonlySet<string>;
}

export const knownOrders = (
  ledger: string,
  { earlier }: Pick<Ownership, "earlier">,
  stack: StackOrders,
): KnownOrders => ({
  ledger,
  orderOids: new Set([...stack.held, ...stack.everHeld, ...earlier]),
  attempts: new Set(stack.pending),
});

/**
 * A stray: an active order that this stack bought but that was never in its state. It comes from an interrupted
 * purchase, even if the resource has since been renamed, moved into a component or removed from the program.
 */
export function isStray(order: AboutOrder, known: KnownOrders, nowMs: number): boolean {
  const { ledger, attempt } = ownTags(order);
  return (
    ledger === known.ledger &&
    isActive(order, nowMs) &&
    !known.orderOids.has(order.orderOid) &&
    !(attempt !== undefined && known.attempts.has(attempt))
  );
}

/** The other orders that carry one of these keys. */
export const othersTagged = (keys: readonly string[], orders: readonly AboutOrder[], ownOid: number): AboutOrder[] =>
  orders.filter((order) => order.orderOid !== ownOid && keys.includes(ownTags(order).key ?? ""));

/** Bought in this very run for another server, which may not have been saved yet. The two may share a key. */
export function isOfSiblingInRun(order: AboutOrder, buyer: string): boolean {
  const { attempt } = ownTags(order);
  return attempt !== undefined && runOf(attempt) === runOf(buyer) && buyerOf(attempt) !== buyer;
}
