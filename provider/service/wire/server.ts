import { z } from "zod";
import { Timestamp } from "./dates";
import { Count, Flag, Message, Quantity, Text, Verbatim } from "./values";
import { ifReadable, readableListOf, undocumented, wire, wireWithRest } from "./wire";

/** The states that a server can be set to. Stopping does not stop the bill; `POWERCYCLING` kills the server before starting it. */
export const RunningStateTarget = z.enum(["RUNNING", "NOTRUNNING", "RESTARTING", "POWERCYCLING"]);

export type RunningStateTarget = z.infer<typeof RunningStateTarget>;

const knownStates: ReadonlySet<string> = new Set(RunningStateTarget.options);

/** One of these states, however it is spelled (`not running`), or whatever the service adds later, as it is. */
export const RunningState = Text.refine((text) => text !== "").transform((text) => {
  const state = text.toUpperCase().replace(/[\s_-]/g, "");
  return knownStates.has(state) ? state : text;
});

/** The host that a server runs on. Not all free memory is available to new servers. */
export const HostServerInfo = wireWithRest({
  cpu_model_name: ifReadable(Text),
  default_kernel_i386: ifReadable(Text),
  default_kernel_x86_64: ifReadable(Text),
  host_mem_mb_free: ifReadable(Count),
  host_mem_mb_total: ifReadable(Count),
  host_num_cores: ifReadable(Count),
  host_uptime_s: ifReadable(Count),
  host_xen_version: ifReadable(Text),
  hostload: ifReadable(readableListOf(Quantity)),
  is_host64_bit_capable: ifReadable(Flag),
  running_vpss: ifReadable(Count),
});

/** What the host sees of a server at this moment. `isSuspended` is also true while some operations run. */
export const RunningVpsInfo = wireWithRest({
  running_state: ifReadable(RunningState),
  deployed_state: ifReadable(Text),
  pings_ok: ifReadable(Flag),
  current_kernel: ifReadable(Text),
  current_kernel_canonical: ifReadable(Text),
  is_console_login_enabled: ifReadable(Flag),
  console_public_authorized_keys: ifReadable(Verbatim),
  is_backups_enabled: ifReadable(Flag),
  is_backup_running: ifReadable(Flag),
  last_backup_message: ifReadable(Text),
  next_backup_time: ifReadable(Timestamp),
  vps_uptime_s: ifReadable(Count),
  vps_cpu_time_s: ifReadable(Count),
  is_suspended: ifReadable(Flag),
});

/** The result of a resize. The service reports success even if it changed nothing: check the flag. */
export const ResourceChange = wire({
  were_resources_changed: Flag,
  resource_change_messages: ifReadable(readableListOf(Message)),
});

/** Traffic of this month and last month. Its fields are undocumented, so they keep the service's names. */
export const DataTransferUsage = z.record(z.string(), z.unknown()).transform(undocumented);

export type DataTransferUsage = z.infer<typeof DataTransferUsage>;
