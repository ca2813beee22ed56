import type { Desired, Known } from "../../plan/model";
import { twiceBoughtMessage } from "../../plan/purchase/purchase-messages";
import { isOfSiblingInRun, isStray, knownOrders, othersTagged } from "../../plan/purchase/verdict";
import { type AboutOrder, isActive } from "../../schema/order";
import type { OwnedServer } from "../../schema/vps-outputs";
import type { ProviderContext } from "../context";
import { PartialFailure } from "../failures";
import type { DeclaredVps } from "./declared-vps";

/** The provider cannot know which of the two holds data: it cancels nothing, and every run says so until one is gone. */
export function reportOwnStrays(outputs: OwnedServer, own: AboutOrder, strays: readonly AboutOrder[]): never {
  const __strays = strays.map((order) => order.orderOid);
  throw new PartialFailure(String(own.orderOid), { ...outputs, __strays }, [twiceBoughtMessage(own, strays)]);
}

/** Strays that were bought for this very declaration. */
export function ownStrays(
  context: ProviderContext,
  { ledger, ownership, buyer }: DeclaredVps,
  orders: readonly AboutOrder[],
  ownOid: number,
): AboutOrder[] {
  if (ownership.stack === undefined) return [];
  const known = knownOrders(ledger, ownership, ownership.stack);
  const nowMs = context.client.serviceNowMs();
  return othersTagged(ownership.keys, orders, ownOid).filter(
    (other) => isStray(other, known, nowMs) && !isOfSiblingInRun(other, buyer),
  );
}

/**
 * Looks again for the strays that an earlier run reported; still fails while one of them is active. Goes by their numbers
 * rather than by their tags, so that no list without tags can make one look gone.
 */
export async function recheckOwnStrays(
  context: ProviderContext,
  outputs: OwnedServer,
  desired: Known<Desired>,
): Promise<OwnedServer> {
  const { __strays: reported, ...settled } = outputs;
  if (reported === undefined || reported.length === 0) return settled;
  const orders = await context.orderList.ask();
  // By now another resource may have imported it, or saved it as its own.
  const held = desired.__ownership?.stack?.held ?? [];
  const nowMs = context.client.serviceNowMs();
  const strays = orders.filter(
    (order) => reported.includes(order.orderOid) && !held.includes(order.orderOid) && isActive(order, nowMs),
  );
  const own = orders.find((order) => order.orderOid === outputs.orderOid);
  return strays.length > 0 && own !== undefined ? reportOwnStrays(settled, own, strays) : settled;
}
