import type * as pulumi from "@pulumi/pulumi";
import type { Inputs } from "../../program/inputs";
import { ask, askOutput } from "../asking/ask";
import type { GetVpsStatusArgs, GetVpsStatusResult } from "../questions/server";

/**
 * Live statistics of a server, and of the host it runs on. Needs the API key. The host itself is asked, so it takes
 * longer than `getOrder`. The values differ at every run: as inputs of a resource they would change it each time.
 *
 * Fails when the key knows no such server or the host cannot be reached, without a key, with one that the service
 * refuses, and when the service cannot be reached or its answer cannot be read.
 *
 * @example
 * ```ts
 * const { runningVpsInfo } = await rimuhosting.getVpsStatus({ orderOid: 2853299702 });
 * export const uptimeHours = (runningVpsInfo.vpsUptimeS ?? 0) / 3600;
 * ```
 */
export function getVpsStatus(args: GetVpsStatusArgs, opts?: pulumi.InvokeOptions): Promise<GetVpsStatusResult> {
  return ask("getVpsStatus", args, opts);
}

/** {@link getVpsStatus} for arguments that are outputs. Unknown in a preview for as long as they are. */
export function getVpsStatusOutput(
  args: Inputs<GetVpsStatusArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetVpsStatusResult> {
  return askOutput("getVpsStatus", args, opts);
}
