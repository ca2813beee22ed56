import { recordedInputs, recordOrder } from "../../plan/change/record";
import { unspokenDrift } from "../../plan/change/unspoken-drift";
import { ownTags, readableName } from "../../plan/purchase/tags";
import { twiceBoughtMessage } from "../../plan/words/messages";
import type { AboutOrder } from "../../schema/order/about-order";
import { isActive, isGone } from "../../schema/order/order-state";
import type { VpsOutputs } from "../../schema/vps/vps-outputs";
import { holderOf } from "../order/cancellation";
import { Refusal } from "../run/partial-failure";
import type { World } from "../run/world";

export interface Seen {
  readonly id: string;
  readonly outputs: VpsOutputs;
  /** What the program had set, as the service shows it now. */
  readonly inputs: Record<string, unknown>;
}

/** Reads a server anew; `undefined` when its order is cancelled. */
export async function readServer(world: World, id: string, recorded: VpsOutputs): Promise<Seen | undefined> {
  if (recorded.orderOid !== undefined) world.memory.hold(recorded.orderOid, holderOf(recorded));
  const order = await findServer(world, id, recorded);
  if (order === "not-yet") return { id, outputs: recorded, inputs: recordedInputs(recorded) };
  if (isGone(order, world.nowMs()) || isTakenOver(world, recorded, order)) return undefined;
  const { __pendingSince: _, __beside: __, ...settled } = recorded;
  const outputs = recordOrder(settled, order);
  for (const warning of unspokenDrift(outputs)) world.narrator.warn(recorded.__declaredUrn, warning);
  await warnOfSurplus(world, outputs, order);
  return { id: String(order.orderOid), outputs, inputs: recordedInputs(outputs) };
}

/** The order of a purchase of unknown outcome may be in the state already: its replacement has adopted it. */
const isTakenOver = (world: World, recorded: VpsOutputs, order: AboutOrder): boolean =>
  recorded.orderOid === undefined && recorded.__attempt !== undefined && world.memory.isHeld(order.orderOid);

/** An order of an interrupted run may have come to light only after the next run had looked and bought another one. */
async function warnOfSurplus(
  world: World,
  { __key: key, __ledger: ledger, __declaredUrn: urn }: VpsOutputs,
  own: AboutOrder,
): Promise<void> {
  if (key === undefined || urn === undefined) return;
  const name = readableName(urn);
  const orders = await world.census.recent(world.nowMs(), listServesMs);
  const surplus = orders.filter((order) => {
    const tags = ownTags(order);
    const isForeign = tags.name === name && tags.ledger !== ledger && world.settings.foreignOrders === "refuse";
    return (tags.key === key || isForeign) && order.orderOid !== own.orderOid && isUnheld(world, order);
  });
  if (surplus.length > 0) world.narrator.warn(urn, twiceBoughtMessage(own, surplus));
}

const isUnheld = (world: World, order: AboutOrder): boolean =>
  isActive(order, world.nowMs()) && !world.memory.isHeld(order.orderOid) && !world.memory.wasOnceOwned(order.orderOid);

async function findServer(world: World, id: string, recorded: VpsOutputs): Promise<AboutOrder | "not-yet"> {
  if (recorded.orderOid !== undefined) return findKnown(world, recorded.orderOid);
  if (recorded.__attempt === undefined) {
    if (/^[0-9]{1,15}$/.test(id)) return world.client.getOrder(Number(id));
    throw new Refusal(`"${id}" is not the number of an order, such as 2853299702. Nothing was read or changed.`);
  }
  const orders = await world.census.ask();
  return orders.find((order) => ownTags(order).attempt === recorded.__attempt) ?? "not-yet";
}

/** The engine reads resources one by one; for a whole refresh the list is asked for once, as long as it takes no longer than this. */
const listServesMs = 60_000;

/** The list leaves cancelled orders out and may tell less than the order itself: then the order is asked. */
async function findKnown(world: World, orderOid: number): Promise<AboutOrder> {
  const orders = await world.census.recent(world.nowMs(), listServesMs);
  const listed = orders.find((order) => order.orderOid === orderOid);
  return listed !== undefined && isWhole(listed) ? listed : world.client.getOrder(orderOid);
}

const isWhole = ({ runningState, allocatedIps, vpsParameters, billingInfo }: AboutOrder): boolean =>
  [runningState, allocatedIps, vpsParameters, billingInfo].every((part) => part !== undefined);
