import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Inputs } from "../../program/inputs";
import type { HostServerInfo } from "../../schema/server/host-server-info";
import type { RunningVpsInfo } from "../../schema/server/running-vps-info";
import { ask, askOutput } from "../asking/ask";
import type { DataFunction } from "../asking/data-function";
import { OrderOid } from "../orders/arguments";

export const GetVpsStatusArgs = z.strictObject({
  /** The number of the server's order. */
  orderOid: OrderOid,
});
export type GetVpsStatusArgs = z.input<typeof GetVpsStatusArgs>;

export interface GetVpsStatusResult {
  readonly orderOid: number;
  /** What the host sees of the server now: running state, kernel, backups; up-time and CPU time in seconds. */
  readonly runningVpsInfo: RunningVpsInfo;
  /** The host: load, CPUs, up-time in seconds, memory in MB. Free memory is not all available to servers. */
  readonly hostServerInfo: HostServerInfo | undefined;
}

export const vpsStatus: DataFunction<typeof GetVpsStatusArgs, GetVpsStatusResult> = {
  name: "getVpsStatus",
  args: GetVpsStatusArgs,
  answer: async (service, { orderOid }) => {
    const { runningVpsInfo, hostServerInfo } = await service.read("vpsStatus", orderOid);
    return { orderOid, runningVpsInfo, hostServerInfo };
  },
};

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
  return ask(vpsStatus, args, opts);
}

/** {@link getVpsStatus} for arguments that are outputs. Unknown in a preview for as long as they are. */
export function getVpsStatusOutput(
  args: Inputs<GetVpsStatusArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetVpsStatusResult> {
  return askOutput(vpsStatus, args, opts);
}
