import { addMonth } from "../clock";
import { type Books, chargeMonth } from "./books";
import { isCancelled, type Order } from "./order";
import { finishPurchase } from "./purchase/purchase";

/** Catches up with the clock: renews prepaid months, and ends installs, and orders whose cancellation date has come. */
export function settle(books: Books): void {
  const nowMs = books.clock.now();
  const changed = new Set<Order>();
  for (const order of books.state.orders) {
    while (order.prepaidUntilMs <= nowMs && !isCancelled(order, order.prepaidUntilMs)) {
      chargeMonth(books, order, order.prepaidUntilMs);
      order.prepaidUntilMs = addMonth(order.prepaidUntilMs);
      changed.add(order);
    }
    if (order.installsUntilMs !== null && order.installsUntilMs <= nowMs) finishPurchase(books, order);
    if (isCancelled(order, nowMs) && order.runningState !== "NOTRUNNING") {
      order.runningState = "NOTRUNNING";
      changed.add(order);
    }
  }
  if (changed.size > 0) books.save(...changed);
}
