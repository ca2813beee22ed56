import { randomInt, randomUUID } from "node:crypto";

/** What is saved before a server is bought. */
export interface IdempotencyKeyValues {
  readonly key: string;
  /** A root password, for a server whose program sets none. */
  readonly password: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Letters and digits that nobody mistakes for each other. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";

export const newIdempotencyKey = (nowMs: number): IdempotencyKeyValues => ({
  key: randomUUID(),
  password: newPassword(),
  createdAt: new Date(nowMs).toISOString(),
});

/** About 128 bits. Starts with a letter, and has every character class that password rules ask for. */
function newPassword(): string {
  const letters = Array.from({ length: 22 }, () => alphabet[randomInt(alphabet.length)]);
  return `r${letters.join("")}X7`;
}
