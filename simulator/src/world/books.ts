import { z } from "zod";
import type { Clock } from "../clock";
import type { Random } from "../random";
import { Catalogue } from "./catalogue/catalogue";
import { Host } from "./hosts/host";
import { Fee } from "./money/money";
import { isCancelled, Order } from "./order";
import type { PastOrders } from "./past-orders";
import { Refusal } from "./refusal";
import type { Variants } from "./variants";

/** Everything the service remembers; this is also what is kept on disk. */
export const WorldState = z.object({
  orders: z.array(Order),
  hosts: z.array(Host),
  catalogue: Catalogue,
  fees: z.array(Fee),
  ptrRecords: z.record(z.string(), z.string()),
  /** The user that the API keys belong to. */
  userOid: z.number().int(),
  usersTzOffsetMs: z.number().int(),
  /** How far its clock has been moved ahead, so that a restart does not go back in time. */
  clockAheadMs: z.number().default(0),
});
export type WorldState = z.infer<typeof WorldState>;

/** What the service's own code works with. A reset creates new books, so earlier work cannot touch the new world. */
export type Books = {
  readonly state: WorldState;
  readonly variants: Variants;
  readonly clock: Clock;
  readonly random: Random;
  readonly past: PastOrders;
  /** Call after each change, with the orders that it changed. */
  save(...orders: readonly Order[]): void;
};

export function findOrder(books: Books, orderOid: number): Order | undefined {
  return books.state.orders.find((order) => order.orderOid === orderOid);
}

/** Whether a client can see the order: one that is still being created may be hidden. */
export function isVisible(books: Books, order: Order): boolean {
  return !order.isHalfMade || books.variants.halfMadeOrders === "listed";
}

/** For an unknown order, throws the refusal that the variant `unknownOrder` selects. */
export function getOrder(books: Books, orderOid: number): Order {
  const order = findOrder(books, orderOid);
  if (order !== undefined && isVisible(books, order)) return order;
  throw unknownOrder(books, orderOid);
}

export function unknownOrder(books: Books, orderOid: number): Refusal {
  const status = books.variants.unknownOrder === "ok-empty" ? 200 : books.variants.unknownOrder;
  const errorClass = status === 403 ? "PermissionException" : "NoSuchOrderException";
  return new Refusal([{ text: `Could not find an order ${orderOid}.`, fieldName: "order_oid" }], {
    status,
    errorClass,
  });
}

export function getActiveVps(books: Books, orderOid: number): Order {
  const order = getOrder(books, orderOid);
  refuseIfCancelled(books, order);
  if (order.serverType !== "VPS") throw new Refusal([{ text: `${order.domainName} is not a VPS.` }]);
  return order;
}

/** Also for the end of long work: the order may have been cancelled meanwhile. */
export function refuseIfCancelled(books: Books, order: Order): void {
  if (!isCancelled(order, books.clock.now())) return;
  throw new Refusal([{ text: `${order.domainName} has been cancelled.` }], { errorClass: "OrderCancelledException" });
}

/** While a clone is being made, its source is paused for the snapshot. */
export function isPausedForClone(books: Books, order: Order): boolean {
  return books.state.orders.some((other) => other.isHalfMade && other.cloneOfOid === order.orderOid);
}

export function chargeMonth(books: Books, order: Order, atMs: number): void {
  books.state.fees.push({
    atMs,
    orderOid: order.orderOid,
    kind: "month",
    amt: order.monthlyAmount.amt,
    currency: order.monthlyAmount.currency,
  });
}
