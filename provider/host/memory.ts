import { plainDomainName } from "../service/domain-names";
import { getOrInsertComputed } from "../service/names";
import type { AboutOrder } from "../service/wire/order";

type Tags = AboutOrder["metaData"];

/** A purchase that was sent. */
export interface SentPurchase {
  readonly attempt: string;
  /** Milliseconds since 1970: when it was sent or, after a lost answer, when it was given up. */
  readonly sentMs: number;
  /** Until then, its order may turn up in the service's lists. */
  readonly mayAppearUntilMs: number;
}

/** What this process knows of an idempotency key. */
interface KeyNotes {
  /** Whether this process has made it. */
  isNew?: boolean;
  /** What was sent under it last, and may have arrived. Nothing but a certain "not sent" takes that back: no refusal, no busy answer. */
  sent?: SentPurchase | undefined;
  /** Until then, an order may turn up that an earlier run has sent. */
  earlierUntilMs?: number;
  /** The order that this run replaces: as its diff has shown or, for `--replace` and a taint, which call none, the saved state. */
  replacedOid?: number | undefined;
  /** Whether `--replace` or a taint asks for that. */
  isAsked?: boolean;
  /** Whether this process has taken its server out of the state: whatever was bought under the key in its provider's account is known. */
  isSettled?: boolean;
  /** Whether this process has cancelled the server's order: until then, no earlier run can have sent the purchase of another one. */
  hasCancelled?: boolean;
  /** Whether the program protects the server: the engine goes by what the last run has saved. */
  isProtected?: boolean;
  /** Where the program of this run declares the server. */
  urn?: string;
  /** An order that was bought under this key, and the URN of the server that imports it. */
  imported?: { readonly orderOid: number; readonly urn: string };
}

/** What this process knows of an order. */
interface OrderNotes {
  /** The URNs of the resources of the program that keep, create or import it. Each is a reason not to cancel it. */
  readonly owners: Set<string>;
  /** The entries of the state that were seen to have it, as `entryOf` names them. Any but the one that is deleted is such a reason too. */
  readonly entries: Set<string>;
  /** The URN of the server that the saved state has it for. */
  savedAs?: string;
  /** Whether the program protects the server that a check has found it to belong to. */
  isProtected?: boolean;
  /** Whether this run has refused a purchase because of it: with `--continue-on-error`, the deletions come all the same. */
  isInTheWay?: boolean;
  /** What this run's own diff has planned, of the steps that cost money or may lose data: its update takes no others. */
  announced?: ReadonlySet<string>;
  /** A list that was read earlier shows no end for it, or a later one. */
  beingCancelled?: "immediately" | "at-period-end" | undefined;
  tags?: Promise<Tags> | undefined;
}

/** The part of the account's budget that this run has reserved, whether or not a list shows it yet. */
export interface Reservation {
  /** The monthly price. */
  readonly usd: number | undefined;
  /** The idempotency key of a purchase, which its order carries. */
  readonly key?: string | undefined;
  /** The order, once there is one. */
  readonly orderOid?: number | undefined;
  /** The order whose price ends with this: the one that is replaced or resized. */
  readonly replacesOrderOid?: number | undefined;
}

interface StateEntry {
  readonly __key?: string | undefined;
  readonly __urn?: string | undefined;
}

interface HeldServer {
  readonly orderOid: number;
  readonly domainName?: string | undefined;
}

/** An entry of the state: known by its idempotency key, because a rename in the program reaches the state only with an update. */
export const entryOf = ({ __key: key, __urn: urn = "" }: StateEntry): string => key ?? urn;

/** What one host process remembers while it runs: it saves work, or prevents harm. Purchases depend on the service and the key alone. */
export class HostMemory {
  readonly #orders = new Map<number, OrderNotes>();
  readonly #keys = new Map<string, KeyNotes>();
  /** By URN. */
  readonly reservations = new Map<string, Reservation>();
  /** An order that the state has of this host's provider: a key that cannot read it is one of another account. */
  savedOrder?: number | undefined;
  /** What was said of failures that concern the whole account. */
  readonly said = new Set<string>();
  /** By domain name: the URN of the first resource of the program that has it. */
  readonly #firstOfName = new Map<string, string>();

  ofKey(key: string): KeyNotes {
    return getOrInsertComputed(this.#keys, key, () => ({}));
  }

  ofOrder(orderOid: number): OrderNotes {
    return getOrInsertComputed(this.#orders, orderOid, () => ({
      owners: new Set<string>(),
      entries: new Set<string>(),
    }));
  }

  /** Notes orders because of which this run has refused a purchase. */
  keepInTheWay(orders: readonly { readonly orderOid: number }[]): void {
    for (const { orderOid } of orders) this.ofOrder(orderOid).isInTheWay = true;
  }

  /** Whether anything else in this run has the order, for example after it was given away by `import`. */
  isHeldByAnother(orderOid: number, entry: string): boolean {
    const { owners, entries } = this.ofOrder(orderOid);
    return owners.size > 0 || [...entries].some((other) => other !== entry);
  }

  isHeld(orderOid: number): boolean {
    const { owners, entries } = this.ofOrder(orderOid);
    return owners.size + entries.size > 0;
  }

  /** Whether a resource of the program has this order. */
  hasOwner(orderOid: number): boolean {
    return this.ofOrder(orderOid).owners.size > 0;
  }

  /** The URN of another resource of the program that has this order. */
  otherOwner(orderOid: number, urn: string): string | undefined {
    return [...this.ofOrder(orderOid).owners].find((other) => other !== urn);
  }

  /**
   * Notes that the program has a server: where this run keeps it, nothing cancels or adopts its order. Returns the URN of another resource
   * of the program that has the same order, and notes nothing then.
   */
  claim({ orderOid, domainName }: HeldServer, urn: string, isKept = true): string | undefined {
    const other = this.otherOwner(orderOid, urn);
    if (other !== undefined || !isKept) return other;
    // Another entry may have the same number, even one of this resource that is still to be deleted.
    this.ofOrder(orderOid).owners.add(urn);
    if (domainName !== undefined) this.claimName(domainName, urn);
    return undefined;
  }

  /** Whether the program declares another server that has this order, replaces it in this run, or would take it for its own by its key. */
  isOfAnother(orderOid: number, urn: string, keyOfOrder: string | undefined): boolean {
    return (
      this.otherOwner(orderOid, urn) !== undefined ||
      [...this.#keys].some(
        ([key, notes]) =>
          notes.urn !== undefined && notes.urn !== urn && (notes.replacedOid === orderOid || key === keyOfOrder),
      )
    );
  }

  /** Unless another resource has the domain name. */
  claimName(domainName: string, urn: string): void {
    getOrInsertComputed(this.#firstOfName, plainDomainName(domainName), () => urn);
  }

  /** The URN of another resource of the program that has this domain name, and that this run keeps or buys. */
  otherNamesake(domainName: string, urn: string): string | undefined {
    const first = this.#firstOfName.get(plainDomainName(domainName));
    return first === urn ? undefined : first;
  }

  /**
   * Where to speak of a server in the state, whose own URN may be a former one. `undefined` if another server has that name now: what is said
   * of this one must not stand there.
   */
  presentUrn({ __urn: urn, __key: key }: StateEntry): string | undefined {
    if (key === undefined) return urn;
    const isTaken = [...this.#keys].some(([otherKey, other]) => otherKey !== key && other.urn === urn);
    return this.ofKey(key).urn ?? (isTaken ? undefined : urn);
  }

  /** Whether the program protects the server of an entry, whatever it calls it. */
  protects({ orderOid, __key: key = "" }: StateEntry & { readonly orderOid: number }): boolean {
    return this.ofOrder(orderOid).isProtected === true || this.ofKey(key).isProtected === true;
  }

  tagsOnce(orderOid: number, read: () => Promise<Tags>): Promise<Tags> {
    const notes = this.ofOrder(orderOid);
    notes.tags ??= read();
    notes.tags.catch(() => {
      notes.tags = undefined;
    });
    return notes.tags;
  }
}
