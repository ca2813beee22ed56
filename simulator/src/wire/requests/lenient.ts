import { z } from "zod";
import { type Problem, Refusal } from "../../world/refusal";

/** The service accepts numbers as text, booleans as Y/N or 0/1, and null for "not given". */
const absent = (value: unknown): unknown => (value === null ? undefined : value);

function toNumber(value: unknown): unknown {
  if (typeof value !== "string") return absent(value);
  return value.trim() === "" ? undefined : Number(value);
}

function toText(value: unknown): unknown {
  return typeof value === "number" || typeof value === "boolean" ? String(value) : absent(value);
}

function toFlag(value: unknown): unknown {
  if (value === 1 || value === "1" || /^(y|yes|true)$/i.test(String(value))) return true;
  if (value === 0 || value === "0" || /^(n|no|false)$/i.test(String(value))) return false;
  return value === "" ? undefined : absent(value);
}

export const lenientNumber = z.preprocess(toNumber, z.number().optional());
export const lenientText = z.preprocess(toText, z.string().optional());
/** Empty text counts as not given: for names, not for contents. */
export const lenientName = z.preprocess((value) => (value === "" ? undefined : toText(value)), z.string().optional());
export const lenientFlag = z.preprocess(toFlag, z.boolean().optional());

/** 0 means "not given", as in the service's own echoes. */
export const lenientOid = z.preprocess((value) => {
  const oid = toNumber(value);
  return oid === 0 ? undefined : oid;
}, z.number().int().optional());

export function lenientObject<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess(absent, z.looseObject(shape).optional());
}

export function lenientList<Item extends z.ZodType>(item: Item) {
  return z.preprocess(absent, z.array(item).optional());
}

/** The refusal names the fields that have the wrong type. */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, payload: unknown): z.output<Schema> {
  const result = schema.safeParse(payload);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue): Problem => {
    const fieldName = issue.path.map(String).findLast((part) => !/^\d+$/.test(part));
    return fieldName === undefined ? { text: issue.message } : { fieldName, text: `${fieldName}: ${issue.message}` };
  });
  throw new Refusal(problems);
}
