import type { OrderInfo } from "./order-info";

/** What an order may be asked for; each part that is given must hold. */
export interface Wanted {
  readonly status?: "active" | "inactive" | "any" | undefined;
  readonly serverType?: "VPS" | "PHYSICAL" | undefined;
  readonly search?: string | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
  readonly dcLocation?: string | undefined;
  readonly domainName?: string | undefined;
  readonly orderOid?: number | undefined;
}

/** The service's own filters are not to be trusted blindly, and it has none for some of these. */
export function matchesOrder(order: OrderInfo, wanted: Wanted): boolean {
  const { status = "active", serverType, search, tags, dcLocation, domainName, orderOid } = wanted;
  if (status !== "any" && order.isActive !== (status === "active")) return false;
  // Orders that do not tell what they are come from a list of the wanted kind.
  if (serverType !== undefined && (order.serverType ?? serverType) !== serverType) return false;
  if (orderOid !== undefined && order.orderOid !== orderOid) return false;
  if (domainName !== undefined && !isSame(order.domainName, domainName)) return false;
  if (dcLocation !== undefined && !isSame(order.dcLocation, dcLocation)) return false;
  return hasTags(order, tags ?? {}) && holdsWords(order, search ?? "");
}

const isSame = (told: string | undefined, wanted: string): boolean => told?.toLowerCase() === wanted.toLowerCase();

/** An empty value asks for the key alone. */
const hasTags = ({ metaData }: OrderInfo, tags: Readonly<Record<string, string>>): boolean =>
  Object.entries(tags).every(
    ([key, value]) => Object.hasOwn(metaData, key) && (value === "" || metaData[key] === value),
  );

/** Which fields the service searches is not documented: here each word must be found somewhere in the order. */
function holdsWords(order: OrderInfo, search: string): boolean {
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
