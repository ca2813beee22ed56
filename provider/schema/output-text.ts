// An output inside a template string is a text that says so, and would be bought with. Free of zod, which programs do not load.

import { isOutputText } from "../engine/reserved";
import type { Complaint } from "./plain-errors";

const reason =
  "contains an output that was put into a string, which gives a text of Pulumi's in place of its value: write pulumi.interpolate`…`, output.apply(…), or pulumi.jsonStringify(…) for JSON";

/**
 * Where a value, a key or a part of it is such a text.
 *
 * @param open what to look at in place of a value, for values that hide what is known of them
 */
export function outputTextsIn(value: unknown, open = (hidden: unknown) => hidden, path: string[] = []): Complaint[] {
  const seen = open(value);
  if (typeof seen === "string")
    return isOutputText(seen) || isOutputText(decoded(path, seen)) ? [{ path: path.join("."), reason }] : [];
  if (typeof seen !== "object" || seen === null) return [];
  return Object.entries(seen).flatMap(([name, part]) =>
    isOutputText(name) ? [{ path: path.join("."), reason }] : outputTextsIn(part, open, [...path, name]),
  );
}

/** The content of a file that is given in base64; empty for everything else. */
const decoded = (path: readonly string[], text: string): string =>
  path.at(-1) === "dataAsBase64" ? Buffer.from(text, "base64").toString("latin1") : "";
