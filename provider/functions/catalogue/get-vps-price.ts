import type * as pulumi from "@pulumi/pulumi";
import type { Inputs } from "../../program/inputs";
import { ask, askOutput } from "../asking/ask";
import type { GetVpsPriceArgs, GetVpsPriceResult } from "../questions/catalogue";

/**
 * A quote: what a `Vps` with these arguments would cost a month. Orders nothing. Passwords, files and cloud-config stay
 * here, as no price depends on them; arguments that only steer the provider do not matter. The API key is sent if there
 * is one: prices depend on the account.
 *
 * Fails for arguments that `Vps` would not take, when the service refuses them (an unknown location, no room), and when
 * it cannot be reached or its answer cannot be read.
 *
 * @example
 * ```ts
 * const { monthlyCost } = await rimuhosting.getVpsPrice({ dcLocation: "DCDALLAS", memoryMb: 4096, diskSpaceMb: 40_960 });
 * if ((monthlyCost.amountUsd ?? 0) > 50) throw new pulumi.RunError("That is more than we want to spend.");
 * ```
 */
export function getVpsPrice(args: GetVpsPriceArgs = {}, opts?: pulumi.InvokeOptions): Promise<GetVpsPriceResult> {
  return ask("getVpsPrice", args, opts);
}

/** {@link getVpsPrice} for arguments that are outputs. Unknown in a preview for as long as they are. */
export function getVpsPriceOutput(
  args: Inputs<GetVpsPriceArgs> = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetVpsPriceResult> {
  return askOutput("getVpsPrice", args, opts);
}
