import { NotFoundError, ServiceError } from "../../api/errors";
import { sameDomainName } from "../../plan/equality";
import { type CheckFailure, checkFailure, type Desired, knownPart, Unknown } from "../../plan/model";
import {
  cannotLookMessage,
  couldNotLookMessage,
  otherAccountMessage,
  refusalMessage,
  takesOverLine,
} from "../../plan/purchase/purchase-messages";
import { fingerprintOf, isRequestKnown } from "../../plan/purchase/request";
import { judgePurchase, type Situation, type Verdict } from "../../plan/purchase/verdict";
import type { AboutOrder } from "../../schema/order";
import type { ProviderContext } from "../context";
import { recentOrders, withTags } from "../order-list";

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

/**
 * What the purchase of a server would find, reported before anything is done: if the purchase would be refused, a
 * replacement does not start, and nothing is cancelled for it. Announces a take-over itself.
 */
export async function previewPurchase(
  context: ProviderContext,
  desired: Desired,
  warn: (text: string) => void,
): Promise<CheckFailure[] | "buys"> {
  const { domainName = "" } = knownPart(desired);
  try {
    const { verdict } = await lookBeforeBuying(context, desired, () => recentOrders(context));
    switch (verdict.kind) {
      case "buy":
        return "buys";
      case "take-over":
        context.memory.foresee(verdict.order.orderOid, desired.__declaredUrn ?? "");
        context.reporter.summary(desired.__declaredUrn, takesOverLine(verdict.order));
        return [];
      case "refuse":
        return [checkFailure(refusalMessage(domainName, verdict.reason, verdict.orders))];
      default:
        return verdict satisfies never;
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.outcome === "refused") return [checkFailure(error.message)];
    if (desired.__ownership?.own !== undefined) return [checkFailure(cannotLookMessage(domainName, error.message))];
    warn(couldNotLookMessage(error.message));
    return "buys";
  }
}

/** A provider may have been swapped for one of another account, where the order is unknown: it would keep running unseen. */
export async function inspectAccount(context: ProviderContext, desired: Desired): Promise<CheckFailure[]> {
  const orderOid = desired.__ownership?.own;
  if (orderOid === undefined) return [];
  try {
    const orders = await recentOrders(context);
    if (!orders.some((order) => order.orderOid === orderOid)) await context.client.getOrder(orderOid);
    return [];
  } catch (error) {
    if (error instanceof NotFoundError)
      return [checkFailure(otherAccountMessage(orderOid, knownPart(desired).domainName))];
    if (error instanceof ServiceError) return [checkFailure(error.message)];
    throw error;
  }
}
