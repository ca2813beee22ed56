import type { OutputArgs } from "../given";
import { formsOf } from "./ask";

/** Which server to look at. */
export interface GetVpsStatusArgs {
  /** The number of the server's order. */
  orderOid: number | string;
}

/** Which server to look at. The number may be an output. */
export interface GetVpsStatusOutputArgs extends OutputArgs<GetVpsStatusArgs> {}

/** The live state of a server and of its host. */
export interface GetVpsStatusResult {
  /** The number of the server's order. */
  readonly orderOid: number;
  /** The server as its host sees it now. */
  readonly runningVpsInfo: RunningVpsInfo;
  /** The host. */
  readonly hostServerInfo: HostServerInfo | undefined;
}

/** A server as its host sees it now. */
export interface RunningVpsInfo {
  /** `RUNNING`, `NOTRUNNING`, `RESTARTING` or `POWERCYCLING`. */
  readonly runningState?: string;
  /** `DEPLOYED` once the server is installed. */
  readonly deployedState?: string;
  /** Whether the server answers a ping from its host. */
  readonly pingsOk?: boolean;
  /** The label of the kernel, such as `default64`. */
  readonly currentKernel?: string;
  /** The kernel that the label stands for. */
  readonly currentKernelCanonical?: string;
  /** Whether the console can be reached over SSH. */
  readonly isConsoleLoginEnabled?: boolean;
  /** The public keys that open the console without the password. */
  readonly consolePublicAuthorizedKeys?: string;
  /** Whether the service backs the server up. */
  readonly isBackupsEnabled?: boolean;
  /** Whether a backup is running now. */
  readonly isBackupRunning?: boolean;
  /** What the service says about the last backup. */
  readonly lastBackupMessage?: string;
  /** The earliest time of the next backup, ISO 8601 in UTC. */
  readonly nextBackupTime?: string;
  /** How long the server has been up, in seconds. */
  readonly vpsUptimeS?: number;
  /** CPU time since then, in seconds, all CPUs together. */
  readonly vpsCpuTimeS?: number;
  /** Whether the service keeps it from running: suspended, or during a disk resize, for example. */
  readonly isSuspended?: boolean;
  /** What the service reports without documenting it. */
  readonly raw?: UndocumentedFields;
}

/** The host that a server runs on. */
export interface HostServerInfo {
  /** The model of its CPUs. */
  readonly cpuModelName?: string;
  /** The default kernel of 32-bit servers on it. */
  readonly defaultKernelI386?: string;
  /** The default kernel of 64-bit servers on it. */
  readonly defaultKernelX8664?: string;
  /** Free memory in MB. Not all of it is available to servers. */
  readonly hostMemMbFree?: number;
  /** Memory in MB. */
  readonly hostMemMbTotal?: number;
  /** The number of CPU cores, all CPUs together. */
  readonly hostNumCores?: number;
  /** How long the host has been up, in seconds. */
  readonly hostUptimeS?: number;
  /** The version of Xen, such as `3.4.1`. */
  readonly hostXenVersion?: string;
  /** The three load averages. */
  readonly hostload?: number[];
  /** Whether it can run 64-bit servers. */
  readonly isHost64BitCapable?: boolean;
  /** The number of servers that run on it. */
  readonly runningVpss?: number;
  /** What the service reports without documenting it, such as its free disk. */
  readonly raw?: UndocumentedFields;
}

/**
 * Fields that the service doesn't document, in its own names and units. They may change without notice. Fields whose names
 * suggest a secret are left out.
 */
export interface UndocumentedFields {
  /** A field by its name: any JSON value. */
  [name: string]: PlainValue;
}

const vpsStatusForms = formsOf<[args: GetVpsStatusArgs], [args: GetVpsStatusOutputArgs], GetVpsStatusResult>(
  "getVpsStatus",
);

/**
 * Reads live statistics of a server and its host; slower than `getOrder`. The values differ in every run, so don't use
 * them as inputs of a resource. Fails if the key can't see the server or the host can't be reached.
 *
 * @example
 * ```ts
 * const { runningVpsInfo } = await rimuhosting.getVpsStatus({ orderOid: 2853299702 });
 * export const uptimeHours = (runningVpsInfo.vpsUptimeS ?? 0) / 3600;
 * ```
 */
export const getVpsStatus = vpsStatusForms.promise;

/**
 * {@link getVpsStatus} for a number that is an output. Unknown in a preview for as long as it is.
 *
 * @example
 * ```ts
 * export const pingsOk = rimuhosting.getVpsStatusOutput({ orderOid: web.orderOid }).runningVpsInfo.pingsOk;
 * ```
 */
export const getVpsStatusOutput = vpsStatusForms.output;

/** Which server's traffic to read. */
export interface GetDataTransferUsageArgs {
  /** The number of the server's order. */
  orderOid: number | string;
}

/** Which server's traffic to read. The number may be an output. */
export interface GetDataTransferUsageOutputArgs extends OutputArgs<GetDataTransferUsageArgs> {}

/** The traffic of a server. */
export interface GetDataTransferUsageResult {
  /** The number of the server's order. */
  readonly orderOid: number;
  /** Traffic of this month and the last. */
  readonly raw: UndocumentedFields;
  /** As in `getVpsStatus`. */
  readonly runningVpsInfo: RunningVpsInfo | undefined;
  /** As in `getVpsStatus`. */
  readonly hostServerInfo: HostServerInfo | undefined;
}

/** Any JSON value. */
export type PlainValue = string | number | boolean | null | PlainValue[] | { [name: string]: PlainValue };

const dataTransferUsageForms = formsOf<
  [args: GetDataTransferUsageArgs],
  [args: GetDataTransferUsageOutputArgs],
  GetDataTransferUsageResult
>("getDataTransferUsage");

/**
 * Reads the traffic of a server; slow, because the service counts on request.
 *
 * @example
 * ```ts
 * const { raw } = await rimuhosting.getDataTransferUsage({ orderOid: 2853299702 });
 * ```
 */
export const getDataTransferUsage = dataTransferUsageForms.promise;

/**
 * {@link getDataTransferUsage} for a number that is an output. Unknown in a preview for as long as it is.
 *
 * @example
 * ```ts
 * export const traffic = rimuhosting.getDataTransferUsageOutput({ orderOid: web.orderOid }).raw;
 * ```
 */
export const getDataTransferUsageOutput = dataTransferUsageForms.output;
