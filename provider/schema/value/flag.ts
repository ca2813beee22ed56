import { z } from "zod";

const meanings = new Map<unknown, boolean>([
  [true, true],
  ["true", true],
  ["y", true],
  [1, true],
  ["1", true],
  [false, false],
  ["false", false],
  ["n", false],
  [0, false],
  ["0", false],
]);

/** Yes or no, in any of the spellings the service has used over the years. */
export const Flag = z.unknown().transform((value, context): boolean => {
  const meaning = meanings.get(typeof value === "string" ? value.toLowerCase() : value);
  if (meaning !== undefined) return meaning;
  context.issues.push({ code: "custom", message: "neither yes nor no", input: value });
  return z.NEVER;
});
export type Flag = z.infer<typeof Flag>;
