import type { AccountOrder } from "../account/account-orders";
import type { SavedState } from "./saved-state";

/**
 * Why a stack's order is in no state:
 * - `interrupted`: the state never held it, so an interrupted run bought it
 * - `given-away`: the state held it once: `state delete`, `state move`, or `retainOnDelete`
 * - `other-ledger`: it was bought under the stack's name, but by another ledger: the state was lost, or there is a copy
 */
export type Why = "interrupted" | "given-away" | "other-ledger";

export interface Orphan extends AccountOrder {
  readonly why: Why;
}

export interface Findings {
  /** Active orders of these stacks that no given state holds. */
  readonly orphans: readonly Orphan[];
  /** Orders of these stacks that a resource is waiting for: the next `up` or refresh adds them. */
  readonly awaited: readonly AccountOrder[];
  /** Active orders of stacks whose state was not given. */
  readonly others: readonly AccountOrder[];
}

/** Compares the account with the states of some of its stacks. */
export function findOrphans(orders: readonly AccountOrder[], states: readonly SavedState[]): Findings {
  const held = new Set(states.flatMap((state) => [...state.held]));
  const awaitedAttempts = new Set(states.flatMap((state) => [...state.awaited]));
  const everHeld = new Set(states.flatMap((state) => [...state.everHeld]));
  const ledgers = new Set(states.flatMap((state) => state.ledgers));
  const stacks = new Set(states.map(({ stack }) => stack));
  const loose = orders.filter(
    ({ info, stack, tags }) =>
      info.isActive && !held.has(info.orderOid) && (stack !== undefined || tags.ledger !== undefined),
  );
  const isAwaited = ({ tags }: AccountOrder): boolean =>
    tags.attempt !== undefined && awaitedAttempts.has(tags.attempt);
  const isOurs = ({ tags, stack }: AccountOrder): boolean => ledgers.has(tags.ledger ?? "") || stacks.has(stack);
  const why = ({ tags, info }: AccountOrder): Why => {
    if (!ledgers.has(tags.ledger ?? "")) return "other-ledger";
    return everHeld.has(info.orderOid) ? "given-away" : "interrupted";
  };
  return {
    orphans: loose
      .filter((order) => isOurs(order) && !isAwaited(order))
      .map((order) => ({ ...order, why: why(order) })),
    awaited: loose.filter((order) => isOurs(order) && isAwaited(order)),
    others: loose.filter((order) => !isOurs(order)),
  };
}
