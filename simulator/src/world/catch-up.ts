import { addMonth } from "../clock";
import { chargeMonth, type WorldContext } from "./context";
import { isCancelled, type Order } from "./order";
import { finishPurchase } from "./purchase/purchase";

/** Catches up with the clock: renews prepaid months, and ends installs, and orders whose cancellation date has come. */
export function catchUp(context: WorldContext): void {
  const nowMs = context.clock.now();
  const changed = new Set<Order>();
  for (const order of context.state.orders) {
    while (order.prepaidUntilMs <= nowMs && !isCancelled(order, order.prepaidUntilMs)) {
      chargeMonth(context, order, order.prepaidUntilMs);
      order.prepaidUntilMs = addMonth(order.prepaidUntilMs);
      changed.add(order);
    }
    if (order.installsUntilMs !== null && order.installsUntilMs <= nowMs) finishPurchase(context, order);
    if (isCancelled(order, nowMs) && order.runningState !== "NOTRUNNING") {
      order.runningState = "NOTRUNNING";
      changed.add(order);
    }
  }
  if (changed.size > 0) context.save(...changed);
}
