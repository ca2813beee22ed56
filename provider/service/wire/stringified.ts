// A value inside a template string may become a text that only says what it was, and a server would be bought with that. Free of zod, which
// programs do not load.

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

/**
 * Where a value, a key or a part of it is such a text.
 *
 * @param open what to look at in place of a value, for values that hide what is known of them
 */
export function stringifiedParts(value: unknown, open = (hidden: unknown) => hidden, path: string[] = []): Complaint[] {
  const seen = open(value);
  if (typeof seen === "string") return complaintsAbout(seen, path);
  if (typeof seen !== "object" || seen === null) return [];
  return Object.entries(seen).flatMap(([name, part]) => [
    ...complaintsAbout(name, path),
    ...stringifiedParts(part, open, [...path, name]),
  ]);
}

function complaintsAbout(text: string, path: readonly string[]): Complaint[] {
  const kind = stringifiedIn(text);
  return kind === undefined ? [] : [{ path: path.join("."), reason: reasons[kind] }];
}
