import type { Service } from "../asking/service";
import { type OrderInfo, orderInfo } from "./order-info";
import { matchesOrder, type Wanted } from "./order-matching";

/** A tag with a space or a colon cannot be searched for at the service, which splits at both. */
const isSearchable = ([key, value]: [string, string]): boolean => !/[\s:]/.test(`${key}${value}`);

/** Lets the service narrow the list down where it can, and checks every filter here. */
export async function listOrders(service: Service, wanted: Wanted): Promise<OrderInfo[]> {
  const { status = "active", serverType, search, tags = {} } = wanted;
  const searchable = Object.entries(tags).filter(isSearchable);
  const orders = await service.read("listOrders", {
    includeInactive: status !== "active",
    ...(serverType === undefined ? {} : { serverType }),
    ...(search === undefined ? {} : { search }),
    ...(searchable.length === 0
      ? {}
      : { tags: searchable.map(([key, value]) => (value === "" ? { key } : { key, value })) }),
  });
  const nowMs = Date.now();
  return orders.map((order) => orderInfo(order, nowMs)).filter((order) => matchesOrder(order, wanted));
}
