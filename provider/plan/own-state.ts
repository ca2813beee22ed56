import { z } from "zod";
import { deriveKey } from "./derive";

/** What the stack's saved state holds of our resources; `undefined` where it could not be read. */
export type OwnState = readonly OwnEntry[] | undefined;

export interface OwnEntry {
  readonly urn: string;
  readonly key?: string | undefined;
  readonly orderOid?: number | undefined;
}

/**
 * What a program tells create about the state it started from. Every order of the service that carries one of `keys` is
 * either named in `held`, and then some entry of the state owns it, or it belongs to nobody in this stack.
 */
export const Claim = z.object({
  /** Every key that this declaration may have bought under, the current one first. */
  keys: z.array(z.string()),
  /** Orders that the state holds under any of those keys; `undefined` where the state could not be read. */
  held: z.array(z.number()).optional(),
});
export type Claim = z.infer<typeof Claim>;

/**
 * Chooses the key of a declared VPS. Where another declaration holds this one's key (it was renamed from this name,
 * and keeps its key), the key is salted, the same way in every run. The passed-over keys stay in the claim: a purchase
 * may have been made under one of them before that declaration was saved.
 */
export function claimOf(ledger: string, urn: string, own: OwnState): Claim {
  const ofOthers = new Set((own ?? []).filter((entry) => entry.urn !== urn).map((entry) => entry.key));
  const keys: string[] = [];
  for (let salt = 0; ; salt++) {
    const key = deriveKey(ledger, urn, salt);
    keys.unshift(key);
    if (!ofOthers.has(key)) break;
  }
  const mine = own?.find((entry) => entry.urn === urn && entry.key !== undefined);
  if (mine?.key !== undefined && !keys.includes(mine.key)) keys.unshift(mine.key);
  if (own === undefined) return { keys };
  const held = own.flatMap((entry) =>
    entry.orderOid !== undefined && entry.key !== undefined && keys.includes(entry.key) ? [entry.orderOid] : [],
  );
  return { keys, held };
}
