import { type AccountReads, freshReads, gather, readTags } from "../evidence/gather";
import { sameDomainName } from "../plan/equality";
import { type Desired, knownPart } from "../plan/model";
import { type Expected, type OrderEvidence, ordersToReadForTags } from "../plan/purchase/evidence";
import { ownTags, tagNames } from "../plan/purchase/tags";
import { isAccountedFor, isForeign } from "../plan/purchase/verdict";
import type { AboutOrder } from "../schema/order";
import type { OrderList } from "../schema/order-list";
import type { ProviderContext } from "./context";
import type { HostMemory } from "./host-memory";
import { firstPauseMs } from "./observe";

/** Of a list that was asked for just now, or of one that others have asked for a short while ago. */
export type Age = "now" | "recent";

/**
 * What is known of the orders of this provider's account before a server is bought or enlarged. A list that is behind is asked for again
 * for a while: once for all that this run buys.
 */
export async function gatherOrders(context: ProviderContext, desired: Desired, age: Age): Promise<OrderEvidence> {
  const { memory, settings } = context;
  for (let asked = age; ; asked = "now") {
    const evidence = await gatherOnce(context, desired, asked);
    if (evidence.kind !== "behind" && evidence.kind !== "outdated") {
      memory.listBehindSinceMs = undefined;
      return evidence;
    }
    memory.listBehindSinceMs ??= context.nowMs();
    const leftMs = memory.listBehindSinceMs + settings.listLagSeconds * 1000 - context.nowMs();
    if (leftMs <= 0 || (await context.askEngine()) !== "runs") return evidence;
    const progress =
      evidence.kind === "behind"
        ? `waiting until the service lists order ${evidence.lacked[0]}`
        : `waiting until the service lists order ${evidence.ended[0]} as cancelled`;
    const pauseMs = Math.min(leftMs, firstPauseMs(settings));
    context.reporter.progress(desired.__declaredUrn, progress);
    await context.sleep(pauseMs);
  }
}

async function gatherOnce(context: ProviderContext, desired: Desired, age: Age): Promise<OrderEvidence> {
  const { memory } = context;
  const isClaimed = (order: AboutOrder): boolean => isForeign(order, desired);
  const { domainName } = knownPart(desired);
  // A list that ends early may hide the newest orders alone. So the ledger's own are asked for once for all that the run buys, and each
  // time if the whole list is found to hide some.
  const sequence = age === "recent" || memory.isListTruncated ? "both" : "all-first";
  const evidence = await gather(
    readsOf(context, () => listOf(context, age)),
    () => ({ ...expectedOf(memory, desired, age), isClaimed }),
    { matters: (order) => sameDomainName(order.domainName, domainName) },
    sequence,
  );
  if (evidence.kind === "unread") return evidence;
  for (const { orderOid } of evidence.cancelled) memory.cancelled.add(orderOid);
  memory.isListTruncated ||= evidence.hidesOrders;
  return evidence;
}

function expectedOf(memory: HostMemory, { __ownership: ownership }: Desired, age: Age): Expected {
  const bought = age === "now" ? memory.bought : [];
  const notCancelled = (orderOids: Iterable<number>): number[] =>
    [...new Set(orderOids)].filter((orderOid) => !memory.cancelled.has(orderOid));
  // Without a state, every order of the ledger forbids a purchase.
  const withoutState = { orderOids: notCancelled(bought), isAccountedFor: () => true, key: ownership?.keys[0] };
  if (ownership === undefined) return { ...withoutState, ledger: undefined };
  switch (ownership.kind) {
    case "state-unreadable":
      return { ...withoutState, ledger: ownership.ledger };
    case "first-run":
    case "known": {
      const { stack, earlier, imports = [], names } = ownership;
      const elsewhere = new Set(stack.elsewhere);
      const held = stack.held.filter((orderOid) => !elsewhere.has(orderOid));
      const inUse = { orderOids: new Set([...stack.held, ...earlier, ...imports, ...memory.bought]), names };
      return {
        orderOids: notCancelled([...held, ...bought]),
        // Nothing was bought under the ledger of a first run before it.
        ledger: ownership.kind === "known" ? ownership.ledger : undefined,
        key: ownership.keys[0],
        isAccountedFor: (order) => isAccountedFor(order, inUse),
      };
    }
    default:
      return ownership satisfies never;
  }
}

const listOf = (context: ProviderContext, age: Age): Promise<OrderList> =>
  age === "now" ? context.orderList.ask() : recentList(context);

/** How the account of a host is read for evidence. */
export function readsOf({ client, memory }: ProviderContext, list: () => Promise<OrderList>): AccountReads {
  const reads = freshReads(client);
  return { ...reads, list, tags: (orderOid) => memory.tagsOnce(orderOid, () => reads.tags(orderOid)) };
}

/** For this long, one list serves everything that asks about single resources; a purchase always requests a new one. */
const listServesMs = 60_000;

/** The account's list as of a short while ago: the engine asks about resources one by one. */
const recentList = (context: ProviderContext): Promise<OrderList> =>
  context.orderList.recent(context.nowMs(), listServesMs);

export const recentOrders = async (context: ProviderContext): Promise<readonly AboutOrder[]> =>
  (await recentList(context)).orders;

/**
 * A list may leave out tags that the order itself shows. Of the orders that matter, those listed without tags are read
 * one by one. Tags never change, so each order is read once per run.
 */
export function withTags(
  { client, memory }: ProviderContext,
  orders: readonly AboutOrder[],
  matters: (order: AboutOrder) => boolean,
): Promise<readonly AboutOrder[]> {
  const { toRead } = ordersToReadForTags({ orders, showsTags: true }, { matters });
  return readTags(orders, toRead, (orderOid) => memory.tagsOnce(orderOid, () => freshReads(client).tags(orderOid)));
}

/**
 * Finds the order of an attempt, which a search by its tag shows however short the lists are, and the list even if the service knows no
 * such search. Where neither shows tags, it reads the orders of that domain name.
 */
export async function findByAttempt(
  context: ProviderContext,
  attempt: string,
  domainName: string | undefined,
): Promise<AboutOrder | undefined> {
  const inOf = async ({ orders }: OrderList): Promise<AboutOrder | undefined> => {
    const tagged = await withTags(context, orders, (order) => sameDomainName(order.domainName, domainName));
    return tagged.find((order) => ownTags(order).attempt === attempt);
  };
  const found = await inOf(await context.client.findOrders({ key: tagNames.attempt, value: attempt }));
  return found ?? inOf(await context.orderList.ask());
}
