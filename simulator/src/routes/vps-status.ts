import type { Answer } from "../wire/answers/envelope";
import { wireHostServerInfo, wireRunningVpsInfo } from "../wire/answers/live-info";
import { wireTimestamp } from "../wire/answers/scalars";
import { type Books, getActiveVps } from "../world/books";
import type { Order } from "../world/order";
import { type Call, orderOidOf } from "./call";

const DAY_MS = 86_400_000;

/** Live from the host, so a cancelled order has none. */
export async function vpsStatus(call: Call): Promise<Answer> {
  await call.work();
  const order = getActiveVps(call.books, orderOidOf(call));
  return {
    message: null,
    fields: {
      running_vps_info: wireRunningVpsInfo(order, call.books),
      host_server_info: wireHostServerInfo(order, call.books),
    },
  };
}

export async function dataTransferUsage(call: Call): Promise<Answer> {
  await call.work();
  const order = getActiveVps(call.books, orderOidOf(call));
  return {
    message: null,
    fields: {
      data_transfer_usage_info: wireUsage(order, call.books),
      running_vps_info: wireRunningVpsInfo(order, call.books),
      host_server_info: wireHostServerInfo(order, call.books),
    },
  };
}

/** This month and the last one, as the docs say. The names of the fields are our own: the real ones are not published. */
function wireUsage(order: Order, books: Books) {
  const nowMs = books.clock.now();
  const days = Math.max(0, Math.floor((nowMs - order.orderedAtMs) / DAY_MS));
  const thisMonthGb = Math.min(days, new Date(nowMs).getUTCDate());
  return {
    data_transfer_allowance_gb: order.dataTransferGb,
    current_month: { gb_in: thisMonthGb * 0.1, gb_out: thisMonthGb * 0.2 },
    previous_month: { gb_in: Math.max(0, days - thisMonthGb) * 0.1, gb_out: Math.max(0, days - thisMonthGb) * 0.2 },
    as_at: wireTimestamp(nowMs, books.state.usersTzOffsetMs),
  };
}
