import type { VpsArgument } from "../../schema/vps-inputs";
import { changeTable, vpsArguments } from "../change-table";
import { isUnknown, sameArgument, sameValue } from "../equality";
import type { Change, Desired } from "../model";

/**
 * Whether a change, if it is one, takes another order.
 *
 * @param before what the argument was: by the state where that is known, otherwise by the old inputs
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

/** Whether an argument that has changed has changed at this path of the option `replaceOnChanges`. */
function changesAt(path: string, argument: VpsArgument, before: unknown, after: unknown): boolean {
  const [name, ...rest] = parsePath(path) ?? [];
  if (name !== everyPart && name !== argument) return false;
  if (rest.length === 0) return true;
  const now = valuesAt(after, rest);
  // What is not known yet may turn out to be another value there.
  if (isUnknown(after) && (now.length === 0 || isUnknown(now))) return true;
  return !sameValue(valuesAt(before, rest), now);
}

type OldInputs = Readonly<Record<string, unknown>>;

/**
 * The changes that a check can be sure of, which knows the old inputs and not the state: both values are given, and they
 * differ. What is taken out of the program is left alone by the diff, and what is set for the first time may be what the
 * server has already: neither proves anything.
 */
export const provenChanges = (olds: OldInputs, desired: Desired): Change[] =>
  vpsArguments
    .filter((argument) => isGiven(olds, argument) && isGiven(desired, argument))
    .filter((argument) => !sameArgument(argument, olds[argument], desired[argument]))
    .map((argument) => ({ argument, effect: changeTable[argument], isUnknown: false }));

/** What the program sets for the first time: a change, unless the server has the value already. Only the diff can tell. */
export const possibleChanges = (olds: OldInputs, desired: Desired): Change[] =>
  vpsArguments
    .filter((argument) => !isGiven(olds, argument) && isGiven(desired, argument))
    .map((argument) => ({ argument, effect: changeTable[argument], isUnknown: false }));

/** Whether the diff will replace the server for one of these changes. */
export const isReplacedFor = (changes: readonly Change[], olds: OldInputs, desired: Desired): boolean =>
  changes.some((change) => replacesServer(change, olds[change.argument], desired));

const isGiven = (values: OldInputs, argument: VpsArgument): boolean =>
  values[argument] !== undefined && values[argument] !== null && !isUnknown(values[argument]);

/** One part of a path: a property or an element by its name or number, or all of them. */
type PathPart = string | number | typeof everyPart;

/** `*`: whatever stands at this place. */
const everyPart = Symbol("every part");

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
  if (typeof value !== "object" || value === null) return [];
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  return entries
    .filter(([name]) => part === everyPart || name === String(part))
    .flatMap(([name, inner]) => valuesAt(inner, rest).map(([place, found]) => [`${name}/${place}`, found] as const));
}
