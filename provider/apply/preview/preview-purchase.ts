import { NotFoundError, ServiceError } from "../../api/errors";
import { type CheckFailure, checkFailure, type Desired, knownPart } from "../../plan/model";
import {
  couldNotLookMessage,
  doubtMessage,
  mayTakeOverLine,
  otherAccountMessage,
  refusalMessage,
  takesOverLine,
  unclaimedMessage,
} from "../../plan/purchase/purchase-messages";
import { isRequestKnown } from "../../plan/purchase/request";
import { type AboutOrder, isGone } from "../../schema/order";
import type { ProviderContext } from "../context";
import { recentOrders } from "../order-list";
import { lookBeforeBuying } from "../purchase/purchase";

/** What a purchase would come to. */
type PurchasePreview =
  | { readonly kind: "buy" | "adopt" }
  | { readonly kind: "refuse"; readonly failures: CheckFailure[] };

/**
 * What the purchase of a server would find, reported before anything is done: if the purchase would be refused, a
 * replacement does not start, and nothing is cancelled for it. Announces an adoption itself.
 */
export async function previewPurchase(
  context: ProviderContext,
  desired: Desired,
  warn: (text: string) => void,
): Promise<PurchasePreview> {
  const { domainName = "" } = knownPart(desired);
  const takesOver = (order: AboutOrder, line: (order: AboutOrder) => string): PurchasePreview => {
    context.reporter.summary(desired.__declaredUrn, line(order));
    return { kind: "adopt" };
  };
  const { verdict } = await lookBeforeBuying(context, desired, "recent");
  switch (verdict.kind) {
    case "buy":
      if (verdict.unclaimed.length > 0) warn(unclaimedMessage(domainName, verdict.unclaimed));
      return { kind: "buy" };
    case "adopt":
      return takesOver(verdict.order, takesOverLine);
    case "refuse": {
      const [order, ...others] = verdict.orders;
      // Whether it was ordered with these arguments shows only once all of them are known.
      const isUndecided = verdict.reason === "other-request" && !isRequestKnown(desired) && others.length === 0;
      if (order !== undefined && isUndecided) return takesOver(order, mayTakeOverLine);
      return refuse(refusalMessage(domainName, verdict.reason, verdict.orders));
    }
    case "unproven": {
      const { doubt } = verdict;
      const isReplacement = desired.__ownership?.own !== undefined;
      if (doubt.kind === "unread" && doubt.isRefused) return refuse(doubt.why);
      if (doubt.kind !== "unread" || isReplacement) return refuse(doubtMessage(domainName, doubt, isReplacement));
      warn(couldNotLookMessage(doubt.why));
      return { kind: "buy" };
    }
    default:
      return verdict satisfies never;
  }
}

const refuse = (message: string): PurchasePreview => ({ kind: "refuse", failures: [checkFailure(message)] });

/** The order that the state holds for a server that is to be ordered, unless it has ended; or why a protected one could not be read. */
export async function orderInUse(
  context: ProviderContext,
  desired: Desired,
): Promise<AboutOrder | { readonly failure: CheckFailure } | undefined> {
  const orderOid = desired.__ownership?.own;
  if (orderOid === undefined) return undefined;
  try {
    const orders = await recentOrders(context);
    const own = orders.find((order) => order.orderOid === orderOid) ?? (await context.client.getOrder(orderOid));
    return isGone(own, context.client.serviceNowMs()) ? undefined : own;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (desired.__isProtected !== true) return undefined;
    const doubt = { kind: "unread", why: error.message, isRefused: false, isKeyRefused: false } as const;
    return { failure: checkFailure(doubtMessage(knownPart(desired).domainName ?? "", doubt, true)) };
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
