import { matchesOrder, type OrderInfo, orderInfo, type WantedOrders } from "../service/wire/order-info";
import { firstFew, shownText } from "../service/wire/shown-text";
import type { Service } from "./service";

/**
 * Lets the service narrow the list down if it can, and checks every filter here. Words are searched here alone: which fields the
 * service's own search looks at, and how, is undocumented, so it might leave out an order that has them all.
 */
export async function listOrders(service: Service, wanted: WantedOrders): Promise<OrderInfo[]> {
  const { status = "active", serverType, tags = {} } = wanted;
  const searchable = Object.entries(tags).filter(isSearchable);
  const { orders } = await service.listOrders({
    includeInactive: status !== "active",
    serverType,
    tags: searchable.map(([key, value]) => (value === "" ? { key } : { key, value })),
  });
  const nowMs = service.nowMs();
  return orders.map((order) => orderInfo(order, nowMs)).filter((order) => matchesOrder(order, wanted));
}

/** The service splits its search at spaces and colons, so it cannot search for a tag that contains one. */
const isSearchable = ([key, value]: [string, string]): boolean => !/[\s:]/.test(`${key}${value}`);

/** Returns the single match. Otherwise the error has the count and lists the matches or, if there are none, all servers. */
export function theOnlyOne(matching: readonly OrderInfo[], all: readonly OrderInfo[], wanted: WantedOrders): OrderInfo {
  const [match] = matching;
  if (match !== undefined && matching.length === 1) return match;
  const what = described(wanted);
  if (matching.length > 1) {
    throw new Error(
      `${matching.length} active VPSs have ${what}, but one was expected: ${named(matching)}. Pass the orderOid, or more tags.`,
    );
  }
  throw new Error(
    all.length === 0
      ? `0 active VPSs have ${what}: the account has none at all.`
      : `0 active VPSs have ${what}, but one was expected. The account has ${all.length}: ${named(all)}.`,
  );
}

function described({ orderOid, domainName, tags = {} }: WantedOrders): string {
  const parts = [
    ...(orderOid === undefined ? [] : [`orderOid ${orderOid}`]),
    ...(domainName === undefined ? [] : [`domainName "${shownText(domainName)}"`]),
    ...Object.entries(tags).map(([key, value]) =>
      value === "" ? `a tag "${key}"` : `the tag "${key}: ${shownText(value)}"`,
    ),
  ];
  return parts.join(" and ");
}

const maxListed = 10;

function named(orders: readonly OrderInfo[]): string {
  const names = orders.map((order) =>
    [order.orderOid, quoted(order.domainName), order.dcLocation].filter(Boolean).join(" "),
  );
  return firstFew(names, maxListed);
}

const quoted = (name: string | undefined): string | undefined => (name === undefined ? undefined : `"${name}"`);
