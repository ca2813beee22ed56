import { type Books, getActiveVps, getOrder } from "../books";
import { unusedCredit } from "../money/money";
import { isCancelled, type Order } from "../order";
import { Refusal, refuse } from "../refusal";

/** Cancels at once and credits the unused prepaid time. Returns the service's messages. */
export function cancelNow(books: Books, orderOid: number): string[] {
  const order = getOrder(books, orderOid);
  const name = order.domainName;
  if (isCancelled(order, books.clock.now())) {
    if (books.variants.secondDelete === "ok") return [`${name} has already been cancelled.`];
    throw new Refusal([{ text: `${name} has already been cancelled.` }], { errorClass: "OrderCancelledException" });
  }
  if (order.serverType !== "VPS") refuse(`${name} is not a VPS.`);
  const credit = creditRest(books, order);
  order.cancellationAtMs = books.clock.now();
  order.runningState = "NOTRUNNING";
  order.isBusy = false;
  books.save(order);
  return [
    `${name} is being shut down.`,
    ...(credit > 0 ? [`A $${credit.toFixed(2)} credit has been added to your account.`] : []),
    "If you need to un-cancel the server please contact our support team.",
  ];
}

function creditRest(books: Books, order: Order): number {
  const nowMs = books.clock.now();
  const credit = unusedCredit(order.monthlyAmount.amt, nowMs, order.prepaidUntilMs);
  if (credit > 0) {
    const currency = order.monthlyAmount.currency;
    books.state.fees.push({ atMs: nowMs, orderOid: order.orderOid, kind: "credit", amt: -credit, currency });
  }
  return credit;
}

/** The server runs until the end of the prepaid period. Dedicated servers can be cancelled this way too. */
export function cancelAtPeriodEnd(books: Books, orderOid: number): Order {
  const order = getOrder(books, orderOid);
  if (isCancelled(order, books.clock.now())) getActiveVps(books, orderOid);
  order.cancellationAtMs ??= order.prepaidUntilMs;
  books.save(order);
  return order;
}
