import { isReservedKey, isReservedText } from "../../engine/reserved";
import { cleanText } from "./clean-text";

type PlainValue = string | number | boolean | null | PlainValue[] | { [key: string]: PlainValue };

export type Undocumented = { [key: string]: PlainValue };

const maxDepth = 8;

/**
 * Names whose values may be secret. Nobody knows what an undocumented field holds, and programs print what functions
 * return: a missing field does less harm than a password in a log.
 */
const secretName =
  /passw|passphrase|passcode|pwd|secret|token|credential|apikey|cookie|(^|[^a-z])(pass|pin|keys?|auth)([^a-z]|$)/;

const mayBeSecret = (name: string): boolean =>
  secretName.test(name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase());

/** Checked after cleaning, because cleaning may join parts. */
const harmlessText = (text: string): string | undefined => {
  const cleaned = cleanText(text);
  return isReservedText(cleaned) || isReservedKey(cleaned) || cleaned.includes("PRIVATE KEY") ? undefined : cleaned;
};

const harmless = (value: unknown, depth: number): PlainValue | undefined => {
  if (typeof value === "string") return harmlessText(value);
  // JSON knows no negative zero: an answer must be the same once it has been through the state.
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : undefined;
  if (typeof value === "boolean" || value === null) return value;
  if (typeof value !== "object" || depth === 0) return undefined;
  if (Array.isArray(value)) return value.flatMap((entry) => harmless(entry, depth - 1) ?? []);
  return harmlessParts(value, depth);
};

const harmlessParts = (value: object, depth: number): Undocumented =>
  Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]): [string, PlainValue][] => {
      const name = harmlessText(key);
      const kept = harmless(entry, depth - 1);
      return name === undefined || mayBeSecret(key) || mayBeSecret(name) || kept === undefined ? [] : [[name, kept]];
    }),
  );

/**
 * Makes fields that the service does not document harmless, under its own names: cleans text, leaves out reserved keys and
 * text and what may be secret, limits nesting.
 */
export const undocumented = (fields: object): Undocumented => harmlessParts(fields, maxDepth);
