import { z } from "zod";
import { cleanText } from "./clean-text";
import { isReservedKey, isReservedText } from "./reserved";
import { Count, Flag, Message, Quantity, ResizeMoney, Text, Timestamp, Verbatim } from "./values";
import { maybe, readableOf, wire } from "./wire";

/** `RUNNING`, `NOTRUNNING`, `RESTARTING`, `POWERCYCLING`, or whatever the service adds later. */
export const RunningState = Text;

export type RunningState = z.infer<typeof RunningState>;

/** What a server can be told to become. Stopping does not stop the bill; `POWERCYCLING` kills before it starts. */
export const RunningStateTarget = z.enum(["RUNNING", "NOTRUNNING", "RESTARTING", "POWERCYCLING"]);

export type RunningStateTarget = z.infer<typeof RunningStateTarget>;

/** The host a server runs on. Free memory is not all available to new servers. */
export const HostServerInfo = wire({
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

/** The result of a resize. The service answers with success also when it changed nothing: look at the flag. */
export const ResourceChange = wire({
  were_resources_changed: Flag,
  original_pricing: maybe(ResizeMoney),
  new_pricing: maybe(ResizeMoney),
  resource_change_messages: maybe(readableOf(Message)),
});

export type ResourceChange = z.infer<typeof ResourceChange>;

type PlainValue = string | number | boolean | null | PlainValue[] | { [key: string]: PlainValue };

const maxDepth = 8;

/** Looked at after it is cleaned, as cleaning may join parts. */
const harmlessText = (text: string): string | undefined => {
  const cleaned = cleanText(text);
  return isReservedText(cleaned) || isReservedKey(cleaned) ? undefined : cleaned;
};

/** Values nobody has described, made harmless: text cleaned, reserved keys and text left out, nesting limited. */
const harmless = (value: unknown, depth: number): PlainValue | undefined => {
  if (typeof value === "string") return harmlessText(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value === "boolean" || value === null) return value;
  if (typeof value !== "object" || depth === 0) return undefined;
  if (Array.isArray(value)) return value.flatMap((entry) => harmless(entry, depth - 1) ?? []);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => {
      const name = harmlessText(key);
      const kept = harmless(entry, depth - 1);
      return name === undefined || kept === undefined ? [] : [[name, kept]];
    }),
  );
};

/** Traffic of this month and the last. Its fields are documented nowhere, so they keep the service's names. */
export const DataTransferUsage = z
  .record(z.string(), z.unknown())
  .transform((usage) => harmless(usage, maxDepth) as { [key: string]: PlainValue });

export type DataTransferUsage = z.infer<typeof DataTransferUsage>;
