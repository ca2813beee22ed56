import { findPlan } from "../catalogue/catalogue";
import type { WorldContext } from "../context";
import type { Amount, Order, Sizes } from "../order";
import { cents, daysLeft, monthlyPrice, proRata } from "./money";

/** What the order would cost at these sizes. An order whose plan is no longer known keeps its price. */
export function listPrice(context: WorldContext, order: Order, sizes: Sizes): Amount {
  const plan = findPlan(context.state.catalogue, order.planCode);
  return plan === undefined ? order.monthlyAmount : monthlyPrice(plan, sizes, 1 + order.secondaryIps.length);
}

/** Sets a new price and charges (or credits) the difference for the rest of the paid month. Returns that difference. */
export function reprice(context: WorldContext, order: Order, price: Amount): number {
  const nowMs = context.clock.now();
  const amt = proRata(cents(price.amt - order.monthlyAmount.amt), daysLeft(nowMs, order.prepaidUntilMs));
  order.monthlyAmount = { ...price };
  if (amt !== 0) {
    context.state.charges.push({
      atMs: nowMs,
      orderOid: order.orderOid,
      kind: "pro-rata",
      amt,
      currency: price.currency,
    });
  }
  return amt;
}
