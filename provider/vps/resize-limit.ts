import type { ProviderContext } from "../host/context";
import { Refusal } from "../host/failures";
import { isNotMoreExpensive } from "../purchase/limits";
import { isLimited, quoteForLimits, reserve } from "../purchase/quote";
import { recentOrders } from "../purchase/search";
import { describeOrder } from "../service/wire/messages";
import type { AboutOrder } from "../service/wire/order";
import type { Desired, Known } from "./model";
import { openSizes, resizeQuoteRequest } from "./request";
import { quoteToWire } from "./wire-request";

/** Refuses a resize that goes beyond a limit, or whose price cannot be held to it; otherwise reserves it. */
export async function refuseResizeAboveLimit(
  context: ProviderContext,
  order: AboutOrder,
  desired: Known<Desired>,
): Promise<void> {
  if (!isLimited(context, desired)) return;
  const open = openSizes(desired, order);
  const quoted =
    open.length > 0
      ? {
          kind: "no-price" as const,
          why: `Neither the service nor the program tells how large the server is (${open.join(", ")}).`,
        }
      : await quoteForLimits(context, desired, () => quoteToWire(resizeQuoteRequest(desired, order)));
  const before = order.billingInfo?.monthlyRecurringAmt;
  if (quoted === undefined || isNotMoreExpensive(quoted, before)) return;
  const { objection } = reserve(context, resizedServer(order, desired), quoted, await recentOrders(context));
  if (objection !== undefined)
    throw new Refusal(`${describeOrder(order)} was not changed, and nothing was billed: ${objection}.`);
}

/** As it counts against the limits. */
export const resizedServer = ({ orderOid, domainName, billingInfo }: AboutOrder, desired: Known<Desired>) => ({
  urn: desired.__urn ?? String(orderOid),
  what: `${domainName ?? "a server"} (order ${orderOid}, resized)`,
  orderOid,
  maxMonthlyCostUsd: desired.maxMonthlyCostUsd,
  before: billingInfo?.monthlyRecurringAmt,
});
