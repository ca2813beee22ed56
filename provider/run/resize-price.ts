import type { ProviderContext } from "../host/context";
import { isNotMoreExpensive, type QuoteResult } from "../purchase/limits";
import { quoteForLimits, type ReservationResult, reserve } from "../purchase/quote";
import { recentOrders } from "../purchase/search";
import type { Program, Resolved } from "../server/program";
import { quoteToWire, resizeQuoteRequest, type VpsSizes } from "../server/request";
import type { Server } from "../server/server";
import { hasEnd } from "../service/wire/order";

/** Reserves the price of a resize, unless a limit forbids it. */
export async function reserveResize(
  context: ProviderContext,
  server: Server,
  program: Resolved<Program>,
  quoted: QuoteResult,
): Promise<ReservationResult> {
  const { order, saved } = server;
  const before = order?.billingInfo?.monthlyRecurringAmt;
  const isCheaper = isNotMoreExpensive(quoted, before);
  // What ends does not count, unless the run enlarges it.
  if (isCheaper && order !== undefined && hasEnd(order)) return {};
  const orders = order === undefined ? undefined : await recentOrders(context);
  const { orderOid } = saved;
  const priced = {
    urn: program.__urn ?? String(orderOid),
    orderOid,
    maxMonthlyCostUsd: program.maxMonthlyCostUsd,
    before,
  };
  const { objection, total } = reserve(context, priced, quoted, orders);
  return isCheaper ? { total } : { objection, total };
}

/** Asked for again right before the call, where a limit needs it: the state of things may have changed since the preview. */
export async function limitRefusal(
  context: ProviderContext,
  server: Server,
  program: Resolved<Program>,
  sizes: VpsSizes,
): Promise<string | undefined> {
  const quoted = await quoteForLimits(context, program, () =>
    quoteToWire(resizeQuoteRequest(program, server.now, sizes)),
  );
  if (quoted === undefined || isNotMoreExpensive(quoted, server.order?.billingInfo?.monthlyRecurringAmt))
    return undefined;
  return (await reserveResize(context, server, program, quoted)).objection;
}
