import type * as pulumi from "@pulumi/pulumi";
import type { Inputs } from "../../program/inputs";
import { ask, askOutput } from "../asking/ask";
import type { GetDataTransferUsageArgs, GetDataTransferUsageResult } from "../questions/server";

/**
 * The traffic of a server. Slow: the service counts it when asked, some seconds longer than `getVpsStatus`; every
 * preview and every update of the program waits for it. Needs the API key.
 *
 * Fails like `getVpsStatus`.
 *
 * @example
 * ```ts
 * const usage = await rimuhosting.getDataTransferUsage({ orderOid: 2853299702 });
 * export const traffic = usage.raw;
 * ```
 */
export function getDataTransferUsage(
  args: GetDataTransferUsageArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetDataTransferUsageResult> {
  return ask("getDataTransferUsage", args, opts);
}

/** {@link getDataTransferUsage} for arguments that are outputs. Unknown in a preview for as long as they are. */
export function getDataTransferUsageOutput(
  args: Inputs<GetDataTransferUsageArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetDataTransferUsageResult> {
  return askOutput("getDataTransferUsage", args, opts);
}
