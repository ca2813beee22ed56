import type { Books } from "../books";
import { findPlan } from "../catalogue/catalogue";
import type { Amount, Order, Sizes } from "../order";
import { cents, daysLeft, monthlyPrice, proRata } from "./money";

/** What the order would cost at these sizes. An order whose plan is no longer known keeps its price. */
export function listPrice(books: Books, order: Order, sizes: Sizes): Amount {
  const plan = findPlan(books.state.catalogue, order.planCode);
  return plan === undefined ? order.monthlyAmount : monthlyPrice(plan, sizes, 1 + order.secondaryIps.length);
}

/** Sets a new price and charges (or credits) the difference for the rest of the paid month. Returns that fee. */
export function reprice(books: Books, order: Order, price: Amount): number {
  const nowMs = books.clock.now();
  const amt = proRata(cents(price.amt - order.monthlyAmount.amt), daysLeft(nowMs, order.prepaidUntilMs));
  order.monthlyAmount = { ...price };
  if (amt !== 0) {
    books.state.fees.push({ atMs: nowMs, orderOid: order.orderOid, kind: "pro-rata", amt, currency: price.currency });
  }
  return amt;
}
