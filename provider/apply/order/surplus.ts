import { sameDomainName } from "../../plan/argument/values";
import type { Desired, Known } from "../../plan/model";
import { isStray, knownOrders } from "../../plan/purchase/strays";
import { ownTags } from "../../plan/purchase/tags";
import { describeOrder, twiceBoughtMessage } from "../../plan/words/messages";
import type { AboutOrder } from "../../schema/order/about-order";
import { isActive } from "../../schema/order/order-state";
import type { OwnedServer } from "../../schema/vps/recorded";
import { PartialFailure } from "../run/partial-failure";
import type { World } from "../run/world";
import { type Attempt, type Buyer, bought, type Purchased } from "./buyer";
import { withTags } from "./looking";

/** The service answered: take the order as it stands now, and see whether it is the only one of this declaration. */
export async function lookAfterwards(
  world: World,
  buyer: Buyer,
  attempt: Attempt,
  order: AboutOrder,
  setupMessages: readonly string[],
): Promise<Purchased> {
  const isNamesake = (other: AboutOrder): boolean => sameDomainName(other.domainName, buyer.domainName);
  const orders = await world.census
    .ask()
    .then((listed) => withTags(world, listed, isNamesake))
    .catch(() => undefined);
  const listed = orders?.find((other) => other.orderOid === order.orderOid);
  if (listed === undefined || ownTags(listed).attempt !== attempt.id) {
    world.narrator.warn(
      buyer.urn,
      `${describeOrder(order)} was bought, but the service does not show it with its tags: an interrupted purchase could not be found again on this account.`,
    );
  }
  const outputs = bought(buyer, attempt.id, attempt.password, listed ?? order, setupMessages, orders ?? []);
  const surplus = surplusOrders(world, buyer, orders ?? [], order.orderOid);
  return surplus.length > 0
    ? reportSurplus(outputs, listed ?? order, surplus)
    : { id: String(order.orderOid), outputs };
}

/** Which of the two holds data nobody knows here: nothing is cancelled, and every run says so until one is gone. */
function reportSurplus(outputs: OwnedServer, own: AboutOrder, surplus: readonly AboutOrder[]): never {
  const __surplus = surplus.map((order) => order.orderOid);
  throw new PartialFailure(String(own.orderOid), { ...outputs, __surplus }, [twiceBoughtMessage(own, surplus)]);
}

/** Strays that were bought for this very declaration. */
function surplusOrders(
  world: World,
  { ledger, ownership }: Buyer,
  orders: readonly AboutOrder[],
  ownOid: number,
): AboutOrder[] {
  if (ownership.stack === undefined) return [];
  const known = knownOrders(ledger, ownership, ownership.stack);
  const nowMs = world.client.serviceNowMs();
  return orders.filter(
    (other) =>
      other.orderOid !== ownOid && ownership.keys.includes(ownTags(other).key ?? "") && isStray(other, known, nowMs),
  );
}

/** Looks again for orders that were reported as surplus before; still fails while one of them is active. */
export async function recheckSurplus(
  world: World,
  outputs: OwnedServer,
  desired: Known<Desired>,
): Promise<OwnedServer> {
  const { __surplus: reported, ...settled } = outputs;
  if (reported === undefined || reported.length === 0) return settled;
  const orders = await world.census.ask();
  // One that was being bought side by side, after a rename, has its own place in the state by now.
  const held = desired.__ownership?.stack?.held ?? [];
  const nowMs = world.client.serviceNowMs();
  const surplus = orders.filter(
    (order) => reported.includes(order.orderOid) && !held.includes(order.orderOid) && isActive(order, nowMs),
  );
  const own = orders.find((order) => order.orderOid === outputs.orderOid);
  return surplus.length > 0 && own !== undefined ? reportSurplus(settled, own, surplus) : settled;
}
