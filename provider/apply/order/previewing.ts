import { NotFoundError, ServiceError } from "../../api/errors";
import { type CheckFailure, checkFailure } from "../../plan/argument/check-failure";
import { type Desired, knownPart } from "../../plan/model";
import {
  adoptsLine,
  cannotLookMessage,
  couldNotLookMessage,
  otherAccountMessage,
  refusalMessage,
} from "../../plan/words/messages";
import { conclude } from "../run/progress";
import type { World } from "../run/world";
import { lookBeforeBuying, recentOrders } from "./looking";

/**
 * What the purchase of a server would find, told before anything is done: a replacement is not begun, and nothing is cancelled for
 * it, where the purchase would be refused. Tells of an adoption by itself.
 */
export async function previewPurchase(
  world: World,
  desired: Desired,
  warn: (text: string) => void,
): Promise<CheckFailure[] | "buys"> {
  const { domainName = "" } = knownPart(desired);
  try {
    const { verdict } = await lookBeforeBuying(world, desired, () => recentOrders(world));
    switch (verdict.kind) {
      case "buy":
        return "buys";
      case "adopt":
        world.memory.foresee(verdict.order.orderOid, desired.__declaredUrn ?? "");
        conclude(world, desired.__declaredUrn, adoptsLine(verdict.order));
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
export async function inspectAccount(world: World, desired: Desired): Promise<CheckFailure[]> {
  const orderOid = desired.__ownership?.own;
  if (orderOid === undefined) return [];
  try {
    const orders = await recentOrders(world);
    if (!orders.some((order) => order.orderOid === orderOid)) await world.client.getOrder(orderOid);
    return [];
  } catch (error) {
    if (error instanceof NotFoundError)
      return [checkFailure(otherAccountMessage(orderOid, knownPart(desired).domainName))];
    if (error instanceof ServiceError) return [checkFailure(error.message)];
    throw error;
  }
}
