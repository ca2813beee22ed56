import type { Desired } from "../../plan/change/diff";
import { recordAll } from "../../plan/change/record";
import { fingerprintOf } from "../../plan/purchase/purchase-request";
import { ownTags } from "../../plan/purchase/tags";
import type { AboutOrder } from "../../schema/order/about-order";
import { Claim } from "../../schema/vps/claim";
import type { VpsOutputs } from "../../schema/vps/vps-outputs";
import { Refusal } from "../run/partial-failure";

export interface Purchased {
  readonly id: string;
  readonly outputs: VpsOutputs;
}

/** Who buys: the declared VPS, as far as its inputs tell. */
export interface Buyer {
  readonly desired: Desired;
  readonly domainName: string;
  readonly urn: string | undefined;
  readonly ledger: string;
  readonly secret: string;
  readonly key: string;
  readonly claim: Claim;
  readonly fingerprint: string;
}

/** One sending of a purchase: its tag tells it from every other. */
export interface Attempt {
  readonly id: string;
  readonly password: string;
  readonly sentMs: number;
}

export function buyerOf(desired: Desired): Buyer {
  const { domainName, __declaredUrn, __ledger, __ledgerSecret, __key } = desired;
  if (domainName === undefined || __ledger === undefined || __ledgerSecret === undefined || __key === undefined) {
    throw new Refusal(
      "Nothing was bought: this resource has no ledger. Create it with `new Vps(…)` of this version of pulumi-rimuhosting.",
    );
  }
  const told = claimIn(desired);
  const claim = { ...told, keys: [...new Set([__key, ...told.keys])] };
  const fingerprint = fingerprintOf(desired, __ledgerSecret);
  return {
    desired,
    domainName,
    urn: __declaredUrn,
    ledger: __ledger,
    secret: __ledgerSecret,
    key: __key,
    claim,
    fingerprint,
  };
}

export const claimIn = ({ __claim: told }: Desired): Claim =>
  told === undefined ? { keys: [] } : Claim.parse(JSON.parse(told));

/** The state of a server that was bought, now or by an interrupted run. */
export function bought(
  buyer: Buyer,
  attempt: string,
  password: string,
  order: AboutOrder,
  setupMessages: readonly string[],
): VpsOutputs {
  return {
    ...recordAll({}, buyer.desired, order, password),
    // After a rename the order may carry an earlier key: delete must know its own.
    __key: ownTags(order).key ?? buyer.key,
    __attempt: attempt,
    setupMessages: [...setupMessages],
  };
}
