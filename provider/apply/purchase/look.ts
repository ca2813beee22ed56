import { sameDomainName } from "../../plan/equality";
import { type Desired, knownPart, Unknown } from "../../plan/model";
import { fingerprintOf, isRequestKnown } from "../../plan/purchase/request";
import { judgePurchase, type Situation, type Verdict } from "../../plan/purchase/verdict";
import type { AboutOrder } from "../../schema/order";
import type { ProviderContext } from "../context";
import { withTags } from "../order-list";

export interface Look {
  readonly verdict: Verdict;
  /** What the service lists, with the tags of the orders that matter. */
  readonly orders: readonly AboutOrder[];
}

/** Searches the account's orders for one that this purchase would duplicate. */
export async function lookBeforeBuying(
  context: ProviderContext,
  desired: Desired,
  list: () => Promise<AboutOrder[]> = () => context.orderList.ask(),
): Promise<Look> {
  const { __declaredUrn: urn, __ownership: ownership } = desired;
  const { domainName } = knownPart(desired);
  const orders = await withTags(context, await list(), (order) => sameDomainName(order.domainName, domainName));
  const situation: Situation = {
    orders,
    ownership,
    urn,
    domainName: domainName ?? "",
    fingerprint: foreseenFingerprint(desired),
    foreignOrders: context.settings.foreignOrders,
    isReserved: (orderOid) => context.memory.isReservedForAnother(orderOid, urn ?? ""),
    nowMs: context.client.serviceNowMs(),
  };
  return { verdict: judgePurchase(situation), orders };
}

/** Nothing where a preview does not know all that the order is made of: then no order can be told to be the same. */
function foreseenFingerprint(desired: Desired): string | undefined {
  const { __ledgerSecret: secret } = desired;
  if (secret === undefined || secret instanceof Unknown || !isRequestKnown(desired)) return undefined;
  return fingerprintOf(desired, secret);
}
