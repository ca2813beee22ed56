import type { VpsArgument } from "../../schema/vps/vps-inputs";
import { everyPart, parsePath, valuesAt } from "../argument/property-path";
import { sameValue } from "../argument/values";
import { type Change, type Desired, Unknown } from "../model";

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
  const isOpen = now.length === 0 || now.some(([, part]) => part instanceof Unknown);
  if (after instanceof Unknown && isOpen) return true;
  return !sameValue(valuesAt(before, rest), now);
}
