import type { CheckedInputs } from "../engine/hidden-inputs";
import { getOrInsertComputed } from "../engine/parts";
import { plainDomainName } from "../service/wire/domain-names";
import type { AboutOrder } from "../service/wire/order";

type Tags = AboutOrder["metaData"];

/** An order that makes room for another of the same server. */
export interface ReplacedOrder {
  readonly orderOid: number;
  /** Those that made room for it, and were kept. */
  readonly replacedOrderOids: readonly number[];
  /** Whether this process has cancelled it, and no earlier one can have sent anything in its place. */
  readonly isCancelled: boolean;
}

/** A purchase that was sent and whose outcome is not known. */
export interface SentPurchase {
  readonly attempt: string;
  /** Milliseconds since 1970. */
  readonly sentMs: number;
}

/** The part of the account's budget that this run has reserved, whether or not a list shows it yet. */
export interface Reservation {
  /** As a person knows it. */
  readonly what: string;
  /** The monthly price. */
  readonly usd: number | undefined;
  /** The idempotency key of a purchase, which its order carries. */
  readonly key?: string | undefined;
  /** The order, once there is one. */
  readonly orderOid?: number | undefined;
  /** The order whose price ends with this: the one that is replaced or resized. */
  readonly replacesOrderOid?: number | undefined;
  /** Orders with the key that go on being billed. */
  readonly kept?: readonly number[] | undefined;
}

/** Who holds this order: the entry as it was saved, because a rename in the program reaches the state only with an update. */
export const holderOf = (recorded: { readonly __urn?: string | undefined; readonly orderOid: number }): string =>
  recorded.__urn ?? String(recorded.orderOid);

/** Who holds the order of a resource that the run keeps. */
export const keptBy = (urn: string): string => `program: ${urn}`;

/** What one host process remembers while it runs: it saves work, or prevents harm. Purchases depend on the service and the key alone. */
export class HostMemory {
  readonly #holders = new Map<number, Set<string>>();
  readonly #claimants = new Map<number, Set<string>>();
  readonly #tags = new Map<number, Promise<Tags>>();
  /**
   * What the program of this run protects: the engine goes by what the last run has saved. By URN and, as a rename reaches the state only
   * with an update, by idempotency key: the URN in the program.
   */
  readonly protectedServers = new Map<string, string>();
  /** By URN. A diff without an entry here is not about the program: a refresh or a cascade has asked for it. */
  readonly checked = new Map<string, CheckedInputs>();
  /** Keys that were made in this process and under which nothing was sent. */
  readonly newKeys = new Set<string>();
  /** By idempotency key. */
  readonly replaced = new Map<string, ReplacedOrder>();
  /** Orders that this process is cancelling: a list that was read earlier shows no end for them. */
  readonly cancelled = new Set<number>();
  /** Orders that this run has bought or adopted. */
  readonly created = new Set<number>();
  /** By idempotency key: a hook may have a creation repeated at once, before any state holds what the first one has sent. */
  readonly sent = new Map<string, SentPurchase>();
  /** By URN. */
  readonly reservations = new Map<string, Reservation>();
  /** Causes of failure that concern the whole account, and the URN of the resource that each was explained for. */
  readonly explained = new Map<string, string>();
  /** By domain name: the URN of the first resource of the program that has it. */
  readonly #named = new Map<string, string>();

  /** An entry in the state, or a resource just created, holds this order: one more reason not to cancel it, never one to. */
  hold(orderOid: number, holder: string): void {
    getOrInsertComputed(this.#holders, orderOid, () => new Set()).add(holder);
  }

  release(orderOid: number, holder: string): void {
    this.#holders.get(orderOid)?.delete(holder);
  }

  /** Whether anything else in this run holds the order, for example after it was given away by `import`. */
  isHeldByAnother(orderOid: number, holder: string): boolean {
    return [...(this.#holders.get(orderOid) ?? [])].some((other) => other !== holder);
  }

  isHeld(orderOid: number): boolean {
    return (this.#holders.get(orderOid)?.size ?? 0) > 0;
  }

  /** The URN of another resource of the program that has this order in the state, or imports it. */
  otherClaimant(orderOid: number, urn: string): string | undefined {
    return [...(this.#claimants.get(orderOid) ?? [])].find((other) => other !== urn);
  }

  /** Whether this run keeps a resource of the program, with another order than this one. */
  keepsAnother(urn: string, orderOid: number): boolean {
    return [...this.#holders].some(([other, holders]) => other !== orderOid && holders.has(keptBy(urn)));
  }

  /** A resource of the program has this order in the state, or imports it. */
  claim(orderOid: number, urn: string): void {
    getOrInsertComputed(this.#claimants, orderOid, () => new Set()).add(urn);
  }

  /** Unless another resource has the domain name. */
  name(domainName: string, urn: string): void {
    getOrInsertComputed(this.#named, plainDomainName(domainName), () => urn);
  }

  /** The URN of another resource of the program that has this domain name, and that this run keeps or buys. */
  otherNamesake(domainName: string, urn: string): string | undefined {
    const first = this.#named.get(plainDomainName(domainName));
    return first === urn ? undefined : first;
  }

  tagsOnce(orderOid: number, read: () => Promise<Tags>): Promise<Tags> {
    const tags = getOrInsertComputed(this.#tags, orderOid, read);
    tags.catch(() => this.#tags.delete(orderOid));
    return tags;
  }
}
