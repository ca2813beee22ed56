import { z } from "zod";
import { cleanText } from "./clean-text";
import { structureOf } from "./wire";

/** A field of an answer that a schema makes nothing of. Never its value. */
export interface UnreadField {
  /** Such as `about_orders[].vps_parameters.disk_space_4_mb`. */
  readonly path: string;
  /** `new`: the schema does not know the name. `other-form`: it knows the name, but not this kind of value. */
  readonly why: "new" | "other-form";
  /** What kind of value it has. */
  readonly form: string;
}

/** What of an answer a schema leaves unread. Entries of a list count as one; what is absent or `null` is left out. */
export function unreadFields(schema: z.ZodType, value: unknown): UnreadField[] {
  const found = new Map(fieldsIn(schema, value, "").map((field) => [`${field.path} ${field.form}`, field]));
  return [...found.values()];
}

function fieldsIn(schema: z.ZodType, value: unknown, path: string): UnreadField[] {
  if (value === undefined || value === null) return [];
  const structure = structureOf(schema);
  switch (structure?.kind) {
    case "inner":
      return fieldsIn(structure.of, value, path);
    case "list":
      return Array.isArray(value)
        ? value.flatMap((entry: unknown) => fieldsIn(structure.of, entry, `${path}[]`))
        : [otherForm(value, path)];
    case "object":
      return isObject(value) ? fieldsOf(structure.shape, value, path) : [otherForm(value, path)];
    case undefined:
      return fieldsOfPlain(schema, value, path);
    default:
      return structure satisfies never;
  }
}

/** Of a schema that is zod's own: a transformation is seen through, a choice by the option that fits. */
function fieldsOfPlain(schema: z.ZodType, value: unknown, path: string): UnreadField[] {
  if (!schema.safeParse(value).success) return [otherForm(value, path)];
  if (schema instanceof z.ZodObject && isObject(value)) return fieldsOf(schema.shape, value, path);
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodType) return fieldsIn(schema.in, value, path);
  if (!(schema instanceof z.ZodUnion)) return [];
  const fitting = schema.options.find((option) => option instanceof z.ZodType && option.safeParse(value).success);
  return fitting instanceof z.ZodType ? fieldsIn(fitting, value, path) : [];
}

function fieldsOf(shape: z.ZodRawShape, value: object, path: string): UnreadField[] {
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
    const inner = path === "" ? cleanText(name) : `${path}.${cleanText(name)}`;
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (known instanceof z.ZodType) return fieldsIn(known, part, inner);
    return part === null ? [] : [{ path: inner, why: "new", form: formOf(part) } as const];
  });
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const otherForm = (value: unknown, path: string): UnreadField => ({ path, why: "other-form", form: formOf(value) });

const formOf = (value: unknown): string =>
  Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`;
