import { z } from "zod";
import { Message, Text, Timestamp, Verbatim } from "./values";
import { ifReadable, readableListOf, undocumented, wire, wireWithRest } from "./wire";

/** `RUNNING`, `NOTRUNNING`, `RESTARTING`, `POWERCYCLING`, or whatever the service adds later. */
export const RunningState = Text.refine((text) => text !== "");

/** The host that a server runs on. Not all free memory is available to new servers. */
export const HostServerInfo = wireWithRest({
  cpu_model_name: ifReadable(Text),
  default_kernel_i386: ifReadable(Text),
  default_kernel_x86_64: ifReadable(Text),
  host_mem_mb_free: ifReadable(z.int()),
  host_mem_mb_total: ifReadable(z.int()),
  host_num_cores: ifReadable(z.int()),
  host_uptime_s: ifReadable(z.int()),
  host_xen_version: ifReadable(Text),
  hostload: ifReadable(readableListOf(z.number())),
  is_host64_bit_capable: ifReadable(z.boolean()),
  running_vpss: ifReadable(z.int()),
});

/** What the host sees of a server at this moment. `isSuspended` is also true while some operations run. */
export const RunningVpsInfo = wireWithRest({
  running_state: ifReadable(RunningState),
  deployed_state: ifReadable(Text),
  pings_ok: ifReadable(z.boolean()),
  current_kernel: ifReadable(Text),
  current_kernel_canonical: ifReadable(Text),
  is_console_login_enabled: ifReadable(z.boolean()),
  console_public_authorized_keys: ifReadable(Verbatim),
  is_backups_enabled: ifReadable(z.boolean()),
  is_backup_running: ifReadable(z.boolean()),
  last_backup_message: ifReadable(Text),
  next_backup_time: ifReadable(Timestamp),
  vps_uptime_s: ifReadable(z.int()),
  vps_cpu_time_s: ifReadable(z.int()),
  is_suspended: ifReadable(z.boolean()),
});

/** The result of a resize. The service reports success even if it changed nothing: check the flag. */
export const ResourceChange = wire({
  were_resources_changed: z.boolean(),
  resource_change_messages: ifReadable(readableListOf(Message)).transform((messages = []) => messages),
});

/** Traffic of this month and last month. Its fields are undocumented, so they keep the service's names. */
export const DataTransferUsage = z.record(z.string(), z.unknown()).transform(undocumented);
