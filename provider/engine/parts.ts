import type { z } from "zod";

// The parts of an object: their names, their order, and those that have a value.

/** The names in a table. */
export function namesIn<T extends object>(table: T): Extract<keyof T, string>[] {
  const names: Extract<keyof T, string>[] = [];
  for (const name in table) names.push(name);
  return names;
}

/** The parts that have a value. */
type DefinedParts<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

/** The same without the parts that are `undefined` or `null`. */
export const definedParts = <T extends object>(parts: T): DefinedParts<T> =>
  // The library's types know nothing of the names of entries.
  Object.fromEntries(
    Object.entries(parts).filter(([, value]) => value !== undefined && value !== null),
  ) as DefinedParts<T>;

/** A value that does not fit, as in a state of another version or in a preview, is absent and never an error. */
export const ifValid = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** The same value with the names of each object in it sorted, so that equal values have equal texts. */
export const sortedByName = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortedByName);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, sortedByName(part)]));
};

/** The value of a key, computed when it is first asked for: `Map.prototype.getOrInsertComputed` of later versions of Node. */
export function getOrInsertComputed<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  compute: (key: Key) => Value,
): Value {
  const present = map.get(key);
  if (present !== undefined) return present;
  const value = compute(key);
  map.set(key, value);
  return value;
}
