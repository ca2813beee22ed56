import { freshReads, readTags } from "../evidence/gather";
import { sameDomainName } from "../plan/equality";
import { untagged } from "../plan/purchase/evidence";
import { ownTags, tagNames } from "../plan/purchase/tags";
import type { AboutOrder } from "../schema/order";
import type { OrderList } from "../schema/order-list";
import type { ProviderContext } from "./context";

/** For this long, one list serves everything that asks about single resources; a purchase always requests a new one. */
const listServesMs = 60_000;

/** The account's list as of a short while ago: the engine asks about resources one by one. */
export const recentList = (context: ProviderContext): Promise<OrderList> =>
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
  const { toRead } = untagged(orders, { matters, mostOthers: 0, needsNoTags: () => true });
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
