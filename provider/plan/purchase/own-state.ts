import type { Claim } from "../../schema/vps/claim";
import { deriveKey } from "./derive";

/** What the stack's saved state holds of our resources; `undefined` where it could not be read. */
export type OwnState = readonly OwnEntry[] | undefined;

export interface OwnEntry {
  readonly urn: string;
  readonly key?: string | undefined;
  readonly orderOid?: number | undefined;
}

/**
 * Chooses the key of a declared VPS. Where another declaration holds this one's key (it was renamed from this name,
 * and keeps its key), the key is salted, the same way in every run. The passed-over keys stay in the claim: a purchase
 * may have been made under one of them before that declaration was saved. So do the keys of the places where this VPS
 * was declared earlier: an interrupted purchase leaves nothing in the state that a rename could carry over.
 */
export function claimOf(ledger: string, urn: string, own: OwnState, earlierUrns: readonly string[] = []): Claim {
  const ofOthers = new Set((own ?? []).filter((entry) => entry.urn !== urn).map((entry) => entry.key));
  const keys: string[] = [];
  for (let salt = 0; ; salt++) {
    const key = deriveKey(ledger, urn, salt);
    keys.unshift(key);
    if (!ofOthers.has(key)) break;
  }
  const mine = own?.find((entry) => entry.urn === urn && entry.key !== undefined);
  if (mine?.key !== undefined && !keys.includes(mine.key)) keys.unshift(mine.key);
  keys.push(...earlierUrns.map((earlier) => deriveKey(ledger, earlier, 0)).filter((key) => !keys.includes(key)));
  if (own === undefined) return { keys };
  const held = own.flatMap((entry) =>
    entry.orderOid !== undefined && entry.key !== undefined && keys.includes(entry.key) ? [entry.orderOid] : [],
  );
  return { keys, held };
}
