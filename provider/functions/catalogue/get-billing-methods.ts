import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Inputs } from "../../program/inputs";
import type { BillingMethod } from "../../schema/catalogue/billing-method";
import { ask, askOutput } from "../asking/ask";
import type { DataFunction } from "../asking/data-function";

export const GetBillingMethodsArgs = z.strictObject({});
export type GetBillingMethodsArgs = z.infer<typeof GetBillingMethodsArgs>;

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
  return ask(billingMethods, args, opts);
}

/** {@link getBillingMethods} for arguments that are outputs. Unknown in a preview for as long as they are. */
export function getBillingMethodsOutput(
  args: Inputs<GetBillingMethodsArgs> = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetBillingMethodsResult> {
  return askOutput(billingMethods, args, opts);
}
