import type { AboutOrder } from "../schema/order";
import type { Ownership } from "../schema/ownership";

type Tags = AboutOrder["metaData"];

/** What the other hosts of the run are told: which stray is taken. The attempt that bought it names it in every account. */
export interface Reservations {
  /** False: another host has it. */
  readonly take: (run: string, attempt: string) => boolean;
  readonly giveBack: (run: string, attempt: string) => void;
}

const alone: Reservations = { take: () => true, giveBack: () => undefined };

const anotherHost = Symbol("another host");

/**
 * What one host process keeps while it runs. Nothing here decides what is bought: that rests on the service's list, the
 * state and the resource's own record alone, as other resources are not always asked about in the same process.
 */
export class HostMemory {
  readonly #holders = new Map<number, Set<string>>();
  readonly #reserved = new Map<number, string | typeof anotherHost>();
  readonly #claims: Reservations;
  readonly #declared = new Map<string, Ownership | undefined>();
  readonly #ledgers = new Set<string>();
  readonly #tags = new Map<number, Promise<Tags>>();

  constructor(claims: Reservations = alone) {
    this.#claims = claims;
  }

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

  /** Of purchases that run side by side, in this host or in another one, one takes a stray. False: it is too late. */
  reserve(orderOid: number, urn: string, run: string, attempt: string): boolean {
    const isMine = this.#claims.take(run, attempt);
    this.#reserved.set(orderOid, isMine ? urn : anotherHost);
    return isMine;
  }

  /** A check has announced who takes it: the next one announces a purchase, with its price. */
  foresee(orderOid: number, urn: string): void {
    if (!this.#reserved.has(orderOid)) this.#reserved.set(orderOid, urn);
  }

  endReservation(orderOid: number, run: string, attempt: string): void {
    this.#reserved.delete(orderOid);
    this.#claims.giveBack(run, attempt);
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
