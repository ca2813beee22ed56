import { Unknown } from "../engine/properties";
import type { VpsArgument } from "./arguments";
import { sameValue } from "./equality";
import type { Change, Desired } from "./model";

/**
 * Whether a change, if it turns out to be one, requires a new order.
 *
 * @param before the argument's former value: from the state if that is known, otherwise from the old inputs
 */
export function replacesServer(
  { argument, effect }: Omit<Change, "isUnknown">,
  before: unknown,
  desired: Desired,
): boolean {
  if (effect === "replace") return true;
  if (effect === "image" && desired.onImageChange === "replace") return true;
  return (desired.__replaceOnChanges ?? []).some((path) => changesAt(path, argument, before, desired[argument]));
}

/** Whether a changed argument has changed at this path of the option `replaceOnChanges`. */
function changesAt(path: string, argument: VpsArgument, before: unknown, after: unknown): boolean {
  const [name, ...rest] = parsePath(path) ?? [];
  if (name !== everyPart && name !== argument) return false;
  if (rest.length === 0) return true;
  const now = valuesAt(after, rest);
  // A value that is not known yet may turn out to differ there.
  const isOpen = now.length === 0 || now.some(([, part]) => part instanceof Unknown);
  if (after instanceof Unknown && isOpen) return true;
  return !sameValue(valuesAt(before, rest), now);
}

/** The arguments, among those that changed, for which the diff will replace the server. */
export const replacedFor = (
  changes: readonly Change[],
  before: { readonly [Name in VpsArgument]?: unknown },
  desired: Desired,
): VpsArgument[] =>
  changes.filter((change) => replacesServer(change, before[change.argument], desired)).map(({ argument }) => argument);

/** One part of a path: a property or an element by its name or number, or all of them. */
type PathPart = string | number | typeof everyPart;

/** `*`: anything at this place. */
const everyPart = Symbol("every part");

/**
 * Reads a path as Pulumi's options spell it: `a.b`, `a[0]`, `a["k"]`, `a[*]`, `*`. `undefined` if it is not one: the
 * engine itself refuses it.
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

/** The parts of a value at a path, each with the place where it was found; none if the path leads nowhere. */
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
