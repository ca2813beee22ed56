// A value inside a template string may become a text that only says what it was, and a server would be bought with that. Free of zod, which
// programs do not load.

import { type CheckFailure, checkFailure, type Properties } from "../../engine/properties";
import { stringifiedIn } from "../../engine/reserved";
import type { Complaint } from "./plain-errors";

const reasons = {
  "an output":
    "contains an output that was put into a string, which gives a warning by Pulumi instead of its value: write pulumi.interpolate`…`, output.apply(…), or pulumi.jsonStringify(…) for JSON",
  "a promise":
    'contains a promise that was put into a string, which gives "[object Promise]" in place of its value: wait for it with await, or write pulumi.interpolate`…`',
  "an object":
    'contains an object that was put into a string, which gives "[object Object]" in place of its parts: name the part that is meant, or write JSON.stringify(…)',
} as const;

/** Where a value, a key or a part of it is such a text. */
export function stringifiedParts(value: unknown, path: string[] = []): Complaint[] {
  if (typeof value === "string") return complaintsAbout(value, path);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [
    ...complaintsAbout(name, path),
    ...stringifiedParts(part, [...path, name]),
  ]);
}

/**
 * The complaints about arguments with such a text, by the argument. Nothing else is to be said of these: the text is not what the program
 * means.
 */
export function stringified(given: Properties): ReadonlyMap<string, readonly CheckFailure[]> {
  const found = Object.entries(given).map(([name, value]): [string, CheckFailure[]] => [
    name,
    stringifiedParts(value, [name]).map(({ path, reason }) => checkFailure(`${path} ${reason}`)),
  ]);
  return new Map(found.filter(([, failures]) => failures.length > 0));
}

function complaintsAbout(text: string, path: readonly string[]): Complaint[] {
  const kind = stringifiedIn(text);
  return kind === undefined ? [] : [{ path: path.join("."), reason: reasons[kind] }];
}
