import { createHash, createHmac } from "node:crypto";
import { sortedByName } from "../../schema/parts";

/** Names a declared VPS at the service: unguessable from outside, the same in every run. */
export const deriveKey = (ledger: string, urn: string, salt: number): string =>
  createHash("sha256")
    .update(JSON.stringify([ledger, urn, salt]))
    .digest("hex")
    .slice(0, 20);

/**
 * The root password of an order if the program sets none. Derived rather than random, so that it is known even if the
 * service's answer was lost. About 131 bits; starts with a letter, and has every character class that password rules
 * ask for.
 */
export function derivePassword(secret: string, attempt: string): string {
  const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
  const bytes = createHmac("sha512", secret).update(`password:${attempt}`).digest();
  // 228 is the largest multiple of the alphabet's 57 letters within a byte: the values above it would favour some letters.
  const letters = [...bytes].filter((byte) => byte < 228).map((byte) => alphabet[byte % 57]);
  return `r${letters.slice(0, 22).join("")}X7`;
}

/** Whether an order was bought with this very request: equal requests, equal fingerprints. Keyed, because tags are not secret. */
export const deriveFingerprint = (secret: string, request: unknown): string =>
  createHmac("sha256", secret)
    .update(`request:${JSON.stringify(sortedByName(request))}`)
    .digest("hex")
    .slice(0, 32);
