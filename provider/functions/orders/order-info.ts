import type { Location } from "../../schema/catalogue/data-center";
import type { AboutOrder } from "../../schema/order/about-order";
import { isActive, tagsOf } from "../../schema/order/order-state";
import type { Money } from "../../schema/value/money";

/**
 * An order in the words of `Vps`, as the service's own records have it: see `getVpsStatus` for what the host sees.
 * Orders of earlier years lack many of these. Dates are ISO 8601 in UTC.
 */
export interface OrderInfo {
  /** The identity of the order, for good. */
  readonly orderOid: number;
  /** Whether it is billed: cancelled orders stay readable. An order to be cancelled at a later date is active until then. */
  readonly isActive: boolean;
  readonly domainName?: string;
  readonly slug?: string;
  /** `VPS`, or `PHYSICAL` for a dedicated server. */
  readonly serverType?: string;
  readonly orderDescription?: string;
  /** `RUNNING`, `NOTRUNNING`, `RESTARTING`, `POWERCYCLING`, or what the service adds later. */
  readonly observedRunningState?: string;
  readonly deployedState?: string;
  /** Image code such as `deb13.64`. */
  readonly distro?: string;
  readonly memoryMb?: number;
  readonly diskSpaceMb?: number;
  /** 0 where there is no second disk. */
  readonly diskSpace2Mb?: number;
  readonly diskSpace3Mb?: number;
  readonly primaryIp?: string;
  readonly secondaryIps: string[];
  /** Data-centre code such as `DCDALLAS`. */
  readonly dcLocation?: string;
  readonly location?: Location;
  readonly hostServerOid?: string;
  readonly isOnCustomersOwnPhysicalServer?: boolean;
  readonly dataTransferAllowanceGb?: number;
  /** The billing method that is charged. */
  readonly billingOid?: number;
  readonly monthlyCost?: Money;
  readonly orderDate?: string;
  readonly prepaidUntil?: string;
  readonly suspendedDate?: string;
  /** When the order was or will be cancelled. */
  readonly cancellationDate?: string;
  /** The tags put on the order when it was bought; those of this provider among them. */
  readonly metaData: Record<string, string>;
}

export function orderInfo(order: AboutOrder, nowMs: number): OrderInfo {
  const { allocatedIps, location, billingInfo, vpsParameters } = order;
  return withoutAbsent({
    orderOid: order.orderOid,
    isActive: isActive(order, nowMs),
    domainName: order.domainName,
    slug: order.slug,
    serverType: order.serverType,
    orderDescription: order.orderDescription,
    observedRunningState: order.runningState,
    deployedState: order.deployedState,
    distro: order.distro,
    ...vpsParameters,
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
  });
}

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

const withoutAbsent = <T extends object>(parts: T): Present<T> =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as Present<T>;
