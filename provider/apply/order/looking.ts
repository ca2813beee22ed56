import { sameDomainName } from "../../plan/argument/values";
import { type Desired, knownPart, Unknown } from "../../plan/model";
import { judgePurchase, type Situation, type Verdict } from "../../plan/purchase/adoption";
import { fingerprintOf, isRequestKnown } from "../../plan/purchase/purchase-request";
import type { AboutOrder } from "../../schema/order/about-order";
import type { World } from "../run/world";

export interface Look {
  readonly verdict: Verdict;
  /** What the service lists, with the tags of those that matter. */
  readonly orders: readonly AboutOrder[];
}

/** For this long one list serves all that ask about single resources; a purchase itself looks anew. */
const listServesMs = 60_000;

/** The account's orders as of not long ago: the engine asks about resources one by one. */
export const recentOrders = (world: World): Promise<AboutOrder[]> => world.census.recent(world.nowMs(), listServesMs);

/** Looks through the account's orders for one that this purchase would double. */
export async function lookBeforeBuying(
  world: World,
  desired: Desired,
  list: () => Promise<AboutOrder[]> = () => world.census.ask(),
): Promise<Look> {
  const { __declaredUrn: urn, __ownership: ownership } = desired;
  const { domainName } = knownPart(desired);
  const orders = await withTags(world, await list(), (order) => sameDomainName(order.domainName, domainName));
  const situation: Situation = {
    orders,
    ownership,
    urn,
    domainName: domainName ?? "",
    fingerprint: foreseenFingerprint(desired),
    foreignOrders: world.settings.foreignOrders,
    isReserved: (orderOid) => world.memory.isReservedForAnother(orderOid, urn ?? ""),
    nowMs: world.client.serviceNowMs(),
  };
  return { verdict: judgePurchase(situation), orders };
}

/** Nothing where a preview does not know all that the order is made of: then no order can be told to be the same. */
function foreseenFingerprint(desired: Desired): string | undefined {
  const { __ledgerSecret: secret } = desired;
  if (secret === undefined || secret instanceof Unknown || !isRequestKnown(desired)) return undefined;
  return fingerprintOf(desired, secret);
}

/**
 * A list may leave out the tags that the order itself tells. Of the orders that matter, those without any are read one by
 * one. Tags never change, so each is read once a run.
 */
export async function withTags(
  world: World,
  orders: readonly AboutOrder[],
  matters: (order: AboutOrder) => boolean,
): Promise<AboutOrder[]> {
  return Promise.all(
    orders.map(async (order) => {
      if ((order.metaData ?? []).length > 0 || !matters(order)) return order;
      const metaData = await world.memory.tagsOnce(order.orderOid, async () => {
        const { metaData: read } = await world.client.getOrder(order.orderOid);
        return read;
      });
      return metaData === undefined ? order : { ...order, metaData };
    }),
  );
}
