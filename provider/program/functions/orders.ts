import type { OutputArgs } from "../given";
import { formsOf } from "./ask";
import type { Location, Money } from "./catalogue";

/** An order in the service's own records; older ones lack some properties. `getVpsStatus` reads what the host sees. */
export interface OrderInfo {
  /** The number of the order: its identity, which never changes. */
  readonly orderOid: number;
  /** Whether it is billed. A cancelled order stays readable, but its address may be another server's by now. */
  readonly isActive: boolean;
  /** The label of the server: a domain name, which need not resolve. */
  readonly domainName: string | undefined;
  /** The service's own name for the order in paths. */
  readonly slug: string | undefined;
  /** `VPS`, or `PHYSICAL` for a dedicated server. */
  readonly serverType: string | undefined;
  /** Code of the order's plan, whoever chose it: what `orderDescription` begins with. */
  readonly pricingPlan: string | undefined;
  /** The order in the service's own words: plan, sizes, host, image, price. */
  readonly orderDescription: string | undefined;
  /** `RUNNING`, `NOTRUNNING`, `RESTARTING` or `POWERCYCLING`. */
  readonly observedRunningState: string | undefined;
  /** `DEPLOYED` once the server is installed. */
  readonly deployedState: string | undefined;
  /** Image code such as `deb13.64`. */
  readonly distro: string | undefined;
  /** Memory in MB. */
  readonly memoryMb: number | undefined;
  /** Boot disk in MB. */
  readonly diskSpaceMb: number | undefined;
  /** Second disk in MB, 0 if there is none. */
  readonly diskSpace2Mb: number | undefined;
  /** Third disk in MB, 0 if there is none. */
  readonly diskSpace3Mb: number | undefined;
  /** The address of the first interface, also of a cancelled order: it may belong to another server by now. */
  readonly primaryIp: string | undefined;
  /** Additional addresses, `[]` if there are none. */
  readonly secondaryIps: string[];
  /** Data-centre code such as `DCDALLAS`. */
  readonly dcLocation: string | undefined;
  /** Where the server is. */
  readonly location: Location | undefined;
  /** The number of the host that the server runs on, as text. */
  readonly hostServerOid: string | undefined;
  /** Whether the host is the customer's own dedicated server. */
  readonly isOnCustomersOwnPhysicalServer: boolean | undefined;
  /** Traffic per month included in the price, in GB, in and out together. */
  readonly dataTransferAllowanceGb: number | undefined;
  /** The number of the billing method that is charged. */
  readonly billingOid: number | undefined;
  /** What the order costs per month, excluding tax and overage. */
  readonly monthlyCost: Money | undefined;
  /** The monthly fee in USD, as the service records it beside `monthlyCost`. */
  readonly monthlyRecurringFee: number | undefined;
  /** When the order was placed. */
  readonly orderDate: string | undefined;
  /** The date until which the order is paid. */
  readonly prepaidUntil: string | undefined;
  /** When the service suspended the server; absent if it is not suspended. */
  readonly suspendedDate: string | undefined;
  /** When the order was or will be cancelled, in the service's own words if they cannot be read as a date; absent if it is not due to end. */
  readonly cancellationDate: string | undefined;
  /** Its tags, including this provider's own. */
  readonly metaData: Record<string, string>;
}

/** Which orders to list. Every filter is optional. */
export interface GetOrdersArgs {
  /** `active` orders are billed, `inactive` ones were cancelled. Default: `active`. */
  status?: "active" | "inactive" | "any" | undefined;
  /** `PHYSICAL` means dedicated servers. Default: both. */
  serverType?: "VPS" | "PHYSICAL" | undefined;
  /** The whole domain name. Default: all. */
  domainName?: string | undefined;
  /** Words that must all occur in the order, such as a part of its domain name. Default: none. */
  search?: string | undefined;
  /** Tags that the order must have; an empty value matches any. Default: none. */
  tags?: Record<string, string> | undefined;
  /** Data-centre code such as `DCDALLAS`. Default: all. */
  dcLocation?: string | undefined;
}

/** Which orders to list. Every filter is optional, and may be an output. */
export interface GetOrdersOutputArgs extends OutputArgs<GetOrdersArgs> {}

/** The orders that match. */
export interface GetOrdersResult {
  /** In the service's own sequence. */
  readonly orders: OrderInfo[];
}

const ordersForms = formsOf<[args?: GetOrdersArgs], [args?: GetOrdersOutputArgs], GetOrdersResult>("getOrders");

/**
 * Lists the account's orders for VPSs and dedicated servers. Letter case matters only in tags.
 *
 * @example
 * ```ts
 * const { orders } = await rimuhosting.getOrders({ tags: { role: "web" }, dcLocation: "DCDALLAS" });
 * export const ips = orders.map((order) => order.primaryIp);
 * ```
 */
export const getOrders = ordersForms.promise;

/**
 * {@link getOrders} for filters that are outputs. Unknown in a preview for as long as they are.
 *
 * @example
 * ```ts
 * export const neighbours = rimuhosting.getOrdersOutput({ dcLocation: web.dcLocation }).orders;
 * ```
 */
export const getOrdersOutput = ordersForms.output;

/** Which order to read. */
export interface GetOrderArgs {
  /** The number of the order. */
  orderOid: number | string;
}

/** Which order to read. The number may be an output. */
export interface GetOrderOutputArgs extends OutputArgs<GetOrderArgs> {}

/** An order. */
export interface GetOrderResult extends OrderInfo {}

const orderForms = formsOf<[args: GetOrderArgs], [args: GetOrderOutputArgs], GetOrderResult>("getOrder");

/**
 * Reads one order of a VPS or a dedicated server, active or cancelled. Fails if the key can't see it.
 *
 * @example
 * ```ts
 * const { prepaidUntil } = await rimuhosting.getOrder({ orderOid: 2853299702 });
 * ```
 */
export const getOrder = orderForms.promise;

/**
 * {@link getOrder} for a number that is an output. Unknown in a preview for as long as it is.
 *
 * @example
 * ```ts
 * export const slug = rimuhosting.getOrderOutput({ orderOid: web.orderOid }).slug;
 * ```
 */
export const getOrderOutput = orderForms.output;
