import type * as pulumi from "@pulumi/pulumi";
import type { Inputs } from "../../program/inputs";
import type { PricingPlan } from "../../schema/catalogue/pricing-plan";
import { PricingPlanFilter } from "../../schema/request/pricing-plan-filter";
import { ask, askOutput } from "../asking/ask";
import type { DataFunction } from "../asking/data-function";
import { matchesPlan } from "./plan-matching";

export type GetPricingPlansArgs = PricingPlanFilter;

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

/**
 * The plans that new servers are priced by. Needs no API key, and sends none. Without filters: the current VPS plans of
 * all locations. What a plan tells of itself is compared with the filters once more in the program.
 *
 * Fails when the service cannot be reached or its answer cannot be read.
 *
 * @example
 * ```ts
 * const { pricingPlans } = await rimuhosting.getPricingPlans({ dcLocation: "DCFRANKFURT", memAtLeast: 1024 });
 * ```
 */
export function getPricingPlans(
  args: GetPricingPlansArgs = {},
  opts?: pulumi.InvokeOptions,
): Promise<GetPricingPlansResult> {
  return ask(pricingPlans, args, opts);
}

/** {@link getPricingPlans} for arguments that are outputs. Unknown in a preview for as long as they are. */
export function getPricingPlansOutput(
  args: Inputs<GetPricingPlansArgs> = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetPricingPlansResult> {
  return askOutput(pricingPlans, args, opts);
}
