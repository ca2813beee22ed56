import type { Order } from "./order";

/** Earlier versions of the orders, for lists that lag. */
export class PastOrders {
  readonly #versions = new Map<number, { readonly sinceMs: number; readonly order: Order }[]>();

  constructor(orders: readonly Order[]) {
    this.note(orders, Number.NEGATIVE_INFINITY);
  }

  note(orders: readonly Order[], sinceMs: number): void {
    for (const order of orders) {
      const versions = this.#versions.get(order.orderOid) ?? [];
      versions.push({ sinceMs, order: structuredClone(order) });
      this.#versions.set(order.orderOid, versions);
    }
  }

  /** Undefined if there was no such order yet. */
  at(asOfMs: number, orderOid: number): Order | undefined {
    return this.#versions.get(orderOid)?.findLast(({ sinceMs }) => sinceMs <= asOfMs)?.order;
  }
}
