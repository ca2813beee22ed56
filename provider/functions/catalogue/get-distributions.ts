import type * as pulumi from "@pulumi/pulumi";
import type { Inputs } from "../../program/inputs";
import { ask, askOutput } from "../asking/ask";
import type { GetDistributionsArgs, GetDistributionsResult } from "../questions/catalogue";

/**
 * The images that new servers can be installed with. Needs no API key, and sends none.
 *
 * Fails when the service cannot be reached or its answer cannot be read.
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

/** {@link getDistributions} for arguments that are outputs. Unknown in a preview for as long as they are. */
export function getDistributionsOutput(
  args: Inputs<GetDistributionsArgs> = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetDistributionsResult> {
  return askOutput("getDistributions", args, opts);
}
