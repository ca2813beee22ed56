import { type AboutOrder, hasEnd, looksCancelled } from "../../schema/order";
import type { OrderList, UnnumberedOrder } from "../../schema/order-list";
import { ownTags } from "./tags";

/*
 * No list of orders is believed by itself: it may be behind, cut off, or another account's. It is held against the orders that must be
 * in it. What it lacks is read singly, and so is what it shows in excess: a list may show a cancelled order for a while.
 */

/** What a list of an account's orders must show. */
export interface Expected {
  /** Orders that the state holds in this account, and those that this run has bought there. */
  readonly orderOids: readonly number[];
  /** The stack's ledger; `undefined` if nothing was bought under it before this run. */
  readonly ledger: string | undefined;
  /** The key of the server that is to be bought. */
  readonly key?: string | undefined;
  /** Further orders of the ledger whose origin is known. */
  readonly isAccountedFor?: (order: AboutOrder) => boolean;
  /** Orders of other ledgers that would be reported, or forbid the purchase. */
  readonly isClaimed?: (order: AboutOrder) => boolean;
}

/** What an order that a list lacks has shown when it was read by itself. */
export type SingleReading =
  | { readonly kind: "read"; readonly order: AboutOrder }
  /** The account does not know the order, or the key may not see it: never a sign that it is gone. */
  | { readonly kind: "not-here" }
  | { readonly kind: "unread" };

interface Seen {
  /** Every order that was seen, each once. */
  readonly orders: readonly AboutOrder[];
  readonly unnumbered: readonly UnnumberedOrder[];
  /** Expected orders that are cancelled: not listed, with an end date, and not running, whatever the service's clock says of the date. */
  readonly cancelled: readonly AboutOrder[];
  /** Whether lists show tags at all. */
  readonly showsTags: boolean;
  /** Whether the ledger's own list shows orders that the whole one hides. */
  readonly hidesOrders: boolean;
  /** How many orders were listed without tags and not read by themselves. */
  readonly leftUnread: number;
}

/** What a list of an account's orders, and what was read beside it, shows. */
export type ListEvidence =
  /** Every expected order is in the list, or cancelled, or not of the ledger, whose own list is whole. */
  | (Seen & { readonly kind: "whole" })
  /** It lacks orders that are active, so it may lack others too. */
  | (Seen & { readonly kind: "behind"; readonly lacked: readonly number[] })
  /** The account does not know these orders. */
  | (Seen & { readonly kind: "elsewhere"; readonly lacked: readonly number[] })
  /** It shows everything expected, but as active what is cancelled, so it may lack newer orders. */
  | (Seen & { readonly kind: "outdated"; readonly ended: readonly number[] });

/** What is known of an account's orders. */
export type OrderEvidence =
  | ListEvidence
  | {
      readonly kind: "unread";
      readonly why: string;
      /** Whether the service itself said no, and whether the key is the reason. */
      readonly isRefused: boolean;
      readonly isKeyRefused: boolean;
    };

/** The lists of an account that were asked for. */
export interface AskedLists {
  /** Everything that the service lists. */
  readonly all?: OrderList;
  /** What it finds by the tag of the ledger: a shorter answer is cut off less. */
  readonly ofLedger?: OrderList;
  /** What it finds by the key of one server. */
  readonly ofKey?: OrderList;
}

/** Which list is asked for first; the other one only if the first leaves the question open. `both`: each may hide what the other shows. */
export type ListSequence = "all-first" | "ledger-first" | "both";

/** The expected orders that no list shows. One that is found by its key alone is hidden all the same. */
export function lackedBy({ all, ofLedger }: AskedLists, orderOids: readonly number[]): number[] {
  if (orderOids.length === 0) return [];
  const listed = numbersIn([all, ofLedger]);
  return orderOids.filter((orderOid) => !listed.has(orderOid));
}

const numbersIn = (lists: readonly (OrderList | undefined)[]): Set<number> =>
  new Set(lists.flatMap((list) => list?.orders ?? []).map(({ orderOid }) => orderOid));

interface AccountReading extends AskedLists {
  readonly expected: Expected;
  readonly readings: ReadonlyMap<number, SingleReading>;
}

/** What the lists show, held against what is known otherwise. Unsettled: another list may tell more. */
export function judgeLists(reading: AccountReading): { readonly evidence: ListEvidence; readonly isSettled: boolean } {
  const { readings, expected } = reading;
  const lacked = lackedBy(reading, expected.orderOids);
  const seen = seenOf(reading, lacked);
  const notHere = lacked.filter((orderOid) => readings.get(orderOid)?.kind === "not-here");
  if (notHere.length > 0) return { evidence: { ...seen, kind: "elsewhere", lacked: notHere }, isSettled: true };
  const cancelled = new Set(seen.cancelled.map(({ orderOid }) => orderOid));
  const missing = lacked.filter((orderOid) => !cancelled.has(orderOid));
  const isSettled = isWhole(reading, missing) || isWholeForLedger(reading, seen, missing);
  const isBehind = !isSettled && missing.length > 0;
  return { evidence: { ...seen, ...(isBehind ? { kind: "behind", lacked: missing } : { kind: "whole" }) }, isSettled };
}

/** Nothing is missing, and the whole list shows something of what is expected. Where nothing is expected, nothing speaks for it. */
function isWhole({ all, expected }: AccountReading, missing: readonly number[]): boolean {
  if (all === undefined || missing.length > 0) return false;
  const listed = numbersIn([all]);
  return expected.orderOids.some((orderOid) => listed.has(orderOid));
}

/** The ledger's own list shows what carries the ledger's tag. */
function isWholeForLedger(
  { all, ofLedger, expected }: AccountReading,
  { orders }: Seen,
  missing: readonly number[],
): boolean {
  if (ofLedger === undefined) return false;
  const found = numbersIn([ofLedger]);
  // A search that finds nothing of what is expected may be one that the service does not know. A list that is cut off shows something.
  const isShortened = all !== undefined && all.orders.length > 0;
  if (!isShortened && !expected.orderOids.some((orderOid) => found.has(orderOid))) return false;
  const shown = new Map(orders.map((order) => [order.orderOid, order]));
  const isOfLedger = (orderOid: number): boolean => {
    const order = shown.get(orderOid);
    return order === undefined || ownTags(order).ledger === expected.ledger;
  };
  return missing.every((orderOid) => !isOfLedger(orderOid));
}

function seenOf({ all, ofLedger, ofKey, readings }: AccountReading, lacked: readonly number[]): Seen {
  const read = lacked.flatMap((orderOid) => orderIn(readings.get(orderOid)) ?? []);
  const orders = new Map<number, AboutOrder>();
  const listed = [all, ofLedger, ofKey].flatMap((list) => list?.orders ?? []);
  for (const order of [...listed, ...read.filter((one) => !looksCancelled(one))])
    if (!orders.has(order.orderOid)) orders.set(order.orderOid, order);
  return {
    orders: [...orders.values()],
    unnumbered: all?.unnumbered ?? ofLedger?.unnumbered ?? [],
    cancelled: read.filter(looksCancelled),
    showsTags: listed.some(({ metaData = [] }) => metaData.length > 0),
    hidesOrders: all !== undefined && lackedBy({ all }, [...numbersIn([ofLedger])]).length > 0,
    leftUnread: 0,
  };
}

const orderIn = (reading: SingleReading | undefined): AboutOrder | undefined =>
  reading?.kind === "read" ? reading.order : undefined;

/** The orders that would count as strays, be adopted or forbid a purchase, if the list is right about them. */
export function unexpectedIn(orders: readonly AboutOrder[], expected: Expected): AboutOrder[] {
  const { ledger, orderOids, isAccountedFor, isClaimed } = expected;
  const known = new Set(orderOids);
  const isOwn = (order: AboutOrder): boolean =>
    ledger !== undefined && ownTags(order).ledger === ledger && isAccountedFor?.(order) !== true;
  return orders.filter(
    (order) => !known.has(order.orderOid) && !hasEnd(order) && (isOwn(order) || isClaimed?.(order) === true),
  );
}

/** The same with what unexpected orders have shown when they were read. One that could not be read is believed to be there. */
export function confirmedBy<Evidence extends ListEvidence>(
  evidence: Evidence,
  readings: ReadonlyMap<number, SingleReading>,
): Evidence | Extract<ListEvidence, { kind: "outdated" }> {
  const ended: number[] = [];
  const orders = evidence.orders.map((order) => {
    const now = orderIn(readings.get(order.orderOid));
    if (now === undefined) return order;
    // A list that says nothing of dates is not behind.
    if (looksCancelled(now) && order.billingInfo !== undefined) ended.push(order.orderOid);
    return { ...now, metaData: order.metaData };
  });
  const confirmed = { ...evidence, orders };
  return confirmed.kind === "whole" && ended.length > 0 ? { ...confirmed, kind: "outdated", ended } : confirmed;
}

/** Which of the orders that are listed without tags are read by themselves. */
export interface TagSearch {
  /** Orders that are read even if the list shows the tags of others. */
  readonly matters?: (order: AboutOrder) => boolean;
  /** How many others are read if the list shows no tags at all; the newest come first. Default: none. */
  readonly mostOthers?: number;
  /** Orders whose tags tell nothing new. */
  readonly needsNoTags?: (orderOid: number) => boolean;
}

/** The orders to read for their tags, and how many are left out. */
export function ordersToReadForTags(
  { orders, showsTags }: Pick<Seen, "orders" | "showsTags">,
  { matters = () => false, mostOthers = 0, needsNoTags = () => false }: TagSearch,
): { readonly toRead: readonly AboutOrder[]; readonly leftUnread: number } {
  const bare = orders.filter(({ metaData = [] }) => metaData.length === 0);
  const first = bare.filter(matters);
  const others = showsTags
    ? []
    : bare
        .filter((order) => !matters(order) && !needsNoTags(order.orderOid) && order.serverType !== "PHYSICAL")
        .sort((a, b) => b.orderOid - a.orderOid);
  return {
    toRead: [...first, ...others.slice(0, mostOthers)],
    leftUnread: mostOthers === 0 ? 0 : Math.max(0, others.length - mostOthers),
  };
}
