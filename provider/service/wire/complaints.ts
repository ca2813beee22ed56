import leven from "leven";
import type { z } from "zod";
import { type CheckFailure, checkFailure, type Properties } from "../../engine/properties";
import { stringifiedIn } from "../../engine/reserved";

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
      return issue.origin === "number" || issue.origin === "int" ? "is too low" : "is too short";
    case "too_big":
      return issue.origin === "number" || issue.origin === "int" ? "is too large" : "is too long";
    case "invalid_value":
      return "is not one of the allowed values";
    default:
      return "has an invalid form";
  }
};

/** What is wrong with one part of a value, and where it is. */
export interface Complaint {
  /** Empty for the value as a whole. */
  readonly path: string;
  readonly reason: string;
}

/**
 * Lists the complaints of a parse, each with its path and, where it is of the wrong type, the value. An unknown property and an
 * invalid key are complaints about the object that has them.
 *
 * @param given what was parsed
 * @param secrets the properties whose values must not be shown
 */
export function complaintsOf(error: z.ZodError | undefined, given: unknown, secrets: readonly string[]): Complaint[] {
  return (error?.issues ?? []).flatMap((issue) => {
    const path = issue.path.map(String).join(".");
    switch (issue.code) {
      case "unrecognized_keys":
        return issue.keys.map((key) => ({ path, reason: `has no property "${key}"` }));
      case "invalid_key": {
        const key = String(issue.path.at(-1));
        const why = issue.issues[0]?.message ?? "is not allowed";
        const which = isWords(key) ? `a key "${key}"` : "a key that is not allowed";
        return [{ path: issue.path.slice(0, -1).map(String).join("."), reason: `has ${which}: a key ${why}` }];
      }
      default:
        return [{ path, reason: withValue(issue, given, { isSecret: secrets.includes(String(issue.path[0])) }) }];
    }
  });
}

/** What is made of more than short words may be a secret. */
const isWords = (key: string): boolean => /^[a-z\s:_-]{0,30}$/i.test(key);

interface AboutValue {
  readonly isSecret: boolean;
  /** Settings come as text, whatever they mean: that one is a text is no mistake. */
  readonly mayBeText?: boolean;
}

/** What a complaint says, with the value that it is about: many a mistake is one of type, which the value alone does not show. */
export function withValue(issue: z.core.$ZodIssue, given: unknown, about: AboutValue): string {
  const value = issue.path.reduce<unknown>(
    (part, name) => (isObject(part) ? Reflect.get(part, name) : undefined),
    given,
  );
  const shown =
    issue.message.startsWith("must ") && isAboutValue(issue, value) ? spelled(issue, value, about) : undefined;
  return shown === undefined ? issue.message : `${issue.message}, but is ${shown}`;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether the value is of a wrong type or size. One of a wrong form may be a secret in the wrong place: a key with the word before it. */
function isAboutValue({ code }: z.core.$ZodIssue, value: unknown): boolean {
  switch (code) {
    case "invalid_type":
    case "invalid_union":
    case "invalid_value":
      return true;
    case "too_small":
    case "too_big":
      return typeof value === "number";
    default:
      return false;
  }
}

function spelled(issue: z.core.$ZodIssue, value: unknown, { isSecret, mayBeText }: AboutValue): string | undefined {
  const isType = issue.code === "invalid_type";
  if (typeof value === "string") {
    if (!isSecret && isHarmless(issue, value))
      return value === ""
        ? "an empty string"
        : `the string "${value}"${readingOf(issue, value)}${meantBy(issue, value)}`;
    return isType && !mayBeText ? `a string${readingOf(issue, value)}` : undefined;
  }
  if (isSecret || (typeof value === "number" && isLong(value))) return isType ? kindOf(value) : undefined;
  if (typeof value === "number" && Number.isFinite(value))
    return isType && issue.expected === "string" ? `the number ${value}` : String(value);
  return typeof value === "boolean" ? String(value) : kindOf(value);
}

/** From six digits on, it may be a code or a password. */
const isLong = (value: number): boolean => Math.abs(value) >= 100_000;

const isNumeric = (text: string): boolean => /^-?[0-9]{1,10}(?:\.[0-9]{1,4})?$/.test(text);

const isTruthValue = (text: string): boolean => /^(?:true|false)$/.test(text);

/**
 * Whether a text cannot be a secret: any text of the configuration may be one, and be given to the wrong argument; one of
 * digits may be a code. A truth value is no secret, nor is a misspelt choice or another word for one.
 */
const isHarmless = (issue: z.core.$ZodIssue, text: string): boolean =>
  text === "" || isTruthValue(text) || isMisspeltChoice(issue, text) || choiceFor(issue, text) !== undefined;

/** What people call the choices that are far from these words. */
const otherWords: Readonly<Record<string, string>> = {
  stopped: "NOTRUNNING",
  stop: "NOTRUNNING",
  off: "NOTRUNNING",
  started: "RUNNING",
  start: "RUNNING",
  on: "RUNNING",
};

function choiceFor(issue: z.core.$ZodIssue, text: string): string | undefined {
  const word = text.toLowerCase();
  const choice = Object.hasOwn(otherWords, word) ? otherWords[word] : undefined;
  return issue.code === "invalid_value" && issue.values.some((one) => one === choice) ? choice : undefined;
}

function meantBy(issue: z.core.$ZodIssue, text: string): string {
  const choice = choiceFor(issue, text);
  return choice === undefined ? "" : `: did you mean "${choice}"?`;
}

const isMisspeltChoice = (issue: z.core.$ZodIssue, text: string): boolean =>
  issue.code === "invalid_value" &&
  /^[A-Za-z0-9_-]{1,20}$/.test(text) &&
  issue.values.map(String).some((choice) => isNearly(text, choice));

/** A third of a choice's letters: what is further from it may be any word. */
const isNearly = (text: string, choice: string): boolean =>
  leven(text.toLowerCase(), choice.toLowerCase()) <= Math.floor(choice.length / 3);

function kindOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number") return Number.isNaN(value) ? undefined : "a number";
  if (typeof value === "boolean") return "a boolean";
  return isObject(value) ? "an object" : undefined;
}

/** The stack's configuration holds nothing but texts: the usual way to one in place of a number. */
function readingOf(issue: z.core.$ZodIssue, text: string): string {
  if (issue.code !== "invalid_type") return "";
  const { expected } = issue;
  if (expected === "number" && isNumeric(text)) return fromConfiguration("Number");
  return expected === "boolean" && isTruthValue(text) ? fromConfiguration("Boolean") : "";
}

const fromConfiguration = (kind: string): string =>
  `: read it from the configuration with get${kind} or require${kind}`;

// A value inside a template string may become a text that only says what it was, and a server would be bought with that. Free of zod, which
// programs do not load.

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
