import { z } from "zod";
import type { DataTransferUsage, HostServerInfo, RunningVpsInfo } from "../../schema/server";
import type { DataFunction } from "../asking/data-function";
import { OrderOid } from "../orders/arguments";

export const GetVpsStatusArgs = z.strictObject({
  /** The number of the server's order. */
  orderOid: OrderOid,
});
/** Which server to look at. */
export type GetVpsStatusArgs = z.input<typeof GetVpsStatusArgs>;

export const GetDataTransferUsageArgs = z.strictObject({
  /** The number of the server's order. */
  orderOid: OrderOid,
});
/** Which server to look at. */
export type GetDataTransferUsageArgs = z.input<typeof GetDataTransferUsageArgs>;

/** The live state of a server and its host. */
export interface GetVpsStatusResult {
  /** The number of the server's order. */
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

/** The traffic of a server. */
export interface GetDataTransferUsageResult {
  /** The number of the server's order. */
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
