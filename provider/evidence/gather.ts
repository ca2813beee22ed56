import { KeyRefusedError, NotFoundError, ServiceError } from "../api/errors";
import {
  type Expected,
  judgeList,
  judgeWithLedger,
  type ListEvidence,
  lackedBy,
  type OrderEvidence,
  type SingleReading,
  type TagSearch,
  untagged,
} from "../plan/purchase/evidence";
import { type AboutOrder, isCutOff } from "../schema/order";
import type { OrderList } from "../schema/order-list";

/** How an account is read. */
export interface AccountReads {
  readonly list: () => Promise<OrderList>;
  /** The orders that the service finds by the tag of a ledger, whether it shows that tag or not. */
  readonly listOfLedger: (ledger: string) => Promise<OrderList>;
  readonly order: (orderOid: number) => Promise<AboutOrder>;
  /** The tags of an order, which never change. */
  readonly tags: (orderOid: number) => Promise<AboutOrder["metaData"]>;
}

/**
 * Reads an account's orders, holds the list against what it must show, and reads singly what it lacks. The only place that reads
 * lists to decide whether something is bought, adopted or left over.
 */
export async function gather(reads: AccountReads, expected: Expected, tagSearch: TagSearch): Promise<OrderEvidence> {
  try {
    const list = await reads.list();
    return await withTags(await evidenceBeside(list, reads, expected), reads, tagSearch);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const isKeyRefused = error instanceof KeyRefusedError;
    return { kind: "unread", why: error.message, isRefused: error.outcome === "refused", isKeyRefused };
  }
}

/** What was read beside a list. */
interface Beside {
  readonly readings: Map<number, Promise<SingleReading>>;
  readonly ofLedger: Map<string, Promise<OrderList>>;
}

/** A cache: everybody who was given the same list needs the same. */
const besides = new WeakMap<OrderList, Beside>();

async function evidenceBeside(list: OrderList, reads: AccountReads, expected: Expected): Promise<ListEvidence> {
  const beside: Beside = besides.get(list) ?? { readings: new Map(), ofLedger: new Map() };
  besides.set(list, beside);
  const readings = await readLacked(beside, reads, lackedBy(list, expected));
  const looked = { list, expected, readings };
  const judged = judgeList(looked);
  if (judged.kind !== "open") return judged;
  const ofLedger = beside.ofLedger.get(judged.ledger) ?? reads.listOfLedger(judged.ledger);
  beside.ofLedger.set(judged.ledger, ofLedger);
  return judgeWithLedger(looked, await ofLedger);
}

/** How many orders are read at the same time. */
const atATime = 10;

/** Reads what a list lacks, until one proves that the list is not whole: the others would prove no more. */
async function readLacked(
  beside: Beside,
  reads: AccountReads,
  lacked: readonly number[],
): Promise<Map<number, SingleReading>> {
  const found = new Map<number, SingleReading>();
  for (let start = 0; start < lacked.length; start += atATime) {
    const some = await Promise.all(
      lacked.slice(start, start + atATime).map(async (orderOid): Promise<[number, SingleReading]> => {
        const reading = beside.readings.get(orderOid) ?? readSingly(reads, orderOid);
        beside.readings.set(orderOid, reading);
        return [orderOid, await reading];
      }),
    );
    for (const [orderOid, reading] of some) found.set(orderOid, reading);
    const isAllGone = some.every(([, one]) => one.kind === "read" && isCutOff(one.order));
    if (!isAllGone) return found;
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
  const { toRead, unlooked } = untagged(evidence.orders, tagSearch);
  if (toRead.length === 0) return { ...evidence, unlooked };
  const tags = new Map<number, AboutOrder["metaData"]>();
  for (let start = 0; start < toRead.length; start += atATime) {
    const some = toRead.slice(start, start + atATime);
    await Promise.all(some.map(async ({ orderOid }) => tags.set(orderOid, await reads.tags(orderOid))));
  }
  const orders = evidence.orders.map((order) => {
    const metaData = tags.get(order.orderOid);
    return metaData === undefined ? order : { ...order, metaData };
  });
  return { ...evidence, orders, unlooked };
}
