import { isDeepStrictEqual } from "node:util";
import { Unknown } from "../model";

/** Drops absent parts, so that `{ a: 1, b: undefined }` and `{ a: 1 }` are the same. */
function withoutAbsent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAbsent);
  if (typeof value !== "object" || value === null || value instanceof Unknown) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined && part !== null)
      .map(([name, part]) => [name, withoutAbsent(part)]),
  );
}

export const sameValue = (a: unknown, b: unknown): boolean =>
  isDeepStrictEqual(withoutAbsent(a ?? undefined), withoutAbsent(b ?? undefined));

/** The one form of a domain name: letter case and a final dot mean nothing. */
export const plainDomainName = (name: string): string => name.toLowerCase().replace(/\.$/, "");

export const sameDomainName = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && plainDomainName(a) === plainDomainName(b);
