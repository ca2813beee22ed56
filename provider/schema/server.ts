import * as z from "zod";
import { Timestamp } from "./dates";
import { undocumented } from "./undocumented";
import { Count, Flag, Message, Quantity, ResizeMoney, Text, Verbatim } from "./values";
import { maybe, readableOf, wire, wireWithRest } from "./wire";

/** The states that a server can be set to. Stopping does not stop the bill; `POWERCYCLING` kills the server before starting it. */
export const RunningStateTarget = z.enum(["RUNNING", "NOTRUNNING", "RESTARTING", "POWERCYCLING"]);

export type RunningStateTarget = z.infer<typeof RunningStateTarget>;

const knownStates: ReadonlySet<string> = new Set(RunningStateTarget.options);

/** One of these states, however it is spelled (`not running`), or whatever the service adds later, as it is. */
export const RunningState = Text.refine((text) => text !== "").transform((text) => {
  const state = text.toUpperCase().replace(/[\s_-]/g, "");
  return knownStates.has(state) ? state : text;
});

export type RunningState = z.infer<typeof RunningState>;

/** The host that a server runs on. Not all free memory is available to new servers. */
export const HostServerInfo = wireWithRest({
  cpu_model_name: maybe(Text),
  default_kernel_i386: maybe(Text),
  default_kernel_x86_64: maybe(Text),
  host_mem_mb_free: maybe(Count),
  host_mem_mb_total: maybe(Count),
  host_num_cores: maybe(Count),
  host_uptime_s: maybe(Count),
  host_xen_version: maybe(Text),
  hostload: maybe(readableOf(Quantity)),
  is_host64_bit_capable: maybe(Flag),
  running_vpss: maybe(Count),
});

export type HostServerInfo = z.infer<typeof HostServerInfo>;

/** What the host sees of a server at this moment. `isSuspended` is also true while some operations run. */
export const RunningVpsInfo = wireWithRest({
  running_state: maybe(RunningState),
  deployed_state: maybe(Text),
  pings_ok: maybe(Flag),
  current_kernel: maybe(Text),
  current_kernel_canonical: maybe(Text),
  is_console_login_enabled: maybe(Flag),
  console_public_authorized_keys: maybe(Verbatim),
  is_backups_enabled: maybe(Flag),
  is_backup_running: maybe(Flag),
  last_backup_message: maybe(Text),
  next_backup_time: maybe(Timestamp),
  vps_uptime_s: maybe(Count),
  vps_cpu_time_s: maybe(Count),
  is_suspended: maybe(Flag),
});

export type RunningVpsInfo = z.infer<typeof RunningVpsInfo>;

/** The result of a resize. The service reports success even if it changed nothing: check the flag. */
export const ResourceChange = wire({
  were_resources_changed: Flag,
  original_pricing: maybe(ResizeMoney),
  new_pricing: maybe(ResizeMoney),
  resource_change_messages: maybe(readableOf(Message)),
});

export type ResourceChange = z.infer<typeof ResourceChange>;

/** Traffic of this month and last month. Its fields are undocumented, so they keep the service's names. */
export const DataTransferUsage = z.record(z.string(), z.unknown()).transform(undocumented);

export type DataTransferUsage = z.infer<typeof DataTransferUsage>;
