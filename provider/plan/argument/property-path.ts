import { Unknown } from "../model";

/** One part of a path: a property or an element by its name or number, or all of them. */
export type PathPart = string | number | typeof everyPart;

/** `*`: whatever stands at this place. */
export const everyPart = Symbol("every part");

/**
 * Reads a path as Pulumi's options spell it: `a.b`, `a[0]`, `a["k"]`, `a[*]`, `*`. `undefined` where it is none: the engine
 * itself then refuses it.
 */
export function parsePath(path: string): readonly PathPart[] | undefined {
  const parts: PathPart[] = [];
  // A name; an index, a star or a quoted key in brackets.
  const part = /(?:^|\.)([^.[\]]+)|\[(\d+|\*)\]|\["((?:[^"\\]|\\.)*)"\]/y;
  while (part.lastIndex < path.length) {
    const found = part.exec(path);
    if (found === null) return undefined;
    const [, name, index, key] = found;
    const word = name ?? index ?? key?.replace(/\\(.)/g, "$1") ?? "";
    if (word === "*") parts.push(everyPart);
    else parts.push(index === undefined ? word : Number(index));
  }
  return parts.length === 0 ? undefined : parts;
}

/** What stands at a path in a value, each with where it was found; nothing where the path leads nowhere. */
export function valuesAt(
  value: unknown,
  [part, ...rest]: readonly PathPart[],
): readonly (readonly [string, unknown])[] {
  if (part === undefined) return [["", value]];
  if (value instanceof Unknown) return valuesAt(value.seen, [part, ...rest]);
  if (typeof value !== "object" || value === null) return [];
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  return entries
    .filter(([name]) => part === everyPart || name === String(part))
    .flatMap(([name, inner]) => valuesAt(inner, rest).map(([place, found]) => [`${name}/${place}`, found] as const));
}
