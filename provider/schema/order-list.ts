import * as z from "zod";
import { AboutOrder, Tags } from "./order";
import { Text } from "./values";
import { expecting, ifReadable, parsedOnce, wire } from "./wire";

/** What can still be read of an order whose number cannot be read: who bought it, and its name. */
const UnnumberedOrder = wire({ domain_name: ifReadable(Text), meta_data: ifReadable(Tags) });

/** A listed order whose number cannot be read: it can be neither managed nor ruled out. */
export type UnnumberedOrder = z.infer<typeof UnnumberedOrder>;

/** The orders of an account, each once. */
export interface OrderList {
  readonly orders: readonly AboutOrder[];
  readonly unnumbered: readonly UnnumberedOrder[];
}

const Listed = parsedOnce(AboutOrder);

/**
 * One order without a number must not make the others unreadable. The service sends `null` for an empty list; a missing one makes the answer
 * unreadable. An order that is listed twice counts once, with its tags: a page may repeat it without them.
 */
export const ListedOrders = expecting(
  { kind: "list", of: Listed },
  z
    .array(z.unknown())
    .nullable()
    .transform((entries): OrderList => {
      const orders = new Map<number, AboutOrder>();
      const unnumbered: UnnumberedOrder[] = [];
      for (const entry of entries ?? []) {
        const { data: order } = Listed.safeParse(entry);
        if (order === undefined) unnumbered.push(UnnumberedOrder.safeParse(entry).data ?? {});
        else if (saysMore(order, orders.get(order.orderOid))) orders.set(order.orderOid, order);
      }
      return { orders: [...orders.values()], unnumbered };
    }),
);

const saysMore = (order: AboutOrder, other: AboutOrder | undefined): boolean =>
  other === undefined || ((order.metaData ?? []).length > 0 && (other.metaData ?? []).length === 0);
