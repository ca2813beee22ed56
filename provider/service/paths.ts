import { isIP } from "node:net";
import {
  type OrderFilter,
  orderFilterToMatrix,
  type PricingPlanFilter,
  pricingPlanFilterToMatrix,
} from "./wire/catalogue";

/** `encodeURIComponent` does not encode some characters that certain servers treat as special in a path. */
const encoded = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd")).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Filters follow the path segment as `;name=value`. Those without a value are left out. */
const matrix = (parameters: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`;${name}=${encoded(value)}`]))
    .join("");

/** What a path needs of an order. An order from the service has it, and so has a recorded server. */
interface OrderRef {
  readonly orderOid: number;
  /** The service's own name for the order in paths. */
  readonly slug?: string | undefined;
  readonly domainName?: string | undefined;
}

/** An order, or only its number if nothing else is known. */
export type WhichOrder = OrderRef | number;

export const orderOidOf = (order: WhichOrder): number => (typeof order === "number" ? order : order.orderOid);

const pathText = /^[A-Za-z0-9.-]+$/;

/**
 * `order-{oid}-{domain}`. The service is said to use only the number. In case it checks the domain too, this is the
 * slug that it gave the order, or the domain name.
 */
const order = (which: WhichOrder | string): string => {
  const { orderOid, slug, domainName } = typeof which === "object" ? which : { orderOid: which };
  const digits = String(orderOid);
  if (!/^[0-9]{1,18}$/.test(digits)) throw new RangeError("An order's number must have 1 to 18 digits.");
  const prefix = `order-${digits}-`;
  const named = slug?.startsWith(prefix) ? slug.slice(prefix.length) : "";
  const domain = pathText.test(named) ? named : encoded((domainName ?? "").replace(/[^\p{L}\p{N}.-]/gu, "-"));
  return `/r/orders/${prefix}${domain || "x"}`;
};

const ptr = (which: WhichOrder, ip: string | undefined): string => {
  if (ip !== undefined && isIP(ip) === 0) throw new RangeError("Reverse DNS can be set for an IP address only.");
  return `${order(which)}/ptr;ip=${encoded(ip ?? "")}`;
};

/** Every path of the service. No other code may build one. */
export const paths = {
  orders: (filter: OrderFilter) => `/r/orders${matrix(orderFilterToMatrix(filter))}`,
  /** With any parameters, even ones that the service may not know. */
  ordersWith: (parameters: Readonly<Record<string, string>>) => `/r/orders${matrix(parameters)}`,
  newVps: () => "/r/orders/new-vps",
  order,
  vps: (which: WhichOrder) => `${order(which)}/vps`,
  runningState: (which: WhichOrder) => `${order(which)}/vps/running-state`,
  parameters: (which: WhichOrder) => `${order(which)}/vps/parameters`,
  reinstall: (which: WhichOrder) => `${order(which)}/vps/reinstall`,
  hostServer: (which: WhichOrder) => `${order(which)}/vps/host-server`,
  dataTransferUsage: (which: WhichOrder) => `${order(which)}/vps/data-transfer-usage`,
  cancelled: (which: WhichOrder) => `${order(which)}/cancelled`,
  ptr,
  billingMethods: () => "/r/billing-methods",
  distributions: () => "/r/distributions",
  dataCenters: () => "/r/data-centers",
  pricingPlans: (filter: PricingPlanFilter) => `/r/pricing-plans${matrix(pricingPlanFilterToMatrix(filter))}`,
  newVmPricing: () => "/r/pricing-plans/new-vm-pricing",
} as const;
