import type { ReadingClient } from "../service/client";
import { type AboutOrder, isActive, tagsOf } from "../service/wire/order";
import { liveArguments } from "../vps/arguments";
import { observedIn } from "../vps/record";

/** An order as programs and the command line see it; `OrderInfo` in `functions/orders.ts` says what each property means. */
export type OrderInfo = ReturnType<typeof orderInfo>;

/** What to search orders by; everything that is set must match. */
export interface WantedOrders {
  readonly status?: "active" | "inactive" | "any" | undefined;
  readonly serverType?: "VPS" | "PHYSICAL" | undefined;
  readonly search?: string | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
  readonly dcLocation?: string | undefined;
  readonly domainName?: string | undefined;
  readonly orderOid?: number | undefined;
}

export function orderInfo(order: AboutOrder, nowMs: number) {
  const { runningState: _, ...parts } = liveArguments(order);
  const observed = observedIn(order);
  return {
    orderOid: order.orderOid,
    isActive: isActive(order, nowMs),
    ...parts,
    ...observed,
    secondaryIps: observed.secondaryIps ?? [],
    isOnCustomersOwnPhysicalServer: order.isOnCustomersOwnPhysicalServer,
    metaData: Object.fromEntries(tagsOf(order)),
  };
}

/** Checks an order here, because the service's own filters may be inexact, and it has none for some of these. */
export function matchesOrder(order: OrderInfo, wanted: WantedOrders): boolean {
  const { status = "active", serverType, search, tags, dcLocation, domainName, orderOid } = wanted;
  if (status !== "any" && order.isActive !== (status === "active")) return false;
  // Orders that do not report their kind come from a list of the requested kind.
  if (serverType !== undefined && (order.serverType ?? serverType) !== serverType) return false;
  if (orderOid !== undefined && order.orderOid !== orderOid) return false;
  if (domainName !== undefined && !isSame(order.domainName, domainName)) return false;
  if (dcLocation !== undefined && !isSame(order.dcLocation, dcLocation)) return false;
  return hasTags(order, tags ?? {}) && hasWords(order, search ?? "");
}

const isSame = (actual: string | undefined, wanted: string): boolean => actual?.toLowerCase() === wanted.toLowerCase();

/** An empty value matches any value of the key. */
const hasTags = ({ metaData }: OrderInfo, tags: Readonly<Record<string, string>>): boolean =>
  Object.entries(tags).every(
    ([key, value]) => Object.hasOwn(metaData, key) && (value === "" || metaData[key] === value),
  );

/** The fields that the service searches are undocumented: here each word must occur somewhere in the order. */
function hasWords(order: OrderInfo, search: string): boolean {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const text = Object.values(order)
    .map((value) => JSON.stringify(value))
    .join(" ")
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

/**
 * Lets the service narrow the list down if it can, and checks every filter here. Words are searched here alone: which fields the
 * service's own search looks at, and how, is undocumented, so it might leave out an order that has them all.
 */
export async function listOrders(service: ReadingClient, wanted: WantedOrders): Promise<OrderInfo[]> {
  const { status = "active", serverType, tags = {} } = wanted;
  const searchable = Object.entries(tags).filter(isSearchable);
  const { orders } = await service.listOrders({
    includeInactive: status !== "active",
    serverType,
    tags: searchable.map(([key, value]) => (value === "" ? { key } : { key, value })),
  });
  const nowMs = service.serviceNowMs();
  return orders.map((order) => orderInfo(order, nowMs)).filter((order) => matchesOrder(order, wanted));
}

/** The service splits its search at spaces and colons, so it cannot search for a tag that contains one. */
const isSearchable = ([key, value]: [string, string]): boolean => !/[\s:]/.test(`${key}${value}`);
