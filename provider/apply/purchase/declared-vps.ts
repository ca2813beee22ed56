import type { Desired, Known } from "../../plan/model";
import type { Origin } from "../../plan/purchase/purchase-messages";
import { buyerIn, ownTags } from "../../plan/purchase/tags";
import { recordAll } from "../../plan/update/record";
import { justInstalled } from "../../plan/update/unfinished";
import type { Ownership } from "../../schema/hidden-inputs";
import type { AboutOrder } from "../../schema/order";
import type { OwnedServer } from "../../schema/vps-outputs";
import { Refusal } from "../failures";

export interface Purchased {
  readonly outputs: OwnedServer;
  /** How the server got into the state, if it was not simply bought. */
  readonly origin?: Origin;
}

/** Who buys: the declared VPS, as its inputs describe it. */
export interface DeclaredVps {
  readonly desired: Known<Desired>;
  readonly domainName: string;
  readonly urn: string | undefined;
  readonly ledger: string;
  readonly secret: string;
  readonly key: string;
  readonly ownership: Ownership;
  /** Names it in the tags of what this run buys. */
  readonly buyer: string;
}

/** One attempt at a purchase: its tag distinguishes it from every other. */
export interface Attempt {
  readonly id: string;
  /** `undefined` for a clone, which keeps that of its source. */
  readonly password: string | undefined;
  /** By the service's clock, which every later run can compare with. */
  readonly sentServiceMs: number;
}

export function declaredVpsOf(desired: Known<Desired>): DeclaredVps {
  const { domainName, __declaredUrn, __ledger, __ledgerSecret, __ownership: ownership } = desired;
  const key = ownership?.keys[0];
  if (
    domainName === undefined ||
    __ledger === undefined ||
    __ledgerSecret === undefined ||
    ownership === undefined ||
    key === undefined
  ) {
    throw new Refusal(
      "Nothing was bought: this resource has no ledger. Create it with `new Vps(…)` from this version of pulumi-rimuhosting.",
    );
  }
  const owned = { ...ownership, ledger: __ledger };
  return {
    desired: { ...desired, __ownership: owned },
    domainName,
    urn: __declaredUrn,
    ledger: __ledger,
    secret: __ledgerSecret,
    key,
    ownership: owned,
    buyer: buyerIn(ownership.run, __ledger, __declaredUrn),
  };
}

/** The state of a server that was bought, now or by an interrupted run. `orders` is what the service lists at that time. */
export function recordPurchase(
  declared: DeclaredVps,
  attempt: string,
  password: string | undefined,
  order: AboutOrder,
  setupMessages: readonly string[],
  orders: readonly AboutOrder[],
): OwnedServer {
  const server = {
    ...recordAll({}, declared.desired, order, password),
    // An adopted order may carry another key: delete must know the order's own.
    __key: ownTags(order).key ?? declared.key,
    __attempt: attempt,
    ...earlierOrders(declared.ownership, orders),
    setupMessages: [...setupMessages],
  };
  return justInstalled(server, declared.desired);
}

/**
 * The orders that this declaration held before and that are still there: kept by `retainOnDelete`, running to the end of
 * their period, or about to be cancelled. Recorded with the server, so that no later run takes them for strays.
 */
function earlierOrders(ownership: Ownership, orders: readonly AboutOrder[]): Pick<OwnedServer, "__earlier"> {
  const listed = new Set(orders.map(({ orderOid }) => orderOid));
  const active = heldBefore(ownership).filter((oid) => listed.has(oid));
  return active.length === 0 ? {} : { __earlier: active };
}

/** Every order that this declaration held before the one that it is about to buy. */
export const heldBefore = ({ own, earlier }: Ownership): number[] => [
  ...new Set([...earlier, ...(own === undefined ? [] : [own])]),
];
