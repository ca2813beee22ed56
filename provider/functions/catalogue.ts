import type * as pulumi from "@pulumi/pulumi";
import { ask, askOutput } from "./ask";

/** `getDistributions` takes no arguments: it lists every image. */
export interface GetDistributionsArgs {
  [name: string]: never;
}

/** The images on offer. */
export interface GetDistributionsResult {
  /** In the order in which the service lists them. Servers may run images that are no longer listed. */
  readonly distributions: Distribution[];
}

/** An image that a new server can be installed with. */
export interface Distribution {
  /** The code that `Vps` takes as `distro`, such as `deb13.64`. */
  readonly distroCode: string;
  /** The name of the image, such as `Debian 13 64-bit (aka Trixie)`. */
  readonly distroDescription?: string;
  /** Whether the service puts the image forward. An image that is neither promoted nor recommended is an older one, still on offer. */
  readonly isPromoted?: boolean;
  /** Whether the service recommends the image. */
  readonly isRecommended?: boolean;
}

/**
 * Lists the images that new servers can be installed with. Needs no API key, and sends none.
 *
 * Fails when the service cannot be reached or its answer cannot be read. API: `GET /r/distributions`.
 *
 * @example
 * ```ts
 * const { distributions } = await rimuhosting.getDistributions();
 * const debian = distributions.find((one) => one.distroCode.startsWith("deb") && one.isRecommended);
 * ```
 */
export function getDistributions(
  args: GetDistributionsArgs = {},
  opts?: pulumi.InvokeOptions,
): Promise<GetDistributionsResult> {
  return ask("getDistributions", args, opts);
}

/** {@link getDistributions} as an Output, which can wait for other resources with `dependsOn`. */
export function getDistributionsOutput(
  args: GetDistributionsArgs = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetDistributionsResult> {
  return askOutput("getDistributions", args, opts);
}

/** `getDataCenters` takes no arguments: it lists every data centre. */
export interface GetDataCentersArgs {
  [name: string]: never;
}

/** The data centres on offer. */
export interface GetDataCentersResult {
  /** Those that accept new servers, in the order in which the service lists them. None promises room for every size. */
  readonly dataCenters: DataCenter[];
}

/** A data centre that accepts new orders. */
export interface DataCenter {
  /** The code that `Vps` takes as `dcLocation`, such as `DCDALLAS`. */
  readonly dataCenterLocationCode: string;
  /** The city, such as `Dallas`. */
  readonly dataCenterLocationName?: string;
  /** The country as two letters, such as `US`. */
  readonly dataCenterLocationCountry2ltr?: string;
}

/** Where a server stands, or where a plan is offered. */
export interface Location {
  /** Data-centre code such as `DCDALLAS`. */
  readonly dataCenterLocationCode?: string;
  /** The city, such as `Dallas`. */
  readonly dataCenterLocationName?: string;
  /** The country as two letters, such as `US`. */
  readonly dataCenterLocationCountry2ltr?: string;
}

/**
 * Lists the data centres that new servers can be ordered in. Needs no API key, and sends none.
 *
 * Fails when the service cannot be reached or its answer cannot be read. API: `GET /r/data-centers`.
 *
 * @example
 * ```ts
 * const { dataCenters } = await rimuhosting.getDataCenters();
 * const german = dataCenters.find((one) => one.dataCenterLocationCountry2ltr === "DE");
 * ```
 */
export function getDataCenters(
  args: GetDataCentersArgs = {},
  opts?: pulumi.InvokeOptions,
): Promise<GetDataCentersResult> {
  return ask("getDataCenters", args, opts);
}

/** {@link getDataCenters} as an Output, which can wait for other resources with `dependsOn`. */
export function getDataCentersOutput(
  args: GetDataCentersArgs = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetDataCentersResult> {
  return askOutput("getDataCenters", args, opts);
}

/** `getBillingMethods` takes no arguments: it lists every billing method of the account. */
export interface GetBillingMethodsArgs {
  [name: string]: never;
}

/** How the account can pay. */
export interface GetBillingMethodsResult {
  /** Every way to pay, each with the active orders that are charged to it. */
  readonly billingMethods: BillingMethod[];
}

/** A card or another way to pay. */
export interface BillingMethod {
  /** The number that `Vps` takes as `billingOid`. */
  readonly billingOid: number;
  /** `TS_CC` (a card), `TS_PAYPAL`, `TS_BANK`, `TS_WIRE`, `TS_INVOICE`, `TS_OTHER`, or what the service adds later. */
  readonly billingMethodType?: string;
  /** The service's own description. The service masks card numbers itself. */
  readonly description?: string;
  /** The active orders that are charged to it. */
  readonly ordersOnThisBillingMethod?: ChargedOrder[];
}

/** An active order, as a billing method lists it. */
export interface ChargedOrder {
  /** The number of the order. */
  readonly orderOid: number;
  /** The label of the server: a domain name, which need not resolve. */
  readonly domainName?: string;
  /** The service's own name of the order in paths. */
  readonly slug?: string;
  /** Price and dates. The service may give only a part of them here: `getOrder` has them all. */
  readonly aboutBilling?: BillingInfo;
}

/** The price and the dates of an order. Dates are ISO 8601 in UTC. */
export interface BillingInfo {
  /** The monthly fee in USD. */
  readonly monthlyRecurringFee?: number;
  /** The monthly fee in the account's currency and in USD. */
  readonly monthlyRecurringAmt?: Money;
  /** When the order was placed. */
  readonly orderDate?: string;
  /** Until when the order is paid. */
  readonly prepaidUntil?: string;
  /** Since when the service keeps the server from running; absent when it does not. */
  readonly suspendedDate?: string;
  /** When the order was or will be cancelled: a date in the future while the server still runs. Absent when it is not to end. */
  readonly cancellationDate?: string;
}

/** A sum of money a month, without tax and overage. What the service does not say is absent. */
export interface Money {
  /** The sum in `currency`. */
  readonly amount?: number;
  /** Currency code of three letters, such as `USD`. */
  readonly currency?: string;
  /** The sum in USD: the service's own estimate where `currency` is another one. */
  readonly amountUsd?: number;
}

/**
 * Lists the cards and other ways to pay of the account. Needs the API key.
 *
 * Fails without a key, with a key that the service refuses, and when the service cannot be reached or its answer cannot be
 * read. API: `GET /r/billing-methods`.
 *
 * @example
 * ```ts
 * const { billingMethods } = await rimuhosting.getBillingMethods();
 * const card = billingMethods.find((one) => one.billingMethodType === "TS_CC");
 * ```
 */
export function getBillingMethods(
  args: GetBillingMethodsArgs = {},
  opts?: pulumi.InvokeOptions,
): Promise<GetBillingMethodsResult> {
  return ask("getBillingMethods", args, opts);
}

/** {@link getBillingMethods} as an Output, which can wait for other resources with `dependsOn`. */
export function getBillingMethodsOutput(
  args: GetBillingMethodsArgs = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetBillingMethodsResult> {
  return askOutput("getBillingMethods", args, opts);
}
