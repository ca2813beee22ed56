import type * as pulumi from "@pulumi/pulumi";
import type { Inputs } from "../../program/inputs";
import { ask, askOutput } from "../asking/ask";
import type { GetPricingPlansArgs, GetPricingPlansResult } from "../questions/catalogue";

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
  return ask("getPricingPlans", args, opts);
}

/** {@link getPricingPlans} for arguments that are outputs. Unknown in a preview for as long as they are. */
export function getPricingPlansOutput(
  args: Inputs<GetPricingPlansArgs> = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetPricingPlansResult> {
  return askOutput("getPricingPlans", args, opts);
}
