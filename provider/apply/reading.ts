import { driftWarnings } from "../plan/drift-warnings";
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
  for (const warning of driftWarnings(outputs, order)) world.narrator.warn(recorded.__declaredUrn, warning);
  return { id: String(order.orderOid), outputs, inputs: recordedInputs(outputs) };
}

async function findServer(world: World, id: string, recorded: VpsOutputs): Promise<AboutOrder | "not-yet"> {
  if (recorded.orderOid !== undefined) return findKnown(world, recorded.orderOid);
  if (recorded.__attempt === undefined && /^[0-9]{1,15}$/.test(id)) return world.client.getOrder(Number(id));
  const orders = await world.census.ask();
  return (
    orders.find((order) => recorded.__attempt !== undefined && ownTags(order).attempt === recorded.__attempt) ??
    "not-yet"
  );
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
