import { isPausedForClone, type WorldContext } from "../../world/context";
import { findHost, freeRoom, ordersOn } from "../../world/hosts/capacity";
import { isSuspended, type Order } from "../../world/order";
import type { WireObject } from "./envelope";
import { wireTimestamp } from "./scalars";

const DAY_MS = 86_400_000;
const BACKUP_HOUR_MS = 5 * 3_600_000;
const HOST_BOOTED_AT_MS = Date.UTC(2025, 8, 1);
const KERNEL = "6.12.48-xenU.x86_64";

/** RunningVPSInfo: the VPS as its host sees it. */
export function wireRunningVpsInfo(order: Order, context: WorldContext): WireObject {
  const nowMs = context.clock.now();
  const isRunning = order.runningState === "RUNNING";
  const isPaused = isPausedForClone(context, order);
  const uptimeS = isRunning ? Math.max(0, Math.floor((nowMs - order.bootedAtMs) / 1000)) : 0;
  const nextBackupMs = (Math.floor((nowMs - BACKUP_HOUR_MS) / DAY_MS) + 1) * DAY_MS + BACKUP_HOUR_MS;
  return {
    pings_ok: isRunning && !isPaused,
    current_kernel: "default64",
    current_kernel_canonical: KERNEL,
    last_backup_message: "",
    is_console_login_enabled: false,
    console_public_authorized_keys: null,
    is_backup_running: false,
    is_backups_enabled: true,
    next_backup_time: wireTimestamp(nextBackupMs, context.state.usersTzOffsetMs),
    vps_uptime_s: uptimeS,
    vps_cpu_time_s: Math.floor(uptimeS * 0.3),
    running_state: order.runningState,
    deployed_state: "DEPLOYED",
    is_suspended: isSuspended(order) || order.isBusy || isPaused,
  };
}

/** HostServerInfo; null for a server without a host. */
export function wireHostServerInfo(order: Order, context: WorldContext): WireObject | null {
  const host = order.hostServerOid === null ? undefined : findHost(context, order.hostServerOid);
  if (host === undefined) return null;
  return {
    is_host64_bit_capable: true,
    default_kernel_i386: "6.12.48-xenU.i386",
    default_kernel_x86_64: KERNEL,
    cpu_model_name: "AMD EPYC 7543P 32-Core Processor",
    host_num_cores: 64,
    host_xen_version: "4.20.1",
    hostload: [1.45, 0.56, 0.28],
    host_uptime_s: Math.max(0, Math.floor((context.clock.now() - HOST_BOOTED_AT_MS) / 1000)),
    host_mem_mb_free: freeRoom(context, host).memoryMb,
    host_mem_mb_total: host.memoryMbTotal,
    running_vpss: ordersOn(context, host).filter((order) => order.runningState === "RUNNING").length,
  };
}
