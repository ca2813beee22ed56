import type { z } from "zod";
import { Flag } from "../value/flag";
import { Count, Quantity } from "../value/number";
import { Text } from "../value/text";
import { maybe, readableOf, wire } from "../wire";

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
