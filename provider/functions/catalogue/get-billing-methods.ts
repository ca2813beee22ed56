import type * as pulumi from "@pulumi/pulumi";
import type { Inputs } from "../../program/inputs";
import { ask, askOutput } from "../asking/ask";
import type { GetBillingMethodsArgs, GetBillingMethodsResult } from "../questions/catalogue";

/**
 * The cards and other ways to pay of the account. Needs the API key.
 *
 * Fails without a key, with one that the service refuses, and when the service cannot be reached or its answer read.
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

/** {@link getBillingMethods} for arguments that are outputs. Unknown in a preview for as long as they are. */
export function getBillingMethodsOutput(
  args: Inputs<GetBillingMethodsArgs> = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetBillingMethodsResult> {
  return askOutput("getBillingMethods", args, opts);
}
