import { z } from "zod";
import { AboutOrder } from "./order";
import { parsedOnce } from "./wire";

/** The orders of an account, each once. */
export interface OrderList {
  readonly orders: readonly AboutOrder[];
}

const Listed = parsedOnce(AboutOrder);

/**
 * One order without a number must not make the others unreadable. The service sends `null` for an empty list; a missing one makes the answer
 * unreadable. An order that is listed twice counts once, with its tags: a page may repeat it without them.
 */
export const ListedOrders = z
  .array(z.unknown())
  .nullable()
  .transform((entries): OrderList => {
    const orders = new Map<number, AboutOrder>();
    for (const entry of entries ?? []) {
      const { data: order } = Listed.safeParse(entry);
      if (order !== undefined && saysMore(order, orders.get(order.orderOid))) orders.set(order.orderOid, order);
    }
    return { orders: [...orders.values()] };
  });

const saysMore = (order: AboutOrder, other: AboutOrder | undefined): boolean =>
  other === undefined || ((order.metaData ?? []).length > 0 && (other.metaData ?? []).length === 0);
