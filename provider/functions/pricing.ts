import { formsOf } from "./ask";
import type { Location, Money } from "./catalogue";
import type { OutputArgs } from "./output-args";

/** Which plans to list. Every filter is optional. */
export interface GetPricingPlansArgs {
  /** `VPS`, or `PHYSICAL` for dedicated servers. Default: `VPS`. */
  serverType?: "VPS" | "PHYSICAL" | undefined;
  /** Data-centre code such as `DCDALLAS`, in upper or lower case. Default: all locations. */
  dcLocation?: string | undefined;
  /** Maximum price per month in USD. Default: 0, which means no limit. */
  priceUnder?: number | undefined;
  /** Minimum price per month in USD. Default: 0, which means no limit. */
  priceOver?: number | undefined;
  /** Minimum memory that comes with the plan, in MB. Default: 0. */
  memAtLeast?: number | undefined;
  /** Minimum traffic per month that comes with the plan, in GB. Default: 0. */
  dataTransferAtLeastGb?: number | undefined;
  /** Leave out plans that are no longer sold. Default: true, set by the service. */
  justCurrent?: boolean | undefined;
  /** Only plans with these codes, in upper or lower case. Default: all. */
  justPlans?: string[] | undefined;
  /** Leave out resellers' plans. Default: true, set by the service. */
  notThirdParty?: boolean | undefined;
}

/** Which plans to list. Every filter is optional, and may be an output. */
export interface GetPricingPlansOutputArgs extends OutputArgs<GetPricingPlansArgs> {}

/** The plans on offer. */
export interface GetPricingPlansResult {
  /** The plans that match every filter, in the order in which the service lists them. */
  readonly pricingPlans: PricingPlan[];
}

/** A plan is a starting point: other sizes can be ordered, and the price follows. */
export interface PricingPlan {
  /** The code that `Vps` accepts as `pricingPlanCode`. */
  readonly pricingPlanCode: string;
  /** The name of the plan, such as `MiroVPS Semi-Dedicated Server (Dallas)`. */
  readonly pricingPlanDescription?: string;
  /** The monthly fee in USD. */
  readonly monthlyRecurringFee?: number;
  /** The monthly fee in the plan's currency and in USD. */
  readonly monthlyRecurringAmt?: Money;
  /** Memory that comes with the plan, in MB. */
  readonly minimumMemoryMb?: number;
  /** Disk that comes with the plan, in GB (unlike `Vps`, which uses MB). */
  readonly minimumDiskGb?: number;
  /** Traffic per month that comes with the plan, in GB, in and out together. */
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
 * Lists the plans that new servers are priced by. Needs no API key, and sends none. Without filters: the current VPS plans
 * of all locations. The service filters first; then this function checks every filter again against what each plan
 * reports.
 *
 * Fails if the service cannot be reached or its answer cannot be read. API: `GET /r/pricing-plans`.
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
 * const { pricingPlans } = rimuhosting.getPricingPlansOutput({ dcLocation: web.dcLocation });
 * ```
 */
export const getPricingPlansOutput = pricingPlansForms.output;
