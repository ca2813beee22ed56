import { says } from "../subject/words";
import type { AccountOrder } from "./service/account";

const orderNumbers = /\b\d{10}\b/g;

/** What messages have said about orders, and when. */
export class Knowledge {
  readonly #reportedMs = new Map<number, number>();
  readonly #heldMs = new Map<number, number>();
  #messages = "";

  read(text: string, nowMs: number): void {
    this.#messages += text;
    for (const [oid] of text.matchAll(orderNumbers)) this.#reportedMs.set(Number(oid), nowMs);
  }

  /** A state held these orders at that time, so earlier messages are about something else. */
  hold(oids: readonly number[], nowMs: number): void {
    for (const oid of oids) this.#heldMs.set(oid, nowMs);
  }

  /** For an order whose entry is to be deleted: a message has said that it can be cancelled at the service. */
  isToBeCancelled({ oid }: AccountOrder): boolean {
    return says.notCancelled(this.#messages, oid) || says.onceOwned(this.#messages, oid);
  }

  /** Reported by its number since it was last held; or abandoned before it had one, with the advice to look for it at the service. */
  isReported({ oid, domainName }: AccountOrder): boolean {
    const reportedMs = this.#reportedMs.get(oid) ?? Number.NEGATIVE_INFINITY;
    return reportedMs >= (this.#heldMs.get(oid) ?? 0) || says.purchaseGivenUp(this.#messages, domainName);
  }
}
