import { z } from "zod";
import type { BillingMethod } from "../../schema/billing";
import type { DataCenter, Distribution, PricingPlan } from "../../schema/catalogue";
import { PricingPlanFilter } from "../../schema/filters";
import type { Money } from "../../schema/values";
import { VpsInputs } from "../../schema/vps-inputs";
import type { DataFunction } from "../asking/data-function";
import { matchesPlan } from "../catalogue/plan-matching";

export const GetDistributionsArgs = z.strictObject({});
/** No arguments: every image is listed. */
export type GetDistributionsArgs = z.infer<typeof GetDistributionsArgs>;

export const GetDataCentersArgs = z.strictObject({});
/** No arguments: every place is listed. */
export type GetDataCentersArgs = z.infer<typeof GetDataCentersArgs>;

export const GetBillingMethodsArgs = z.strictObject({});
/** No arguments: every billing method of the account is listed. */
export type GetBillingMethodsArgs = z.infer<typeof GetBillingMethodsArgs>;

/** The arguments of a `Vps`, none of them required: what is left out, the service chooses. */
export const GetVpsPriceArgs = VpsInputs.partial();
export type GetVpsPriceArgs = z.infer<typeof GetVpsPriceArgs>;

/** The images on offer. */
export interface GetDistributionsResult {
  /**
   * The images, as the service sorts them: `distroCode` is what `Vps` takes as `distro`. Those that are neither promoted
   * nor recommended are older ones that can still be chosen. Servers may run images that are no longer listed.
   */
  readonly distributions: Distribution[];
}

export const distributions: DataFunction<typeof GetDistributionsArgs, GetDistributionsResult> = {
  name: "getDistributions",
  args: GetDistributionsArgs,
  answer: async (service) => ({ distributions: await service.read("distributions") }),
};

/** The places on offer. */
export interface GetDataCentersResult {
  /**
   * The places that take new servers: `dataCenterLocationCode` is what `Vps` takes as `dcLocation`. Being listed
   * promises no room for every size.
   */
  readonly dataCenters: DataCenter[];
}

export const dataCenters: DataFunction<typeof GetDataCentersArgs, GetDataCentersResult> = {
  name: "getDataCenters",
  args: GetDataCentersArgs,
  answer: async (service) => ({ dataCenters: await service.read("dataCenters") }),
};

/** Which plans to list; every filter is optional. */
export type GetPricingPlansArgs = PricingPlanFilter;

/** The plans on offer. */
export interface GetPricingPlansResult {
  /**
   * The plans, as the service sorts them: `pricingPlanCode` is what `Vps` takes. A plan is a starting point: other sizes
   * can be ordered, and the price follows (see `getVpsPrice`). Memory in MB, disk and traffic in GB.
   */
  readonly pricingPlans: PricingPlan[];
}

export const pricingPlans: DataFunction<typeof PricingPlanFilter, GetPricingPlansResult> = {
  name: "getPricingPlans",
  args: PricingPlanFilter,
  answer: async (service, filter) => {
    const listed = await service.read("pricingPlans", filter);
    return { pricingPlans: listed.filter((plan) => matchesPlan(plan, filter)) };
  },
};

/** How the account can pay. */
export interface GetBillingMethodsResult {
  /**
   * The ways to pay: `billingOid` is what `Vps` takes. Each with the active orders that are charged to it, in
   * `ordersOnThisBillingMethod`. The service masks card numbers itself.
   */
  readonly billingMethods: BillingMethod[];
}

export const billingMethods: DataFunction<typeof GetBillingMethodsArgs, GetBillingMethodsResult> = {
  name: "getBillingMethods",
  args: GetBillingMethodsArgs,
  answer: async (service) => ({ billingMethods: await service.read("billingMethods") }),
};

/** A quote: nothing is ordered, and the price is not promised. */
export interface GetVpsPriceResult {
  /** What the server would cost a month: in the account's currency, and the service's estimate in USD. */
  readonly monthlyCost: Money;
  /** The service's own sentence about the price, if it says one: it may also name what is missing for an order. */
  readonly message: string | undefined;
}

export const vpsPrice: DataFunction<typeof GetVpsPriceArgs, GetVpsPriceResult> = {
  name: "getVpsPrice",
  args: GetVpsPriceArgs,
  answer: async (service, { domainName, ...rest }) => {
    const named = domainName === undefined ? rest : { ...rest, domainName };
    return service.read("quote", named);
  },
};
