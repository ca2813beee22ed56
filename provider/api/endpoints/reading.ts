import type { AboutOrder } from "../../schema/order/about-order";
import { isGone, tagsOf } from "../../schema/order/order-state";
import type { OrderFilter } from "../../schema/request/order-filter";
import { paths } from "../paths";
import type { CallOptions, Send } from "../sending/send";
import { DataTransferUsageAnswer, OrderAnswer, OrdersAnswer, VpsStatusAnswer } from "./answers";
import { isAnotherOrder } from "./same-order";

/** Filters of the service are not to be trusted blindly: what can be checked here is checked again. */
const matches = (order: AboutOrder, filter: OrderFilter, nowMs: number): boolean => {
  if (filter.orderOid !== undefined && order.orderOid !== filter.orderOid) return false;
  if (!filter.includeInactive && isGone(order, nowMs)) return false;
  if (filter.serverType !== undefined && (order.serverType ?? filter.serverType) !== filter.serverType) return false;
  const tags = tagsOf(order);
  return (filter.tags ?? []).every(({ key, value }) => (value === undefined ? tags.has(key) : tags.get(key) === value));
};

/** Calls that change nothing and need the key. */
export const readingCalls = (send: Send, serviceNowMs: () => number) => ({
  listOrders: async (filter: OrderFilter = {}, options?: CallOptions) => {
    const { answer } = await send(
      { call: "listOrders", doing: "Listing the orders", path: paths.orders(filter), answer: OrdersAnswer },
      options,
    );
    return answer.aboutOrders.filter((order) => matches(order, filter, serviceNowMs()));
  },

  /** The order as the service recorded it, cancelled or not. Throws `NotFoundError` when the key knows no such order. */
  getOrder: async (oid: number, options?: CallOptions) => {
    const { answer } = await send(
      {
        call: "getOrder",
        doing: `Reading order ${oid}`,
        path: paths.order(oid),
        answer: OrderAnswer,
        check: ({ aboutOrder }) => isAnotherOrder(aboutOrder, oid),
      },
      options,
    );
    return answer.aboutOrder;
  },

  /** Asks the host itself, so it takes longer than `getOrder` and fails when the host cannot be reached. */
  vpsStatus: async (oid: number, options?: CallOptions) => {
    const { answer } = await send(
      {
        call: "vpsStatus",
        doing: `Reading the live state of order ${oid}`,
        path: paths.vps(oid),
        answer: VpsStatusAnswer,
      },
      options,
    );
    const { aboutOrder, ...live } = answer;
    return { ...live, ...(aboutOrder === undefined ? {} : { order: aboutOrder }) };
  },

  /** Traffic of this month and the last, in the service's own field names: they are documented nowhere. */
  dataTransferUsage: async (oid: number, options?: CallOptions) => {
    const { answer } = await send(
      {
        call: "dataTransferUsage",
        doing: `Reading the traffic of order ${oid}`,
        path: paths.dataTransferUsage(oid),
        answer: DataTransferUsageAnswer,
      },
      options,
    );
    const { dataTransferUsageInfo, ...live } = answer;
    return { ...live, usage: dataTransferUsageInfo };
  },
});
