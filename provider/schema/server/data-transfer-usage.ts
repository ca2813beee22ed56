import { z } from "zod";
import { isReservedKey, isReservedText } from "../reserved";
import { cleanText } from "../value/clean-text";

export type PlainValue = string | number | boolean | null | PlainValue[] | { [key: string]: PlainValue };

const maxDepth = 8;

/** Looked at after it is cleaned, as cleaning may join parts. */
const harmlessText = (text: string): string | undefined => {
  const cleaned = cleanText(text);
  return isReservedText(cleaned) || isReservedKey(cleaned) ? undefined : cleaned;
};

/** Values nobody has described, made harmless: text cleaned, reserved keys and text left out, nesting limited. */
const harmless = (value: unknown, depth: number): PlainValue | undefined => {
  if (typeof value === "string") return harmlessText(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value === "boolean" || value === null) return value;
  if (typeof value !== "object" || depth === 0) return undefined;
  if (Array.isArray(value)) return value.flatMap((entry) => harmless(entry, depth - 1) ?? []);
  return harmlessParts(value, depth);
};

const harmlessParts = (value: object, depth: number): { [key: string]: PlainValue } =>
  Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]): [string, PlainValue][] => {
      const name = harmlessText(key);
      const kept = harmless(entry, depth - 1);
      return name === undefined || kept === undefined ? [] : [[name, kept]];
    }),
  );

/** Traffic of this month and the last. Its fields are documented nowhere, so they keep the service's names. */
export const DataTransferUsage = z.record(z.string(), z.unknown()).transform((usage) => harmlessParts(usage, maxDepth));
export type DataTransferUsage = z.infer<typeof DataTransferUsage>;
