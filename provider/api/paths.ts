import { isIP } from "node:net";
import {
  type OrderFilter,
  orderFilterToMatrix,
  type PricingPlanFilter,
  pricingPlanFilterToMatrix,
} from "../schema/filters";

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

/** The service ignores the domain part of the segment. A constant one never goes stale and needs no encoding. */
const order = (oid: number | string): string => {
  const digits = String(oid);
  if (!/^[0-9]{1,18}$/.test(digits)) throw new RangeError("An order's number must have 1 to 18 digits.");
  return `/r/orders/order-${digits}-x`;
};

const ptr = (oid: number | string, ip: string | undefined): string => {
  if (ip !== undefined && isIP(ip) === 0) throw new RangeError("Reverse DNS can be set for an IP address only.");
  return `${order(oid)}/ptr;ip=${encoded(ip ?? "")}`;
};

/** Every path of the service. No other code may build one. */
export const paths = {
  orders: (filter: OrderFilter) => `/r/orders${matrix(orderFilterToMatrix(filter))}`,
  /** With parameters as they are given, also such as the service may not know. */
  ordersWith: (parameters: Readonly<Record<string, string>>) => `/r/orders${matrix(parameters)}`,
  newVps: () => "/r/orders/new-vps",
  order,
  vps: (oid: number | string) => `${order(oid)}/vps`,
  runningState: (oid: number | string) => `${order(oid)}/vps/running-state`,
  parameters: (oid: number | string) => `${order(oid)}/vps/parameters`,
  reinstall: (oid: number | string) => `${order(oid)}/vps/reinstall`,
  hostServer: (oid: number | string) => `${order(oid)}/vps/host-server`,
  dataTransferUsage: (oid: number | string) => `${order(oid)}/vps/data-transfer-usage`,
  cancelled: (oid: number | string) => `${order(oid)}/cancelled`,
  ptr,
  billingMethods: () => "/r/billing-methods",
  distributions: () => "/r/distributions",
  dataCenters: () => "/r/data-centers",
  pricingPlans: (filter: PricingPlanFilter) => `/r/pricing-plans${matrix(pricingPlanFilterToMatrix(filter))}`,
  newVmPricing: () => "/r/pricing-plans/new-vm-pricing",
} as const;
