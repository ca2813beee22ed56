import type { OutputArgs } from "../given";
import { formsOf } from "./ask";

/** `getDistributions` takes no arguments: it lists every image. */
export interface GetDistributionsArgs {
  [name: string]: never;
}

/** The images on offer. */
export interface GetDistributionsResult {
  /** Servers may run images that are no longer listed. */
  readonly distributions: Distribution[];
}

/** An image that a new server can be installed with. */
export interface Distribution {
  /** The code that `Vps` accepts as `distro`, such as `deb13.64`. */
  readonly distroCode: string;
  /** The name of the image, such as `Debian 13 64-bit (aka Trixie)`. */
  readonly distroDescription?: string;
  /** Whether the service promotes it. */
  readonly isPromoted?: boolean;
  /** Whether the service recommends it. */
  readonly isRecommended?: boolean;
}

const distributionsForms = formsOf<
  [args?: GetDistributionsArgs],
  [args?: GetDistributionsArgs],
  GetDistributionsResult
>("getDistributions");

/**
 * Lists the images that new servers can be installed with.
 *
 * @example
 * ```ts
 * const { distributions } = await rimuhosting.getDistributions();
 * const debian = distributions.find((image) => image.distroCode.startsWith("deb") && image.isRecommended);
 * ```
 */
export const getDistributions = distributionsForms.promise;

/**
 * {@link getDistributions} as an Output, which can wait for other resources with `dependsOn`.
 *
 * @example
 * ```ts
 * export const images = rimuhosting.getDistributionsOutput().distributions;
 * ```
 */
export const getDistributionsOutput = distributionsForms.output;

/** Where a server is, or where a plan is offered. */
export interface Location {
  /** Data-centre code such as `DCDALLAS`. */
  readonly dataCenterLocationCode?: string;
  /** The city, such as `Dallas`. */
  readonly dataCenterLocationName?: string;
  /** Two-letter code of the country, such as `US`. */
  readonly dataCenterLocationCountry2ltr?: string;
}

/** `getBillingMethods` takes no arguments: it lists every billing method of the account. */
export interface GetBillingMethodsArgs {
  [name: string]: never;
}

/** How the account can pay. */
export interface GetBillingMethodsResult {
  /** Each with the active orders charged to it. */
  readonly billingMethods: BillingMethod[];
}

/** A card or another way to pay. */
export interface BillingMethod {
  /** The number that `Vps` accepts as `billingOid`. */
  readonly billingOid: number;
  /** `TS_CC` for a card, `TS_PAYPAL`, `TS_BANK`, `TS_WIRE`, `TS_INVOICE` or `TS_OTHER`. */
  readonly billingMethodType?: string;
  /** The service's own description, with card numbers masked. */
  readonly description?: string;
  /** The active orders charged to it. */
  readonly ordersOnThisBillingMethod?: ChargedOrder[];
}

/** An active order, as a billing method lists it. */
export interface ChargedOrder {
  /** The number of the order. */
  readonly orderOid: number;
  /** The label of the server: a domain name, which need not resolve. */
  readonly domainName?: string;
  /** The service's own name for the order in paths. */
  readonly slug?: string;
  /** Price and dates, not always all of them. */
  readonly aboutBilling?: BillingInfo;
}

/** The price and the dates of an order. */
export interface BillingInfo {
  /** The monthly fee in USD. */
  readonly monthlyRecurringFee?: number;
  /** The monthly fee in the account's currency and in USD. */
  readonly monthlyRecurringAmt?: Money;
  /** When the order was placed. */
  readonly orderDate?: string;
  /** The date until which the order is paid. */
  readonly prepaidUntil?: string;
  /** When the service suspended the server. */
  readonly suspendedDate?: string;
  /** When the order was or will be cancelled. */
  readonly cancellationDate?: string;
}

/** A sum per month, without tax and overage. */
export interface Money {
  /** The sum in `currency`. */
  readonly amount?: number;
  /** Currency code such as `USD`. */
  readonly currency?: string;
  /** The sum in USD, by the service's own estimate. */
  readonly amountUsd?: number;
}

const billingMethodsForms = formsOf<
  [args?: GetBillingMethodsArgs],
  [args?: GetBillingMethodsArgs],
  GetBillingMethodsResult
>("getBillingMethods");

/**
 * Lists the account's cards and other ways to pay.
 *
 * @example
 * ```ts
 * const { billingMethods } = await rimuhosting.getBillingMethods();
 * const card = billingMethods.find((method) => method.billingMethodType === "TS_CC");
 * ```
 */
export const getBillingMethods = billingMethodsForms.promise;

/**
 * {@link getBillingMethods} as an Output, which can wait for other resources with `dependsOn`.
 *
 * @example
 * ```ts
 * export const methods = rimuhosting.getBillingMethodsOutput({}, { dependsOn: [web] }).billingMethods;
 * ```
 */
export const getBillingMethodsOutput = billingMethodsForms.output;

/** Which plans to list. Every filter is optional. */
export interface GetPricingPlansArgs {
  /** `PHYSICAL` means dedicated servers. Default: `VPS`. */
  serverType?: "VPS" | "PHYSICAL" | undefined;
  /** Data-centre code such as `DCDALLAS`. Default: all. */
  dcLocation?: string | undefined;
  /** Highest price per month in USD. Default: no limit. */
  priceUnder?: number | undefined;
  /** Lowest price per month in USD. Default: no limit. */
  priceOver?: number | undefined;
  /** Least memory in MB. Default: 0. */
  memAtLeast?: number | undefined;
  /** Least traffic per month in GB. Default: 0. */
  dataTransferAtLeastGb?: number | undefined;
  /** Leaves out plans that are no longer sold. Default: true. */
  justCurrent?: boolean | undefined;
  /** Only plans with exactly these codes, such as `MIRO1B`; unknown ones are ignored. Default: all. */
  justPlans?: string[] | undefined;
  /** Leaves out resellers' plans. Default: true. */
  notThirdParty?: boolean | undefined;
}

/** Which plans to list. Every filter is optional, and may be an output. */
export interface GetPricingPlansOutputArgs extends OutputArgs<GetPricingPlansArgs> {}

/** The plans on offer. */
export interface GetPricingPlansResult {
  /** In the service's own sequence. */
  readonly pricingPlans: PricingPlan[];
}

/** A plan is a starting point: other sizes can be ordered, and the price follows. */
export interface PricingPlan {
  /** The code that `Vps` accepts as `pricingPlanCode`. */
  readonly pricingPlanCode: string;
  /** The name of the plan. */
  readonly pricingPlanDescription?: string;
  /** The monthly fee in USD. */
  readonly monthlyRecurringFee?: number;
  /** The monthly fee in the plan's currency and in USD. */
  readonly monthlyRecurringAmt?: Money;
  /** Memory that comes with the plan, in MB. */
  readonly minimumMemoryMb?: number;
  /** Disk that comes with the plan, in GB. */
  readonly minimumDiskGb?: number;
  /** Traffic per month that comes with the plan, in GB. */
  readonly minimumDataTransferAllowanceGb?: number;
  /** The service's web page about the plan. */
  readonly seeAlsoUrl?: string;
  /** `VPS`, or `PHYSICAL` for a dedicated server. */
  readonly serverType?: string;
  /** Where the plan is offered. */
  readonly offeredAtDataCenter?: Location;
}

const pricingPlansForms = formsOf<
  [args?: GetPricingPlansArgs],
  [args?: GetPricingPlansOutputArgs],
  GetPricingPlansResult
>("getPricingPlans");

/**
 * Lists the plans that new servers are priced by.
 *
 * @example
 * ```ts
 * const { pricingPlans } = await rimuhosting.getPricingPlans({ dcLocation: "DCFRANKFURT", memAtLeast: 1024 });
 * ```
 */
export const getPricingPlans = pricingPlansForms.promise;

/**
 * {@link getPricingPlans} for filters that are outputs. Unknown in a preview for as long as they are.
 *
 * @example
 * ```ts
 * export const plansThere = rimuhosting.getPricingPlansOutput({ dcLocation: web.dcLocation }).pricingPlans;
 * ```
 */
export const getPricingPlansOutput = pricingPlansForms.output;
