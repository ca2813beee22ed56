import { type AboutOrder, isActive, tagsOf } from "../schema/order";
import type { Service } from "./service";

/** An order as programs see it; `OrderInfo` in `orders.ts` says what each property means. */
type OrderInfo = ReturnType<typeof orderInfo>;

/** What to search orders by; everything that is set must match. */
interface Wanted {
  readonly status?: "active" | "inactive" | "any" | undefined;
  readonly serverType?: "VPS" | "PHYSICAL" | undefined;
  readonly search?: string | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
  readonly dcLocation?: string | undefined;
  readonly domainName?: string | undefined;
  readonly orderOid?: number | undefined;
}

export function orderInfo(order: AboutOrder, nowMs: number) {
  const { allocatedIps, location, billingInfo, vpsParameters } = order;
  return {
    orderOid: order.orderOid,
    isActive: isActive(order, nowMs),
    domainName: order.domainName,
    slug: order.slug,
    serverType: order.serverType,
    orderDescription: order.orderDescription,
    observedRunningState: order.runningState,
    deployedState: order.deployedState,
    distro: order.distro,
    memoryMb: vpsParameters?.memoryMb,
    diskSpaceMb: vpsParameters?.diskSpaceMb,
    diskSpace2Mb: vpsParameters?.diskSpace2Mb,
    diskSpace3Mb: vpsParameters?.diskSpace3Mb,
    primaryIp: allocatedIps?.primaryIp,
    secondaryIps: allocatedIps?.secondaryIps ?? [],
    dcLocation: location?.dataCenterLocationCode,
    location,
    hostServerOid: order.hostServerOid,
    isOnCustomersOwnPhysicalServer: order.isOnCustomersOwnPhysicalServer,
    dataTransferAllowanceGb: order.dataTransferAllowance?.dataTransferGb,
    billingOid: order.billingOid,
    monthlyCost: billingInfo?.monthlyRecurringAmt,
    orderDate: billingInfo?.orderDate,
    prepaidUntil: billingInfo?.prepaidUntil,
    suspendedDate: billingInfo?.suspendedDate,
    cancellationDate: billingInfo?.cancellationDate,
    metaData: Object.fromEntries(tagsOf(order)),
  };
}

/** Lets the service narrow the list down if it can, and checks every filter here. */
export async function listOrders(service: Service, wanted: Wanted): Promise<OrderInfo[]> {
  const { status = "active", serverType, search, tags = {} } = wanted;
  const searchable = Object.entries(tags).filter(isSearchable);
  const orders = await service.listOrders({
    includeInactive: status !== "active",
    ...(serverType === undefined ? {} : { serverType }),
    ...(search === undefined ? {} : { search }),
    ...(searchable.length === 0
      ? {}
      : { tags: searchable.map(([key, value]) => (value === "" ? { key } : { key, value })) }),
  });
  const nowMs = service.nowMs();
  return orders.map((order) => orderInfo(order, nowMs)).filter((order) => matchesOrder(order, wanted));
}

/** The service splits its search at spaces and colons, so it cannot search for a tag that contains one. */
const isSearchable = ([key, value]: [string, string]): boolean => !/[\s:]/.test(`${key}${value}`);

/** Checks an order here, because the service's own filters may be inexact, and it has none for some of these. */
export function matchesOrder(order: OrderInfo, wanted: Wanted): boolean {
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

/** Returns the single match. Otherwise the error has the count and lists the matches or, if there are none, all servers. */
export function theOnlyOne(matching: readonly OrderInfo[], all: readonly OrderInfo[], wanted: Wanted): OrderInfo {
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

function described({ orderOid, domainName, tags = {} }: Wanted): string {
  const parts = [
    ...(orderOid === undefined ? [] : [`orderOid ${orderOid}`]),
    ...(domainName === undefined ? [] : [`domainName "${domainName}"`]),
    ...Object.entries(tags).map(([key, value]) => (value === "" ? `a tag "${key}"` : `the tag "${key}: ${value}"`)),
  ];
  return parts.join(" and ");
}

const maxListed = 10;

function named(orders: readonly OrderInfo[]): string {
  const names = orders
    .slice(0, maxListed)
    .map((order) => [order.orderOid, quoted(order.domainName), order.dcLocation].filter(Boolean).join(" "));
  const more = orders.length - names.length;
  return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

const quoted = (name: string | undefined): string | undefined => (name === undefined ? undefined : `"${name}"`);
