import leven from "leven";
import type { z } from "zod";
import { isAbsent, isObject } from "../pulumi/properties";

// The parts of an object: their names, their order, those that have a value, and the name that a misspelt one most likely means.

/** The names in a table. The library's types know nothing of them. */
export const namesIn = <T extends object>(table: T) => Object.keys(table) as Extract<keyof T, string>[];

/** The parts that have a value. */
type DefinedParts<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

/** The same without the parts that are `undefined` or `null`. */
export const definedParts = <T extends object>(parts: T): DefinedParts<T> =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => !isAbsent(value))) as DefinedParts<T>;

/** A value that does not fit, as in a state of another version or in a preview, is absent and never an error. */
export const ifValid = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** The same value with the names of each object in it sorted, so that equal values have equal texts. */
export const sortedByName = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortedByName);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sortedByName(Reflect.get(value, name))]));
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

/** The candidate that a misspelt word most likely means, or `undefined` if none is close. */
export function nearest<Name extends string>(word: string, candidates: readonly Name[]): Name | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: leven(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  // If nothing of the word would be left, it means none of them.
  const limit = Math.min(word.length - 1, Math.max(2, Math.floor(word.length / 3)));
  return best !== undefined && best.distance <= limit ? best.candidate : undefined;
}

/** The end of a complaint about a name or a value; empty if nothing is meant. */
export const didYouMean = (meant: string | undefined): string =>
  meant === undefined ? "" : `; did you mean "${meant}"?`;

/** Pulumi's resource options, which are not arguments. */
const options: readonly string[] = [
  "aliases",
  "customTimeouts",
  "deleteBeforeReplace",
  "dependsOn",
  "ignoreChanges",
  "import",
  "parent",
  "protect",
  "provider",
  "replaceOnChanges",
  "retainOnDelete",
];

export const isOption = (name: string): boolean => options.includes(name);

/**
 * What is wrong with the name of an option; `undefined` if nothing is. Pulumi ignores one that it does not know. One that resembles none
 * may be a newer Pulumi's.
 *
 * @param argumentNames of the resource: a guard among the options would guard nothing
 */
export function optionComplaint(name: string, argumentNames: readonly string[]): string | undefined {
  if (argumentNames.includes(name))
    return `${name} is an argument, not an option, so it would have no effect there. Move it to the second argument of the constructor.`;
  if (name === "providers") return "providers is an option of components: pass one provider, as the provider option.";
  if (isOption(name)) return undefined;
  // What Terraform calls it.
  const meant = name === "preventDestroy" ? "protect" : nearest(name, options);
  return meant && `there is no option "${name}", so it would have no effect. Did you mean "${meant}"?`;
}
