import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Inputs } from "../../program/inputs";
import type { DataTransferUsage } from "../../schema/server/data-transfer-usage";
import type { HostServerInfo } from "../../schema/server/host-server-info";
import type { RunningVpsInfo } from "../../schema/server/running-vps-info";
import { ask, askOutput } from "../asking/ask";
import type { DataFunction } from "../asking/data-function";
import { OrderOid } from "../orders/arguments";

export const GetDataTransferUsageArgs = z.strictObject({
  /** The number of the server's order. */
  orderOid: OrderOid,
});
export type GetDataTransferUsageArgs = z.input<typeof GetDataTransferUsageArgs>;

export interface GetDataTransferUsageResult {
  readonly orderOid: number;
  /**
   * Traffic of this month and the last. The service documents no field of it, so all of them are here under the
   * service's own names and units, and may change with it.
   */
  readonly raw: DataTransferUsage;
  /** As in `getVpsStatus`, where the service tells it. */
  readonly runningVpsInfo: RunningVpsInfo | undefined;
  /** As in `getVpsStatus`, where the service tells it. */
  readonly hostServerInfo: HostServerInfo | undefined;
}

export const dataTransferUsage: DataFunction<typeof GetDataTransferUsageArgs, GetDataTransferUsageResult> = {
  name: "getDataTransferUsage",
  args: GetDataTransferUsageArgs,
  answer: async (service, { orderOid }) => {
    const { usage, runningVpsInfo, hostServerInfo } = await service.read("dataTransferUsage", orderOid);
    return { orderOid, raw: usage, runningVpsInfo, hostServerInfo };
  },
};

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
  return ask(dataTransferUsage, args, opts);
}

/** {@link getDataTransferUsage} for arguments that are outputs. Unknown in a preview for as long as they are. */
export function getDataTransferUsageOutput(
  args: Inputs<GetDataTransferUsageArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetDataTransferUsageResult> {
  return askOutput(dataTransferUsage, args, opts);
}
