import type { AboutOrder } from "../../schema/order/about-order";

/** An answer about another order than the one asked for must not be taken for this one's. Gives the words for it. */
export const isAnotherOrder = (order: AboutOrder | undefined, oid: number): string | undefined =>
  order !== undefined && order.orderOid !== oid ? "about another order" : undefined;
