import type { ProviderContext } from "../host/context";
import { captureFailure, Refusal, whatFailed } from "../host/outcomes";
import { orderOidOf, type WhichOrder } from "../service/client";
import { sameDomainName } from "../service/domain-names";
import { ServiceError } from "../service/errors";
import { definedParts } from "../service/names";
import type { CallOptions } from "../service/send";
import { notBought } from "../service/wire/messages";
import { type AboutOrder, hasEnd, isComplete } from "../service/wire/order";
import { billedOrdersOfKey } from "./judge";
import type { NoPrice, QuoteResult } from "./limits";
import { otherAccountWords } from "./purchase-messages";
import { isOfKey, providerTags, tagNames } from "./tags";

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

/** An order as a shared list has it, unless the list says too little, or what would decide otherwise: then the order itself. */
export async function listedOrRead(
  context: ProviderContext,
  which: WhichOrder,
  isEnough: (listed: AboutOrder) => boolean,
  { maxAgeMs = listMaxAgeMs, ...options }: CallOptions & { readonly maxAgeMs?: number } = {},
): Promise<AboutOrder> {
  const listed = (await recentOrders(context, maxAgeMs)).find(({ orderOid }) => orderOid === orderOidOf(which));
  return listed !== undefined && isComplete(listed) && isEnough(listed)
    ? listed
    : context.client.getOrder(which, options);
}

/**
 * The account's orders that decide about a purchase: what the service finds by a key, asked now, and its list. An order that was found by the
 * key, or has the domain name that is searched for, is read by itself: only its own record says what tags it has and whether it is billed.
 */
export async function searchAccount(
  context: ProviderContext,
  key: string | undefined,
  domainName: string | undefined,
): Promise<readonly AboutOrder[]> {
  const listing = recentOrders(context);
  // Where both fail, a person is told of the same one each time.
  listing.catch(() => undefined);
  const found = await ordersFoundBy(context, key);
  const listed = await listing;
  const numbers = new Set(found.map(({ orderOid }) => orderOid));
  const replacedOid = key === undefined ? undefined : context.memory.ofKey(key).replacedOid;
  const decides = (order: AboutOrder): boolean =>
    numbers.has(order.orderOid) ||
    order.orderOid === replacedOid ||
    (sameDomainName(order.domainName, domainName) && isCompared(order)) ||
    isOfKey(order, key);
  // Where a name may be had twice, only a server's own tags matter.
  const isCompared = ({ metaData = [] }: AboutOrder): boolean =>
    context.settings.sameDomainName === "refuse" || metaData.length === 0;
  const all = [...found, ...listed.filter(({ orderOid }) => !numbers.has(orderOid))];
  return Promise.all(all.map((order) => (decides(order) && !hasEnd(order) ? context.client.getOrder(order) : order)));
}

/** Before anything is bought: an order of the state that its key cannot read shows that the key is one of another account. */
export async function requireAccount(context: ProviderContext, bought: string | undefined): Promise<void> {
  const { savedOrder } = context.memory;
  // What this run is cancelling with the key is in its account.
  if (savedOrder === undefined || context.memory.ofOrder(savedOrder).beingCancelled !== undefined) return;
  const listed = await recentOrders(context);
  if (listed.some(({ orderOid }) => orderOid === savedOrder)) return;
  const read = await captureFailure(() => context.client.getOrder(savedOrder));
  if (!(read instanceof ServiceError)) return;
  throw read.isDenied ? new Refusal(`${notBought(bought)}: ${otherAccountWords(savedOrder)}`) : read;
}

/** What an order's own record says: a list may still show as active what was cancelled a short while ago. */
export async function stillBilled(
  { client }: { readonly client: Pick<ProviderContext["client"], "getOrder"> },
  orders: readonly AboutOrder[],
): Promise<readonly AboutOrder[]> {
  const read = await Promise.all(orders.map((order) => client.getOrder(order)));
  return read.filter((order) => !hasEnd(order));
}

/** The orders of a key that are billed and that nothing in this run holds: of all that an interrupted run may have bought. */
export const unheldOrders = (
  context: ProviderContext,
  orders: readonly AboutOrder[],
  key: string,
): Promise<readonly AboutOrder[]> =>
  stillBilled(
    context,
    billedOrdersOfKey(orders, key).filter(({ orderOid }) => !context.memory.isHeld(orderOid)),
  );

/** The account's orders with a key, with their tags: as `searchAccount`, without the list. */
export const searchByKey = async (context: ProviderContext, key: string): Promise<readonly AboutOrder[]> =>
  withTags(context, await ordersFoundBy(context, key), () => true);

/** Whether anything was ever bought under a key in this account: then it is that of the key's provider, whatever that is called by now. */
export async function isUsedHere(context: ProviderContext, key: string): Promise<boolean> {
  const tag = { key: tagNames.key, value: key };
  const { orders } = await context.client.listOrders({ tags: [tag], includeInactive: true });
  return (await withTags(context, orders, () => true)).some((order) => isOfKey(order, key));
}

async function ordersFoundBy(
  { client, memory }: ProviderContext,
  key: string | undefined,
): Promise<readonly AboutOrder[]> {
  if (key === undefined) return [];
  const { orders } = await client.findOrders({ key: tagNames.key, value: key });
  return orders.filter((order) => !isBeingCancelled(memory, order));
}

/** A list that was read earlier still shows no end, or a later one, for what this process is cancelling. */
const isBeingCancelled = (memory: ProviderContext["memory"], order: AboutOrder): boolean => {
  const { beingCancelled } = memory.ofOrder(order.orderOid);
  return beingCancelled === "immediately" || (beingCancelled !== undefined && !hasEnd(order));
};

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

/** Whether a list shows the tags of its orders: one that shows some shows all. */
export const showsTags = (listed: readonly AboutOrder[]): boolean =>
  listed.some(({ metaData = [] }) => metaData.length > 0);

/** What it takes to look for tags. */
interface SearchedAccount {
  readonly client: Pick<ProviderContext["client"], "getOrder">;
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
      return { ...order, ...definedParts({ metaData }) };
    }),
  );

/** The service computes a price immediately. */
const quoteOptions = { deadlineMs: 60_000 } as const;

/** The result of a price request. Fails for a refused key, and with any error that is not the service's. */
export async function quotedBy(
  answer: Promise<Omit<Extract<QuoteResult, { kind: "price" }>, "kind">>,
): Promise<QuoteResult> {
  try {
    const { monthlyCost, message } = await answer;
    return { kind: "price", monthlyCost, message };
  } catch (error) {
    return unpricedBy(error);
  }
}

/** A refused key is an error wherever a call is made. */
export function unpricedBy(error: unknown): NoPrice {
  if (!(error instanceof ServiceError) || error.isKeyRefused) throw error;
  const { fieldName, failure } = error;
  const { kind, status, serviceMessage } = failure;
  const isBadRequest = kind === "refused" && (status === 400 || status === 200);
  const refusal = isBadRequest ? { words: serviceMessage ?? error.message, fieldName } : undefined;
  return { kind: "no-price", why: whatFailed(error), refusal };
}

type Limited = { readonly maxMonthlyCostUsd?: number | undefined };

const isLimited = ({ settings }: ProviderContext, { maxMonthlyCostUsd }: Limited): boolean =>
  maxMonthlyCostUsd !== undefined || settings.maxTotalMonthlyCostUsd !== undefined;

/** Asks for the price where a limit needs it. */
export const quoteForLimits = async (
  context: ProviderContext,
  server: Limited,
  request: () => object,
): Promise<QuoteResult | undefined> =>
  isLimited(context, server) ? quotedBy(context.client.quote(request(), quoteOptions)) : undefined;
