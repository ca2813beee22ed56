import type { ProviderContext } from "../host/context";
import { sameDomainName } from "../service/wire/domain-names";
import { type AboutOrder, hasEnd } from "../service/wire/order";
import { providerTags, tagNames } from "./tags";

/** For this long, one list serves all that a run buys. */
const listMaxAgeMs = 10_000;

/** The account's list as of a short while ago: the engine asks about resources one by one. */
export async function recentOrders(
  { orderList, nowMs, memory }: ProviderContext,
  maxAgeMs = listMaxAgeMs,
): Promise<readonly AboutOrder[]> {
  const { orders } = await orderList.recent(nowMs(), maxAgeMs);
  return orders.filter((order) => !isBeingCancelled(memory, order));
}

/**
 * The account's orders that decide about a purchase: what the service finds by a key, asked now, and its list. An order that shows no tags
 * is read by itself if it was found by the key, or has the domain name that is searched for: an order has a key only if it says so itself.
 */
export async function searchAccount(
  context: ProviderContext,
  key: string | undefined,
  domainName: string | undefined,
): Promise<readonly AboutOrder[]> {
  const [found, listed] = await Promise.all([ordersFoundBy(context, key), recentOrders(context)]);
  const numbers = new Set(found.map(({ orderOid }) => orderOid));
  const others = listed.filter(({ orderOid }) => !numbers.has(orderOid));
  return withTags(
    context,
    [...found, ...others],
    (order) => numbers.has(order.orderOid) || sameDomainName(order.domainName, domainName),
  );
}

/** The same without the list: for a look at what one key has bought. */
export const searchByKey = async (context: ProviderContext, key: string): Promise<readonly AboutOrder[]> =>
  withTags(context, await ordersFoundBy(context, key), () => true);

async function ordersFoundBy(
  { client, memory }: ProviderContext,
  key: string | undefined,
): Promise<readonly AboutOrder[]> {
  if (key === undefined) return [];
  const { orders } = await client.findOrders({ key: tagNames.key, value: key });
  return orders.filter((order) => !isBeingCancelled(memory, order));
}

/** A list that was read earlier still shows no end for what this process is cancelling. */
const isBeingCancelled = (memory: ProviderContext["memory"], order: AboutOrder): boolean =>
  memory.cancelled.has(order.orderOid) && !hasEnd(order);

/** The order of one purchase attempt, if it has turned up. */
export async function orderOfAttempt(
  context: ProviderContext,
  {
    key,
    attempt,
    domainName,
  }: { readonly key: string | undefined; readonly attempt: string; readonly domainName?: string | undefined },
): Promise<AboutOrder | undefined> {
  const orders = await searchAccount(context, key, domainName);
  return orders.find((order) => providerTags(order).attempt === attempt);
}

/** Every active order that was bought under some key: what the service finds by the tag, and its list. */
export async function taggedOrders(account: SearchedAccount): Promise<readonly AboutOrder[]> {
  const [found, listed] = await Promise.all([
    account.client.findOrders({ key: tagNames.key, value: "" }),
    account.client.listOrders({ includeInactive: false }),
  ]);
  const orders = new Map([...listed.orders, ...found.orders].map((order) => [order.orderOid, order]));
  // A list that shows some tags shows all of them.
  const showsTags = [...orders.values()].some(({ metaData = [] }) => metaData.length > 0);
  const numbers = new Set(found.orders.map(({ orderOid }) => orderOid));
  const all = await withTags(account, [...orders.values()], ({ orderOid }) => !showsTags || numbers.has(orderOid));
  return all.filter((order) => providerTags(order).key !== undefined);
}

/** What it takes to look for tags. */
interface SearchedAccount {
  readonly client: Pick<ProviderContext["client"], "getOrder" | "findOrders" | "listOrders">;
  /** Absent for a single look. */
  readonly memory: ProviderContext["memory"] | undefined;
}

/** Tags never change, so each order is read once in a run. */
export const withTags = (
  { client, memory }: SearchedAccount,
  orders: readonly AboutOrder[],
  matters: (order: AboutOrder) => boolean,
): Promise<readonly AboutOrder[]> =>
  Promise.all(
    orders.map(async (order) => {
      if ((order.metaData ?? []).length > 0 || !matters(order)) return order;
      const read = async () => (await client.getOrder(order)).metaData;
      const metaData = await (memory?.tagsOnce(order.orderOid, read) ?? read());
      return { ...order, ...(metaData && { metaData }) };
    }),
  );
