import type { Answer } from "../wire/answers/envelope";
import { wireHostServerInfo, wireRunningVpsInfo } from "../wire/answers/live-info";
import { wireTimestamp } from "../wire/answers/scalars";
import { getActiveVps, type WorldContext } from "../world/context";
import { cents } from "../world/money/money";
import type { Order } from "../world/order";
import { type Call, orderOidOf } from "./call";

const DAY_MS = 86_400_000;

/** Live data from the host, so a cancelled order has none. */
export async function vpsStatus(call: Call): Promise<Answer> {
  await call.work();
  const order = getActiveVps(call.context, orderOidOf(call));
  return {
    message: null,
    fields: {
      running_vps_info: wireRunningVpsInfo(order, call.context),
      host_server_info: wireHostServerInfo(order, call.context),
    },
  };
}

export async function dataTransferUsage(call: Call): Promise<Answer> {
  await call.work();
  const order = getActiveVps(call.context, orderOidOf(call));
  return {
    message: null,
    fields: {
      data_transfer_usage_info: wireUsage(order, call.context),
      running_vps_info: wireRunningVpsInfo(order, call.context),
      host_server_info: wireHostServerInfo(order, call.context),
    },
  };
}

/** This month and last, as the docs say. The field names are ours: the real ones are not published. */
function wireUsage(order: Order, context: WorldContext) {
  const nowMs = context.clock.now();
  const days = Math.max(0, Math.floor((nowMs - order.orderedAtMs) / DAY_MS));
  const daysThisMonth = Math.min(days, new Date(nowMs).getUTCDate());
  return {
    data_transfer_allowance_gb: order.dataTransferGb,
    current_month: traffic(daysThisMonth),
    previous_month: traffic(Math.min(daysOfLastMonth(nowMs), days - daysThisMonth)),
    as_at: wireTimestamp(nowMs, context.state.usersTzOffsetMs),
  };
}

const daysOfLastMonth = (nowMs: number): number => {
  const now = new Date(nowMs);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)).getUTCDate();
};

/** A quiet server: a tenth of a GB in and two tenths out, each day. */
function traffic(days: number) {
  return { gb_in: cents(days * 0.1), gb_out: cents(days * 0.2) };
}
