import type { AboutOrder } from "../../schema/order/about-order";
import type { Ownership } from "../../schema/vps/ownership";

type Tags = AboutOrder["metaData"];

/**
 * What one host process keeps while it runs. Nothing here decides what is bought: that rests on the service's list, the
 * state and the resource's own record alone, as other resources are not always asked about in the same process.
 */
export class RunMemory {
  readonly #holders = new Map<number, Set<string>>();
  readonly #reserved = new Map<number, string>();
  readonly #declared = new Map<string, Ownership | undefined>();
  readonly #ledgers = new Set<string>();
  readonly #tags = new Map<number, Promise<Tags>>();

  /** An entry of the state, or a resource just made, holds this order: a further reason not to cancel it, never one to. */
  hold(orderOid: number, holder: string): void {
    const holders = this.#holders.get(orderOid) ?? new Set();
    this.#holders.set(orderOid, holders.add(holder));
  }

  release(orderOid: number, holder: string): void {
    this.#holders.get(orderOid)?.delete(holder);
  }

  /** Whether anybody else in this run holds the order, as after a handover by `import`. */
  isHeldByAnother(orderOid: number, holder: string): boolean {
    return [...(this.#holders.get(orderOid) ?? [])].some((other) => other !== holder);
  }

  /** Of purchases that run side by side, one takes a stray. */
  reserve(orderOid: number, urn: string): void {
    this.#reserved.set(orderOid, urn);
  }

  endReservation(orderOid: number): void {
    this.#reserved.delete(orderOid);
  }

  isReservedForAnother(orderOid: number, urn: string): boolean {
    const taker = this.#reserved.get(orderOid);
    return taker !== undefined && taker !== urn;
  }

  /** The check of a resource hands over to its own creation or update, which the engine calls in the same process. */
  declare(urn: string, ownership: Ownership | undefined): void {
    this.#declared.set(urn, ownership);
  }

  /** Whether the program of this run declares this resource: a diff that follows is about the program. */
  isDeclared(urn: string): boolean {
    return this.#declared.has(urn);
  }

  ownershipOf(urn: string): Ownership | undefined {
    return this.#declared.get(urn);
  }

  /** The program of this run declares this ledger: its deletion is a replacement, and not the end of the stack. */
  declareLedger(id: string): void {
    this.#ledgers.add(id);
  }

  isLedgerDeclared(id: string): boolean {
    return this.#ledgers.has(id);
  }

  tagsOnce(orderOid: number, read: () => Promise<Tags>): Promise<Tags> {
    const tags = this.#tags.get(orderOid) ?? read();
    this.#tags.set(orderOid, tags);
    tags.catch(() => this.#tags.delete(orderOid));
    return tags;
  }
}
