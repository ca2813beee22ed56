import { NotFoundError, ServiceError } from "../../api/errors";
import { sameDomainName } from "../../plan/equality";
import { type CheckFailure, checkFailure, type Desired } from "../../plan/model";
import {
  adoptsLine,
  cannotLookMessage,
  couldNotLookMessage,
  otherAccountMessage,
  refusalMessage,
} from "../../plan/purchase/purchase-messages";
import { fingerprintOf } from "../../plan/purchase/request";
import { judgePurchase, type Situation, type Verdict } from "../../plan/purchase/verdict";
import type { AboutOrder } from "../../schema/order";
import type { ProviderContext } from "../context";
import { recentOrders, withTags } from "../order-list";
import { summary } from "../progress";

export interface Look {
  readonly verdict: Verdict;
  /** What the service lists, with the tags of those that matter. */
  readonly orders: readonly AboutOrder[];
}

/** Looks through the account's orders for one that this purchase would double. */
export async function lookBeforeBuying(
  context: ProviderContext,
  desired: Desired,
  list: () => Promise<AboutOrder[]> = () => context.orderList.ask(),
): Promise<Look> {
  const { domainName, __ledgerSecret: secret, __declaredUrn: urn, __ownership: ownership } = desired;
  const orders = await withTags(context, await list(), (order) => sameDomainName(order.domainName, domainName));
  const situation: Situation = {
    orders,
    ownership,
    urn,
    domainName: domainName ?? "",
    fingerprint: secret === undefined ? undefined : fingerprintOf(desired, secret),
    foreignOrders: context.settings.foreignOrders,
    isReserved: (orderOid) => context.memory.isReservedForAnother(orderOid, urn ?? ""),
    nowMs: context.client.serviceNowMs(),
  };
  return { verdict: judgePurchase(situation), orders };
}

/**
 * What the purchase of a server would find, told before anything is done: a replacement is not begun, and nothing is cancelled for
 * it, where the purchase would be refused. Tells of an adoption by itself.
 */
export async function previewPurchase(
  context: ProviderContext,
  desired: Desired,
  warn: (text: string) => void,
): Promise<CheckFailure[] | "buys"> {
  const domainName = desired.domainName ?? "";
  try {
    const { verdict } = await lookBeforeBuying(context, desired, () => recentOrders(context));
    switch (verdict.kind) {
      case "buy":
        return "buys";
      case "adopt":
        context.memory.foresee(verdict.order.orderOid, desired.__declaredUrn ?? "");
        summary(context, desired.__declaredUrn, adoptsLine(verdict.order));
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

/** A provider may have been exchanged for one of another account: there nobody knows the order, and it would run on unseen. */
export async function inspectAccount(context: ProviderContext, desired: Desired): Promise<CheckFailure[]> {
  const orderOid = desired.__ownership?.own;
  if (orderOid === undefined) return [];
  try {
    const orders = await recentOrders(context);
    if (!orders.some((order) => order.orderOid === orderOid)) await context.client.getOrder(orderOid);
    return [];
  } catch (error) {
    if (error instanceof NotFoundError) return [checkFailure(otherAccountMessage(orderOid, desired.domainName))];
    if (error instanceof ServiceError) return [checkFailure(error.message)];
    throw error;
  }
}
