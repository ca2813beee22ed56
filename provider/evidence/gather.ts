import type { Client } from "../api/client";
import { KeyRefusedError, NotFoundError, ServiceError } from "../api/errors";
import type { CallOptions } from "../api/send";
import {
  type AskedLists,
  confirmedBy,
  type Expected,
  judgeLists,
  type ListEvidence,
  type ListSequence,
  lackedBy,
  type OrderEvidence,
  ordersToReadForTags,
  type SingleReading,
  type TagSearch,
  unexpectedIn,
} from "../plan/purchase/evidence";
import { ownTags, tagNames } from "../plan/purchase/tags";
import { getOrInsertComputed } from "../schema/computed";
import { type AboutOrder, looksCancelled } from "../schema/order";
import type { OrderList } from "../schema/order-list";
import { readOrder } from "./read-order";

/** How an account is read. */
export interface AccountReads {
  readonly list: () => Promise<OrderList>;
  /** The orders that the service finds by a tag, whether it shows that tag or not. */
  readonly findOrders: (tag: { key: string; value: string }) => Promise<OrderList>;
  readonly order: (orderOid: number) => Promise<AboutOrder>;
  /** The tags of an order, which never change. */
  readonly tags: (orderOid: number) => Promise<AboutOrder["metaData"]>;
}

/** What it takes to read an account and to date what was read. */
export type ReadingClient = Pick<Client, "listOrders" | "findOrders" | "getOrder" | "serviceNowMs">;

/** Reads an account anew with each call. */
export const freshReads = (client: ReadingClient, options?: CallOptions): AccountReads => ({
  list: () => client.listOrders({ includeInactive: false }, options),
  findOrders: (tag) => client.findOrders(tag, options),
  order: (orderOid) => readOrder(client, orderOid, options),
  tags: async (orderOid) => (await client.getOrder(orderOid, options)).metaData,
});

/**
 * Reads an account's orders, holds the lists against what they must show, and reads singly what they lack or show in excess. Whatever is
 * bought, adopted or left over because a list lacks something is decided by this alone.
 *
 * @param expect asked right before each list: what is bought or adopted after that need not be in it
 */
export async function gather(
  reads: AccountReads,
  expect: () => Expected,
  tagSearch: TagSearch,
  sequence: ListSequence,
): Promise<OrderEvidence> {
  try {
    const ofKey = await listOfKey(reads, expect());
    const expected = expect();
    const { evidence, asked } = await readLists(roundsOf(sequence, expected), ofKey, reads, expected);
    return await confirmed(await withTags(evidence, reads, tagSearch), asked, reads, expected);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const isKeyRefused = error instanceof KeyRefusedError;
    return { kind: "unread", why: error.message, isRefused: error.outcome === "refused", isKeyRefused };
  }
}

interface Gathered {
  readonly evidence: ListEvidence;
  readonly asked: AskedLists;
}

/** Asks for one list after the other, until what they show is settled or there is no further one. */
async function readLists(
  [round = [], ...further]: readonly ListRound[],
  before: AskedLists,
  reads: AccountReads,
  expected: Expected,
): Promise<Gathered> {
  const asked = await ask(round, before, reads, expected);
  const { evidence, isSettled } = judgeLists(await withReadings(asked, reads, expected));
  return isSettled || further.length === 0 ? { evidence, asked } : readLists(further, asked, reads, expected);
}

async function confirmed(
  evidence: ListEvidence,
  asked: AskedLists,
  reads: AccountReads,
  expected: Expected,
): Promise<ListEvidence> {
  const unexpected = unexpectedIn(evidence.orders, expected).map(({ orderOid }) => orderOid);
  const readings = await readInParts(singleReadingsOf(asked), reads, unexpected, () => true);
  return confirmedBy(evidence, readings);
}

/** What may have been bought as the same server before: however short a list the service gives, this is in it. */
async function listOfKey(reads: AccountReads, { ledger, key }: Expected): Promise<AskedLists> {
  if (ledger === undefined || key === undefined) return {};
  return { ofKey: await reads.findOrders({ key: tagNames.key, value: key }) };
}

type ListRound = readonly ("all" | "ofLedger")[];

/** The lists to ask for before each judgement. */
function roundsOf(sequence: ListSequence, { ledger }: Expected): readonly ListRound[] {
  if (ledger === undefined) return [["all"]];
  switch (sequence) {
    case "all-first":
      return [["all"], ["ofLedger"]];
    case "ledger-first":
      return [["ofLedger"], ["all"]];
    case "both":
      return [["all", "ofLedger"]];
    default:
      return sequence satisfies never;
  }
}

async function ask(
  round: ListRound,
  before: AskedLists,
  reads: AccountReads,
  { ledger = "" }: Expected,
): Promise<AskedLists> {
  const all = round.includes("all") ? await reads.list() : before.all;
  const ofLedger = round.includes("ofLedger") ? await listOfLedger(reads, ledger, all) : before.ofLedger;
  return { ...before, ...(all && { all }), ...(ofLedger && { ofLedger }) };
}

/** What was read in addition to a list. */
interface ExtraReads {
  readonly readings: Map<number, Promise<SingleReading>>;
  readonly ofLedger: Map<string, Promise<OrderList>>;
}

/** A cache: everybody who was given the same list needs the same in addition, failures included. A list that is asked for anew has its own. */
const extraReads = new WeakMap<OrderList, ExtraReads>();

const extraReadsOf = (list: OrderList): ExtraReads =>
  getOrInsertComputed(extraReads, list, () => ({ readings: new Map(), ofLedger: new Map() }));

function listOfLedger(reads: AccountReads, ledger: string, all: OrderList | undefined): Promise<OrderList> {
  const find = () => reads.findOrders({ key: tagNames.ledger, value: ledger });
  return all === undefined ? find() : getOrInsertComputed(extraReadsOf(all).ofLedger, ledger, find);
}

/** What the ledger's own list lacks, the whole one may show: singly only that is read which neither has. */
async function withReadings(asked: AskedLists, reads: AccountReads, expected: Expected) {
  const { all } = asked;
  const lacked = all === undefined ? [] : lackedBy(asked, expected.orderOids);
  // The first active order of the ledger proves that neither list is whole: the others would prove no more.
  const isOpenAfter = (one: SingleReading): boolean =>
    one.kind === "read" && (looksCancelled(one.order) || isOfAnother(expected, one.order));
  return { ...asked, expected, readings: await readInParts(singleReadingsOf(asked), reads, lacked, isOpenAfter) };
}

/** The ledger's own list need not show it. */
const isOfAnother = ({ ledger }: Expected, order: AboutOrder): boolean =>
  ledger !== undefined && ownTags(order).ledger !== ledger;

const singleReadingsOf = ({ all }: AskedLists): Map<number, Promise<SingleReading>> =>
  all === undefined ? new Map() : extraReadsOf(all).readings;

/** How many orders are read at the same time. */
const atATime = 10;

/** Goes on as long as each reading leaves the question open. */
async function readInParts(
  known: Map<number, Promise<SingleReading>>,
  reads: AccountReads,
  orderOids: readonly number[],
  isOpenAfter: (one: SingleReading) => boolean,
): Promise<Map<number, SingleReading>> {
  const found = new Map<number, SingleReading>();
  for (let start = 0; start < orderOids.length; start += atATime) {
    const some = await Promise.all(
      orderOids.slice(start, start + atATime).map(async (orderOid): Promise<[number, SingleReading]> => {
        const reading = getOrInsertComputed(known, orderOid, () => readSingly(reads, orderOid));
        return [orderOid, await reading];
      }),
    );
    for (const [orderOid, reading] of some) found.set(orderOid, reading);
    if (!some.every(([, one]) => isOpenAfter(one))) return found;
  }
  return found;
}

async function readSingly(reads: AccountReads, orderOid: number): Promise<SingleReading> {
  try {
    return { kind: "read", order: await reads.order(orderOid) };
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof KeyRefusedError) return { kind: "not-here" };
    if (error instanceof ServiceError) return { kind: "unread" };
    throw error;
  }
}

/** A list may leave out tags that the order itself shows. */
async function withTags<Evidence extends ListEvidence>(
  evidence: Evidence,
  reads: AccountReads,
  tagSearch: TagSearch,
): Promise<Evidence> {
  const { toRead, leftUnread } = ordersToReadForTags(evidence, tagSearch);
  return { ...evidence, orders: await readTags(evidence.orders, toRead, reads.tags), leftUnread };
}

/** The same orders, some of them with the tags that they show when they are read by themselves. */
export async function readTags(
  orders: readonly AboutOrder[],
  toRead: readonly AboutOrder[],
  read: AccountReads["tags"],
): Promise<readonly AboutOrder[]> {
  const tags = new Map<number, AboutOrder["metaData"]>();
  for (let start = 0; start < toRead.length; start += atATime) {
    const some = toRead.slice(start, start + atATime);
    await Promise.all(some.map(async ({ orderOid }) => tags.set(orderOid, await read(orderOid))));
  }
  return orders.map((order) => {
    const metaData = tags.get(order.orderOid);
    return metaData === undefined ? order : { ...order, metaData };
  });
}
