import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Inputs } from "../../program/inputs";
import type { Distribution } from "../../schema/catalogue/distribution";
import { ask, askOutput } from "../asking/ask";
import type { DataFunction } from "../asking/data-function";

export const GetDistributionsArgs = z.strictObject({});
export type GetDistributionsArgs = z.infer<typeof GetDistributionsArgs>;

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
  return ask(distributions, args, opts);
}

/** {@link getDistributions} for arguments that are outputs. Unknown in a preview for as long as they are. */
export function getDistributionsOutput(
  args: Inputs<GetDistributionsArgs> = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetDistributionsResult> {
  return askOutput(distributions, args, opts);
}
