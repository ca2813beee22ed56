import { type AboutOrder, isActive } from "../../schema/order";
import type { Ownership, StackOrders } from "../../schema/ownership";
import { ownTags, runOf } from "./tags";

/** What tells an order that nobody has from one in use. */
export interface KnownOrders {
  readonly ledger: string;
  /** Orders that the state holds or ever held. */
  readonly orderOids: ReadonlySet<number>;
  /** Attempts of purchases that an entry of the state waits for: what they have bought is that entry's. */
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
 * A stray: an active order that this stack has bought and that its state has never known. It comes from an interrupted purchase,
 * whatever has become of the resource since: renamed, moved into a component or taken out of the program.
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

/** Bought in this very run for another server, which may not have been saved yet. */
export function isOfSiblingInRun(order: AboutOrder, { run, keys }: Pick<Ownership, "run" | "keys">): boolean {
  const { attempt, key } = ownTags(order);
  return attempt !== undefined && runOf(attempt) === run && !(key !== undefined && keys.includes(key));
}
