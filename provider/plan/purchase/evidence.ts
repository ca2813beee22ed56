import { type AboutOrder, isCutOff } from "../../schema/order";
import type { OddOrder, OrderList } from "../../schema/order-list";
import { ownTags } from "./tags";

/*
 * No list of orders is believed by itself: it may be behind, cut off, or another account's. It is held against the orders that must be
 * in it, and what it lacks is read singly.
 */

/** What a list of an account's orders must show. */
export interface Expected {
  /** Orders that the state holds in this account, and those that this run has bought there. */
  readonly orderOids: readonly number[];
  /** The stack's ledger; `undefined` if nothing was bought under it before this run. */
  readonly ledger: string | undefined;
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
  readonly odd: readonly OddOrder[];
  /** Expected orders that are cancelled: not listed, with an end date, and not running, whatever the service's clock says of the date. */
  readonly gone: readonly AboutOrder[];
  /** How many orders were listed without tags and not read by themselves. */
  readonly unlooked: number;
}

/** What a list of an account's orders, and what was read beside it, shows. */
export type ListEvidence =
  /** Every expected order is in the list, or cancelled. */
  | (Seen & { readonly kind: "whole" })
  /** It lacks orders that are active, so it may lack others too. */
  | (Seen & { readonly kind: "behind"; readonly lacked: readonly number[] })
  /** The account does not know these orders. */
  | (Seen & { readonly kind: "elsewhere"; readonly lacked: readonly number[] });

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

/** The expected orders that a list does not show. */
export function lackedBy({ orders }: OrderList, { orderOids }: Expected): number[] {
  if (orderOids.length === 0) return [];
  const listed = new Set(orders.map(({ orderOid }) => orderOid));
  return orderOids.filter((orderOid) => !listed.has(orderOid));
}

/** What was read of an account. */
interface Looked {
  readonly list: OrderList;
  readonly expected: Expected;
  readonly readings: ReadonlyMap<number, SingleReading>;
}

/**
 * Judges a list by what is known otherwise. `open`: only the list of the ledger's own orders can tell. So it is where nothing is
 * expected, because nothing speaks for the list then either.
 */
export function judgeList(looked: Looked): ListEvidence | { readonly kind: "open"; readonly ledger: string } {
  const { expected, readings } = looked;
  const lacked = lackedBy(looked.list, expected);
  const seen = seenOf(looked, lacked);
  const notHere = lacked.filter((orderOid) => readings.get(orderOid)?.kind === "not-here");
  if (notHere.length > 0) return { ...seen, kind: "elsewhere", lacked: notHere };
  const missing = stillThere(lacked, seen);
  const isShown = lacked.length < expected.orderOids.length;
  if (missing.length === 0 && isShown) return { ...seen, kind: "whole" };
  if (expected.ledger !== undefined) return { kind: "open", ledger: expected.ledger };
  return missing.length === 0 ? { ...seen, kind: "whole" } : { ...seen, kind: "behind", lacked: missing };
}

/** The same with the orders of the ledger alone: a shorter answer is cut off less. It has to show what carries the ledger's tag. */
export function judgeWithLedger(looked: Looked, ofLedger: OrderList): ListEvidence {
  const { list, expected, readings } = looked;
  const lacked = lackedBy(list, expected);
  const seen = seenOf({ ...looked, list: { ...list, orders: [...list.orders, ...ofLedger.orders] } }, lacked);
  const found = new Set(ofLedger.orders.map(({ orderOid }) => orderOid));
  const unproven = stillThere(lacked, seen).filter((orderOid) => {
    const order = orderIn(readings.get(orderOid));
    return !found.has(orderOid) && (order === undefined || ownTags(order).ledger === expected.ledger);
  });
  return unproven.length === 0 ? { ...seen, kind: "whole" } : { ...seen, kind: "behind", lacked: unproven };
}

function seenOf({ list, readings }: Looked, lacked: readonly number[]): Seen {
  const read = lacked.flatMap((orderOid) => orderIn(readings.get(orderOid)) ?? []);
  const orders = new Map<number, AboutOrder>();
  for (const order of [...read.filter((one) => !isCutOff(one)), ...list.orders.toReversed()])
    orders.set(order.orderOid, order);
  return {
    orders: [...orders.values()].toReversed(),
    odd: list.odd,
    gone: read.filter(isCutOff),
    unlooked: 0,
  };
}

function stillThere(lacked: readonly number[], { gone }: Seen): number[] {
  const ended = new Set(gone.map(({ orderOid }) => orderOid));
  return lacked.filter((orderOid) => !ended.has(orderOid));
}

const orderIn = (reading: SingleReading | undefined): AboutOrder | undefined =>
  reading?.kind === "read" ? reading.order : undefined;

/** Which of the orders that are listed without tags are read by themselves. */
export interface TagSearch {
  /** Orders that are read even if the list shows the tags of others. */
  readonly matters: (order: AboutOrder) => boolean;
  /** How many others are read if the list shows no tags at all; the newest come first. */
  readonly mostOthers: number;
  /** Orders whose tags tell nothing new. */
  readonly isKnown: (orderOid: number) => boolean;
}

/** The orders to read for their tags, and how many are left out. */
export function untagged(
  orders: readonly AboutOrder[],
  { matters, mostOthers, isKnown }: TagSearch,
): { readonly toRead: readonly AboutOrder[]; readonly unlooked: number } {
  const bare = orders.filter(({ metaData = [] }) => metaData.length === 0);
  const first = bare.filter(matters);
  const isTagless = bare.length === orders.length;
  const others = isTagless
    ? bare
        .filter((order) => !matters(order) && !isKnown(order.orderOid) && order.serverType !== "PHYSICAL")
        .sort((a, b) => b.orderOid - a.orderOid)
    : [];
  return {
    toRead: [...first, ...others.slice(0, mostOthers)],
    unlooked: mostOthers === 0 ? 0 : Math.max(0, others.length - mostOthers),
  };
}
