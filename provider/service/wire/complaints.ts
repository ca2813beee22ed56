import type { z } from "zod";
import {
  assetReason,
  type CheckFailure,
  checkFailure,
  isAsset,
  isObject,
  type Properties,
  stringifiedIn,
} from "../../pulumi/properties";

const types: Readonly<Record<string, string>> = {
  string: "must be a string",
  number: "must be a number",
  int: "must be a whole number",
  boolean: "must be true or false",
  array: "must be a list",
  object: "must be an object",
  record: "must be an object",
};

/**
 * Plain words for problems that a schema has no message for. Zod's own messages speak of inputs, patterns and received
 * values. Passed to a parse, this ranks below a schema's own messages and above the library's.
 */
export const plainComplaint: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return types[issue.expected] ?? "has an invalid form";
    case "too_small":
      return isOfNumber(issue) ? "is too low" : "is too short";
    case "too_big":
      return isOfNumber(issue) ? "is too large" : "is too long";
    case "invalid_value":
      return oneOf(issue.values);
    case "unrecognized_keys":
      return "";
    default:
      return "has an invalid form";
  }
};

/** What a value of few must be. */
export const oneOf = (values: readonly unknown[]): string =>
  `must be one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;

const isOfNumber = ({ origin }: { readonly origin: string }): boolean => origin === "number" || origin === "int";

/** What is wrong with one part of a value, and where it is. */
export interface Complaint {
  /** Empty for the value as a whole. */
  readonly path: string;
  readonly reason: string;
}

/**
 * Lists the complaints of a parse, each with its path and, where it is of the wrong type, what it is instead. An unknown property and
 * an invalid key are complaints about the object that has them. No text that was given is shown: any may be a secret in the wrong place.
 */
export function complaintsOf(error: z.ZodError | undefined, given: unknown): Complaint[] {
  return (error?.issues ?? []).flatMap((issue) => {
    const path = pathOf(issue.path);
    switch (issue.code) {
      case "unrecognized_keys":
        return issue.keys.map((key) => ({ path, reason: `has no property "${key}"${issue.message}` }));
      // The key itself may be a secret in the wrong place.
      case "invalid_key":
        return [
          {
            path: pathOf(issue.path.slice(0, -1)),
            reason: `has a key that is not allowed: it ${issue.issues[0]?.message}`,
          },
        ];
      default:
        return [{ path, reason: reasonOf(issue, valueAt(issue.path, given)) }];
    }
  });
}

function reasonOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (typeof value === "number" && !Number.isFinite(value))
    return "could not be computed: it may be made from a missing setting, or from text";
  // The engine has no undefined. From an object it leaves the name out; in a list it passes null.
  if (value === null && typeof issue.path.at(-1) === "number")
    return "is undefined: is the setting that it comes from missing?";
  const isType = issue.code === "invalid_type" && issue.expected !== "int";
  const found = isType ? kindOf(value)?.concat(readingOf(issue.expected, value)) : undefined;
  const [rule = "", ...hints] = issue.message.split("; ");
  return [found === undefined ? rule : `${rule}, but is ${found}`, ...hints].join("; ");
}

/** `fileInjectionData[0].path` */
const pathOf = (path: readonly PropertyKey[]): string =>
  path.map((name, at) => (typeof name === "number" ? `[${name}]` : `${at === 0 ? "" : "."}${String(name)}`)).join("");

const valueAt = (path: readonly PropertyKey[], given: unknown): unknown =>
  path.reduce<unknown>((part, name) => (isObject(part) ? Reflect.get(part, name) : undefined), given);

function kindOf(value: unknown): string | undefined {
  if (value === "") return "an empty string";
  if (Array.isArray(value)) return "a list";
  if (isObject(value)) return "an object";
  return ["string", "number", "boolean"].includes(typeof value) ? `a ${typeof value}` : undefined;
}

/** The stack's configuration holds only text, which is the usual reason for a string in place of a number. */
function readingOf(expected: string, value: unknown): string {
  const getter = { number: "Number", boolean: "Boolean" }[expected];
  const isRead = typeof value === "string" && /^(?:-?[\d.]{1,15}|true|false)$/.test(value);
  return isRead && getter !== undefined ? `: read it from the configuration with require${getter}` : "";
}

// A value inside a template string may become a text that only says what it was, and a server would be bought with that. Free of zod, which
// programs do not load.

const reasons = {
  "an output":
    "contains an output that was put into a string, which gives a warning from Pulumi instead of its value: write pulumi.interpolate`…`, output.apply(…), or pulumi.jsonStringify(…) for JSON",
  "a promise":
    'contains a promise that was put into a string, which gives "[object Promise]" in place of its value: wait for it with await, or write pulumi.interpolate`…`',
  "an object":
    'contains an object that was put into a string, which gives "[object Object]" in place of its parts: name the part that is meant, or write JSON.stringify(…)',
} as const;

/** Where a value, a key or a part of it is such a text, or an asset, whose file only other providers read. */
export function stringifiedParts(value: unknown, path: readonly (string | number)[] = []): Complaint[] {
  if (typeof value === "string") return complaintsAbout(value, path);
  if (Array.isArray(value)) return value.flatMap((part, at) => stringifiedParts(part, [...path, at]));
  if (!isObject(value)) return [];
  if (isAsset(value)) return [{ path: pathOf(path), reason: assetReason }];
  return Object.entries(value).flatMap(([name, part]) => [
    ...complaintsAbout(name, path),
    ...stringifiedParts(part, [...path, name]),
  ]);
}

/**
 * The complaints about arguments with such a text, by the argument. These arguments get no other complaint: the text is not what the
 * program means.
 */
export function stringified(given: Properties): ReadonlyMap<string, readonly CheckFailure[]> {
  const found = Object.entries(given).map(([name, value]): [string, CheckFailure[]] => [
    name,
    stringifiedParts(value, [name]).map(({ path, reason }) => checkFailure(`${path} ${reason}`)),
  ]);
  return new Map(found.filter(([, failures]) => failures.length > 0));
}

function complaintsAbout(text: string, path: readonly PropertyKey[]): Complaint[] {
  const kind = stringifiedIn(text);
  return kind === undefined ? [] : [{ path: pathOf(path), reason: reasons[kind] }];
}
