import { describeOrder } from "../plan/messages";
import { recordedInputs, recordOrder } from "../plan/record";
import { ownTags } from "../plan/tags";
import type { AboutOrder } from "../schema/order/about-order";
import { isGone } from "../schema/order/order-state";
import type { VpsOutputs } from "../schema/vps-outputs";
import type { World } from "./world";

export interface Seen {
  readonly id: string;
  readonly outputs: VpsOutputs;
  /** What the program had set, as the service shows it now. */
  readonly inputs: Record<string, unknown>;
}

/** Reads a server anew; `undefined` when its order is cancelled. */
export async function readServer(world: World, id: string, recorded: VpsOutputs): Promise<Seen | undefined> {
  const order = await findServer(world, id, recorded);
  if (order === "not-yet") return { id, outputs: recorded, inputs: recordedInputs(recorded) };
  if (isGone(order, world.nowMs())) return undefined;
  const { __pendingSince: _, ...settled } = recorded;
  const outputs = recordOrder(settled, order);
  if (order.billingInfo?.cancellationDate !== undefined) {
    world.narrator.warn(
      recorded.__declaredUrn,
      `${describeOrder(order)} is to be cancelled at ${order.billingInfo.cancellationDate}.`,
    );
  }
  return { id: String(order.orderOid), outputs, inputs: recordedInputs(outputs) };
}

async function findServer(world: World, id: string, recorded: VpsOutputs): Promise<AboutOrder | "not-yet"> {
  const orderOid =
    recorded.orderOid ?? (recorded.__attempt === undefined && /^[0-9]{1,15}$/.test(id) ? Number(id) : undefined);
  if (orderOid !== undefined) return world.client.getOrder(orderOid);
  const orders = await world.census.ask();
  return (
    orders.find((order) => recorded.__attempt !== undefined && ownTags(order).attempt === recorded.__attempt) ??
    "not-yet"
  );
}
