import { sameDomainName } from "../../plan/equality";
import { describeOrder } from "../../plan/messages";
import type { Desired, Known } from "../../plan/model";
import { twiceBoughtMessage } from "../../plan/purchase/purchase-messages";
import { isStray, knownOrders } from "../../plan/purchase/strays";
import { ownTags } from "../../plan/purchase/tags";
import { type AboutOrder, isActive } from "../../schema/order";
import type { OwnedServer } from "../../schema/vps-outputs";
import type { ProviderContext } from "../context";
import { PartialFailure } from "../failures";
import { withTags } from "../order-list";
import { type Attempt, bought, type DeclaredVps, type Purchased } from "./declared-vps";

/** The service has answered: takes the order as it is now, and checks whether it is the only one of this declaration. */
export async function verifyPurchase(
  context: ProviderContext,
  declared: DeclaredVps,
  attempt: Attempt,
  order: AboutOrder,
  setupMessages: readonly string[],
): Promise<Purchased> {
  const isNamesake = (other: AboutOrder): boolean => sameDomainName(other.domainName, declared.domainName);
  const orders = await context.orderList
    .ask()
    .then((listed) => withTags(context, listed, isNamesake))
    .catch(() => undefined);
  const listed = orders?.find((other) => other.orderOid === order.orderOid);
  if (listed === undefined || ownTags(listed).attempt !== attempt.id) {
    context.reporter.warn(
      declared.urn,
      `${describeOrder(order)} was bought, but the service does not show it with its tags: an interrupted purchase could not be found again on this account.`,
    );
  }
  const outputs = bought(declared, attempt.id, attempt.password, listed ?? order, setupMessages, orders ?? []);
  const strays = ownStrays(context, declared, orders ?? [], order.orderOid);
  return strays.length > 0
    ? reportOwnStrays(outputs, listed ?? order, strays)
    : { id: String(order.orderOid), outputs };
}

/** The provider cannot know which of the two holds data: it cancels nothing, and every run says so until one is gone. */
function reportOwnStrays(outputs: OwnedServer, own: AboutOrder, strays: readonly AboutOrder[]): never {
  const __strays = strays.map((order) => order.orderOid);
  throw new PartialFailure(String(own.orderOid), { ...outputs, __strays }, [twiceBoughtMessage(own, strays)]);
}

/** Strays that were bought for this very declaration. */
function ownStrays(
  context: ProviderContext,
  { ledger, ownership }: DeclaredVps,
  orders: readonly AboutOrder[],
  ownOid: number,
): AboutOrder[] {
  if (ownership.stack === undefined) return [];
  const known = knownOrders(ledger, ownership, ownership.stack);
  const nowMs = context.client.serviceNowMs();
  return orders.filter(
    (other) =>
      other.orderOid !== ownOid && ownership.keys.includes(ownTags(other).key ?? "") && isStray(other, known, nowMs),
  );
}

/** Looks again for the strays that an earlier run reported; still fails while one of them is active. */
export async function recheckOwnStrays(
  context: ProviderContext,
  outputs: OwnedServer,
  desired: Known<Desired>,
): Promise<OwnedServer> {
  const { __strays: reported, ...settled } = outputs;
  if (reported === undefined || reported.length === 0) return settled;
  const orders = await context.orderList.ask();
  // An order that was being bought at the same time, after a rename, has its own entry in the state by now.
  const held = desired.__ownership?.stack?.held ?? [];
  const nowMs = context.client.serviceNowMs();
  const strays = orders.filter(
    (order) => reported.includes(order.orderOid) && !held.includes(order.orderOid) && isActive(order, nowMs),
  );
  const own = orders.find((order) => order.orderOid === outputs.orderOid);
  return strays.length > 0 && own !== undefined ? reportOwnStrays(settled, own, strays) : settled;
}
