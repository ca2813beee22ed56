import type { Location } from "../../schema/catalogue";
import { type AboutOrder, isActive, tagsOf } from "../../schema/order";
import type { Money } from "../../schema/values";

/**
 * An order in the words of `Vps`, as the service's own records have it: see `getVpsStatus` for what the host sees.
 * Orders of earlier years lack many of these. Dates are ISO 8601 in UTC.
 */
export interface OrderInfo {
  /** The identity of the order, for good. */
  readonly orderOid: number;
  /** Whether it is billed: cancelled orders stay readable. An order to be cancelled at a later date is active until then. */
  readonly isActive: boolean;
  /** The label of the server: a domain name, which need not resolve. */
  readonly domainName: string | undefined;
  /** The service's own name of the order in paths. */
  readonly slug: string | undefined;
  /** `VPS`, or `PHYSICAL` for a dedicated server. */
  readonly serverType: string | undefined;
  /** The order in the service's own words: plan, sizes, host, image, price, remarks. */
  readonly orderDescription: string | undefined;
  /** `RUNNING`, `NOTRUNNING`, `RESTARTING`, `POWERCYCLING`, or what the service adds later. */
  readonly observedRunningState: string | undefined;
  /** `DEPLOYED` once it is installed; other values are documented nowhere. */
  readonly deployedState: string | undefined;
  /** Image code such as `deb13.64`. */
  readonly distro: string | undefined;
  /** Memory in MB. */
  readonly memoryMb: number | undefined;
  /** Boot disk in MB. */
  readonly diskSpaceMb: number | undefined;
  /** 0 where there is no second disk. */
  readonly diskSpace2Mb: number | undefined;
  /** Third disk in MB, 0 where there is none. */
  readonly diskSpace3Mb: number | undefined;
  /** The address of the first interface. Of a cancelled order: the one it had, which may be somebody else's by now. */
  readonly primaryIp: string | undefined;
  /** Further addresses, `[]` when there are none. */
  readonly secondaryIps: string[];
  /** Data-centre code such as `DCDALLAS`. */
  readonly dcLocation: string | undefined;
  /** Where the server stands. */
  readonly location: Location | undefined;
  /** The host it runs on. */
  readonly hostServerOid: string | undefined;
  /** Whether the host is the customer's own dedicated server. */
  readonly isOnCustomersOwnPhysicalServer: boolean | undefined;
  /** Traffic a month that is paid with the order, in GB, in and out together. */
  readonly dataTransferAllowanceGb: number | undefined;
  /** The billing method that is charged. */
  readonly billingOid: number | undefined;
  /** What it costs a month, without tax and overage. */
  readonly monthlyCost: Money | undefined;
  /** When it was ordered. */
  readonly orderDate: string | undefined;
  /** Until when it is paid. */
  readonly prepaidUntil: string | undefined;
  /** Since when the service keeps it from running; absent when it does not. */
  readonly suspendedDate: string | undefined;
  /** When the order was or will be cancelled. */
  readonly cancellationDate: string | undefined;
  /** The tags put on the order when it was bought; those of this provider among them. */
  readonly metaData: Record<string, string>;
}

export function orderInfo(order: AboutOrder, nowMs: number): OrderInfo {
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
