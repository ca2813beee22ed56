import type { z } from "zod";
import { Flag } from "../value/flag";
import { Count } from "../value/number";
import { Text, Verbatim } from "../value/text";
import { Timestamp } from "../value/timestamp";
import { maybe, wire } from "../wire";
import { RunningState } from "./running-state";

/** What the host sees of a server at this moment. `isSuspended` is also true while some operations run. */
export const RunningVpsInfo = wire({
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
