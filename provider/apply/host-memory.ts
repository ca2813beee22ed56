import type { RunInputs } from "../plan/model";
import type { Booking } from "../plan/purchase/limits";
import { getOrInsertComputed } from "../schema/computed";
import type { LedgerRunInputs } from "../schema/ledger";
import type { AboutOrder } from "../schema/order";
import type { OwnedServer, PendingPurchase } from "../schema/vps-outputs";

type Tags = AboutOrder["metaData"];

/** Who holds this order: the entry as it was saved, because a rename in the program reaches the state only with an update. */
export const holderOf = (recorded: OwnedServer): string => recorded.__declaredUrn ?? String(recorded.orderOid);

/**
 * What one host process remembers while it runs. Nothing here decides what is bought: that depends only on the service's
 * list, the state and the resource's own record, because the engine may handle other resources in another process.
 */
export class HostMemory {
  readonly #holders = new Map<number, Set<string>>();
  readonly #tags = new Map<number, Promise<Tags>>();
  /**
   * What the program of this run declares, by URN. The check of a resource leaves this for its own creation or update, which the engine
   * calls in the same process. A diff that follows compares with the program.
   */
  readonly declared = new Map<string, RunInputs>();
  /** The same for the ledger, of which a stack has one. */
  ledger: LedgerRunInputs = {};
  /** What this run has bought: a list that was asked for afterwards shows it, and one that was read earlier lacks it. */
  readonly bought = new Set<number>();
  /** What the service has shown to be cancelled: no list needs to show it any more, and what shows it is behind. */
  readonly cancelled = new Set<number>();
  /** The strays that this run adopts, with the URN of each: of two declarations that ask for the same, the first adopts it. */
  readonly reservedStrays = new Map<number, string>();
  /** Purchases of this run without a known outcome, by URN: a hook may have one created again before any state holds that. */
  readonly pending = new Map<string, PendingPurchase>();
  /** Whether the service's list of orders was seen to hide some. */
  isListTruncated = false;
  /** Since when the list of orders lacks orders that are there; `undefined` while it does not. */
  listBehindSinceMs: number | undefined;
  /** What this run buys and enlarges, for the stack's budget. */
  readonly bookings = new Map<string, Booking>();

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

  tagsOnce(orderOid: number, read: () => Promise<Tags>): Promise<Tags> {
    const tags = getOrInsertComputed(this.#tags, orderOid, read);
    tags.catch(() => this.#tags.delete(orderOid));
    return tags;
  }
}
