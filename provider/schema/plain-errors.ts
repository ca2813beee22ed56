import type { z } from "zod";

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
 * Lists the complaints of a parse, each with its path. An unknown property and an invalid key are complaints about the
 * object that has them.
 */
export function complaintsOf(error: z.ZodError | undefined): Complaint[] {
  return (error?.issues ?? []).flatMap((issue) => {
    const path = issue.path.map(String).join(".");
    switch (issue.code) {
      case "unrecognized_keys":
        return issue.keys.map((key) => ({ path, reason: `has no property "${key}"` }));
      case "invalid_key": {
        const key = String(issue.path.at(-1));
        const why = issue.issues[0]?.message ?? "is not allowed";
        return [{ path: issue.path.slice(0, -1).map(String).join("."), reason: `has a key "${key}": a key ${why}` }];
      }
      default:
        return [{ path, reason: issue.message }];
    }
  });
}
