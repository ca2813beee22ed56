import { getActiveVps, getOrder, type WorldContext } from "../context";
import { unusedCredit } from "../money/money";
import { isCancelled, type Order } from "../order";
import { refuse } from "../refusal";

/** Cancels at once and credits the unused prepaid time. Returns the service's messages. */
export function cancelNow(context: WorldContext, orderOid: number): string[] {
  const order = getOrder(context, orderOid);
  const name = order.domainName;
  if (isCancelled(order, context.clock.now())) return [`${name} has already been cancelled.`];
  if (order.serverType !== "VPS") refuse(`${name} is not a VPS.`);
  const credit = creditRest(context, order);
  order.cancellationAtMs = context.clock.now();
  order.runningState = "NOTRUNNING";
  order.isBusy = false;
  context.save(order);
  return [
    `${name} is being shut down.`,
    ...(credit > 0 ? [`A $${credit.toFixed(2)} credit has been added to your account.`] : []),
    "If you need to un-cancel the server please contact our support team.",
  ];
}

function creditRest(context: WorldContext, order: Order): number {
  const nowMs = context.clock.now();
  const credit = unusedCredit(order.monthlyAmount.amt, nowMs, order.prepaidUntilMs);
  if (credit > 0) {
    const currency = order.monthlyAmount.currency;
    context.state.charges.push({ atMs: nowMs, orderOid: order.orderOid, kind: "credit", amt: -credit, currency });
  }
  return credit;
}

/** The server runs until the end of the prepaid period. Dedicated servers can be cancelled this way too. */
export function cancelAtPeriodEnd(context: WorldContext, orderOid: number): Order {
  const order = getOrder(context, orderOid);
  if (isCancelled(order, context.clock.now())) getActiveVps(context, orderOid);
  order.cancellationAtMs ??= order.prepaidUntilMs;
  context.save(order);
  return order;
}
