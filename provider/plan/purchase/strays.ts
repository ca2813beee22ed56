import { type AboutOrder, isActive } from "../../schema/order";
import type { UnnumberedOrder } from "../../schema/order-list";
import type { OrderEvidence } from "./evidence";
import { doubtWords, unnumberedWords } from "./purchase-messages";
import { buyingStack, isOfCopy, ownTags, tagNames } from "./tags";
import { isStray, type KnownOrders } from "./verdict";

/** What an account's orders say about those that a stack is billed for. */
export interface StrayFindings {
  /** Billed, bought by the stack, and never in its state. */
  readonly strays: readonly AboutOrder[];
  /** Orders of purchases whose outcome is still missing from the state. */
  readonly awaited: readonly AboutOrder[];
  /** Orders that another stack with the same ledger has bought. */
  readonly ofCopies: readonly AboutOrder[];
  /** Why there may be others; whole sentences, none if everything was looked at. */
  readonly notLookedAt: readonly string[];
}

/** Finds the strays among what is known, and says what is not known. */
export function judgeStrays(evidence: OrderEvidence, known: KnownOrders, nowMs: number): StrayFindings {
  const notLookedAt = doubtsAbout(evidence, known.ledger);
  if (evidence.kind === "unread") return { strays: [], awaited: [], ofCopies: [], notLookedAt };
  const { orders } = evidence;
  return {
    strays: orders.filter((order) => isStray(order, known, nowMs)),
    awaited: orders.filter((order) => known.attempts.has(ownTags(order).attempt ?? "") && isActive(order, nowMs)),
    ofCopies: orders.filter(
      (order) =>
        ownTags(order).ledger === known.ledger &&
        isActive(order, nowMs) &&
        isOfCopy(order, known.names) &&
        !known.orderOids.has(order.orderOid),
    ),
    notLookedAt,
  };
}

/**
 * Whether an order was bought under this stack's name with another ledger: its state was lost, or another state has had the same name. A
 * purchase is refused because of one of the same server, but not if its list was behind, and nothing is bought for what has left the program.
 */
export function isBoughtUnderSameName(order: AboutOrder, here: string, { ledger, orderOids }: KnownOrders): boolean {
  const { ledger: other = ledger } = ownTags(order);
  return other !== ledger && buyingStack(order) === here && !orderOids.has(order.orderOid);
}

function doubtsAbout(evidence: OrderEvidence, ledger: string): string[] {
  if (evidence.kind === "unread") return [evidence.why];
  // That a list is outdated is no doubt: after each cancellation it may be behind for a while.
  const isShort = evidence.kind === "behind" || evidence.kind === "elsewhere";
  const doubtful = evidence.unnumbered.filter((order) => mayBeOf(order, ledger));
  const left = `Lists show no tags, and ${evidence.leftUnread} older orders were not read one by one: they may be this stack's.`;
  return [
    ...(isShort ? [doubtWords(evidence)] : []),
    ...(doubtful.length === 0 ? [] : [unnumberedWords(doubtful)]),
    ...(evidence.leftUnread === 0 ? [] : [left]),
  ];
}

const mayBeOf = ({ metaData = [] }: UnnumberedOrder, ledger: string): boolean =>
  metaData.every(({ key, value }) => key !== tagNames.ledger || value === ledger);
