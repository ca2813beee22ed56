import { sameDomainName } from "../../plan/argument/values";
import { recordedInputs, recordOrder } from "../../plan/change/record";
import { unspokenDrift } from "../../plan/change/unspoken-drift";
import { ownTags } from "../../plan/purchase/tags";
import { twiceBoughtMessage } from "../../plan/words/messages";
import type { AboutOrder } from "../../schema/order/about-order";
import { isActive, isGone } from "../../schema/order/order-state";
import { isOwned, isPending, type OwnedServer, type Recorded } from "../../schema/vps/recorded";
import { holderOf } from "../order/cancellation";
import { recentOrders, withTags } from "../order/looking";
import { findByAttempt } from "../order/recovery";
import { Refusal } from "../run/partial-failure";
import type { World } from "../run/world";

export interface Seen {
  readonly id: string;
  /** Still a pending purchase where its order has not turned up. */
  readonly outputs: Recorded;
  /** What the program had set, as the service shows it now. */
  readonly inputs: Record<string, unknown>;
}

/** Reads a server anew; `undefined` when its order is cancelled. */
export async function readServer(world: World, id: string, recorded: Recorded): Promise<Seen | undefined> {
  if (isOwned(recorded)) world.memory.hold(recorded.orderOid, holderOf(recorded));
  const order = await findServer(world, id, recorded);
  if (order === undefined) return { id, outputs: recorded, inputs: recordedInputs(recorded) };
  if (isGone(order, world.client.serviceNowMs())) return undefined;
  const { __pendingSince: _, ...settled } = recorded;
  const outputs = recordOrder(settled, order);
  for (const warning of unspokenDrift(outputs)) world.narrator.warn(recorded.__declaredUrn, warning);
  await warnOfSurplus(world, outputs, order);
  return { id: String(order.orderOid), outputs, inputs: recordedInputs(outputs) };
}

/** An order of an interrupted run may have come to light only after the next run had looked and bought another one. */
async function warnOfSurplus(world: World, recorded: OwnedServer, own: AboutOrder): Promise<void> {
  const { __key: key, __declaredUrn: urn, __earlier: earlier = [], domainName } = recorded;
  if (key === undefined || urn === undefined) return;
  const listed = await recentOrders(world);
  const nowMs = world.client.serviceNowMs();
  const isNamesake = (order: AboutOrder): boolean =>
    order.orderOid !== own.orderOid && sameDomainName(order.domainName, domainName);
  const orders = await withTags(world, listed, isNamesake);
  const surplus = orders.filter(
    (order) =>
      ownTags(order).key === key &&
      order.orderOid !== own.orderOid &&
      !earlier.includes(order.orderOid) &&
      isActive(order, nowMs),
  );
  if (surplus.length > 0) world.narrator.warn(urn, twiceBoughtMessage(own, surplus));
}

/** `undefined` where the order of a pending purchase has not turned up. */
async function findServer(world: World, id: string, recorded: Recorded): Promise<AboutOrder | undefined> {
  if (isOwned(recorded)) return findKnown(world, recorded.orderOid);
  if (isPending(recorded)) return findByAttempt(world, recorded.__attempt, recorded.domainName);
  if (/^[0-9]{1,15}$/.test(id)) return world.client.getOrder(Number(id));
  throw new Refusal(`"${id}" is not the number of an order, such as 2853299702. Nothing was read or changed.`);
}

/** The list leaves cancelled orders out and may tell less than the order itself: then the order is asked. */
async function findKnown(world: World, orderOid: number): Promise<AboutOrder> {
  const orders = await recentOrders(world);
  const listed = orders.find((order) => order.orderOid === orderOid);
  return listed !== undefined && isWhole(listed) ? listed : world.client.getOrder(orderOid);
}

const isWhole = ({ runningState, allocatedIps, vpsParameters, billingInfo }: AboutOrder): boolean =>
  [runningState, allocatedIps, vpsParameters, billingInfo].every((part) => part !== undefined);
