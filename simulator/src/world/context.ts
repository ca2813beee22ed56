import { z } from "zod";
import type { Clock } from "../clock";
import type { Random } from "../random";
import { Catalogue } from "./catalogue/catalogue";
import { Host } from "./hosts/host";
import { Charge } from "./money/money";
import { isCancelled, Order } from "./order";
import type { PastOrders } from "./past-orders";
import { Refusal } from "./refusal";
import type { Variants } from "./variants";

/** Everything the service remembers; this is also what is kept on disk. */
export const WorldState = z.object({
  orders: z.array(Order),
  hosts: z.array(Host),
  catalogue: Catalogue,
  charges: z.array(Charge),
  ptrRecords: z.record(z.string(), z.string()),
  /** The user that the API keys belong to. */
  userOid: z.number().int(),
  usersTzOffsetMs: z.number().int(),
  /** How far its clock has been moved ahead, so that a restart does not go back in time. */
  clockAheadMs: z.number().default(0),
});
export type WorldState = z.infer<typeof WorldState>;

/** What the code of the service works with. A reset makes a new one, so earlier work cannot touch the new world. */
export type WorldContext = {
  readonly state: WorldState;
  readonly variants: Variants;
  readonly clock: Clock;
  readonly random: Random;
  readonly past: PastOrders;
  /** How long a VPS has been up when the call that boots it returns. */
  readonly bootMs: number;
  /** Aborted by a reset and at the end of the simulator: work stops there, and sockets are cut. */
  readonly signal: AbortSignal;
  /** Call after each change, with the orders that it changed. */
  save(...orders: readonly Order[]): void;
};

export function findOrder(context: WorldContext, orderOid: number): Order | undefined {
  return context.state.orders.find((order) => order.orderOid === orderOid);
}

/** Whether a client can see the order: one that is still being created may be hidden. */
export function isVisible(context: WorldContext, order: Order): boolean {
  return !order.isHalfMade || context.variants.halfMadeOrders === "listed";
}

/** Throws a refusal for an unknown order. */
export function getOrder(context: WorldContext, orderOid: number): Order {
  const order = findOrder(context, orderOid);
  if (order !== undefined && isVisible(context, order)) return order;
  throw new Refusal([{ text: `Could not find an order ${orderOid}.`, fieldName: "order_oid" }], {
    status: 404,
    errorClass: "NoSuchOrderException",
  });
}

export function getActiveVps(context: WorldContext, orderOid: number): Order {
  const order = getOrder(context, orderOid);
  refuseIfCancelled(context, order);
  if (order.serverType !== "VPS") throw new Refusal([{ text: `${order.domainName} is not a VPS.` }]);
  return order;
}

/** Also for the end of long work: the order may have been cancelled meanwhile. */
export function refuseIfCancelled(context: WorldContext, order: Order): void {
  if (!isCancelled(order, context.clock.now())) return;
  throw new Refusal([{ text: `${order.domainName} has been cancelled.` }], { errorClass: "OrderCancelledException" });
}

/** While a clone is being made, its source is paused for the snapshot. */
export function isPausedForClone(context: WorldContext, order: Order): boolean {
  return context.state.orders.some((other) => other.isHalfMade && other.cloneOfOid === order.orderOid);
}

export function chargeMonth(context: WorldContext, order: Order, atMs: number): void {
  context.state.charges.push({
    atMs,
    orderOid: order.orderOid,
    kind: "month",
    amt: order.monthlyAmount.amt,
    currency: order.monthlyAmount.currency,
  });
}
