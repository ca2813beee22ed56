import { z } from "zod";
import { isReservedKey, isReservedText } from "../../pulumi/properties";

type CamelCase<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Key;

type Flat<Shape> = { [Key in keyof Shape]: Shape[Key] };

/** What a wire object becomes: camelCase names, and a field that may be absent is optional. */
type Domain<Wire> = Flat<
  {
    [Key in keyof Wire as undefined extends Wire[Key] ? never : CamelCase<Key & string>]: Wire[Key];
  } & {
    [Key in keyof Wire as undefined extends Wire[Key] ? CamelCase<Key & string> : never]?: Exclude<
      Wire[Key],
      undefined
    >;
  }
>;

/** A name of the service's as it is spelled here. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** A name of ours as the service spells it. In `diskSpace2Mb` the digit is a word of its own, in `dataAsBase64` it is not. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]|\d+(?=[A-Z])/g, (start) => `_${start.toLowerCase()}`);

function renamed<Wire extends object>(answer: Wire): Domain<Wire> {
  const domain: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(answer)) if (value !== undefined) domain[camelCase(key)] = value;
  // TypeScript cannot type names that are computed at run time.
  return domain as Domain<Wire>;
}

/**
 * An object from the service. Its snake_case names end here: parsing yields camelCase. Only the names in the shape
 * survive, so new fields do no harm and names such as `__proto__` never reach the provider's objects.
 */
export const wire = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).transform(renamed);

/** The same, with what the service sends under other names as `raw`: for answers that programs see and whose fields are not all documented. */
export const wireWithRest = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject(shape).transform((all): Domain<z.output<z.ZodObject<Shape>>> & { raw?: Undocumented } => {
    const others = Object.entries(all).filter(([name, part]) => !Object.hasOwn(shape, name) && part !== null);
    const raw = undocumented(Object.fromEntries(others));
    const named = Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(shape, name)));
    // TypeScript does not follow which names are left.
    const read = renamed(named) as Domain<z.output<z.ZodObject<Shape>>>;
    return Object.keys(raw).length === 0 ? read : { ...read, raw };
  });

/**
 * A field that may be missing. The service sends `null` for "none", and a value of the wrong type also counts
 * as none: one unimportant field must not make a whole order unreadable.
 */
export const ifReadable = <Schema extends z.ZodType>(schema: Schema) => readableOr(schema, () => undefined);

/** A field that may be missing, and that means something even if its value cannot be read. */
export const readableOr = <Schema extends z.ZodType, Other>(
  schema: Schema,
  otherwise: (value: unknown) => Other | undefined,
) =>
  z
    .unknown()
    .transform((value): z.output<Schema> | Other | undefined => {
      if (value === null) return undefined;
      const parsed = schema.safeParse(value);
      return parsed.success ? parsed.data : otherwise(value);
    })
    .optional();

/** A list without its unreadable entries. Only for lists in which a lost entry does no harm. */
export const readableListOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.array(z.unknown()).transform((entries): z.output<Schema>[] =>
    entries.flatMap((entry) => {
      const parsed = schema.safeParse(entry);
      return parsed.success ? [parsed.data] : [];
    }),
  );

/** A list in which every entry counts. The service sends `null` for an empty list; a missing list makes the answer unreadable. */
export const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(schema)
    .nullable()
    .transform((entries): z.output<Schema>[] => entries ?? []);

type PlainValue = string | number | boolean | null | PlainValue[] | { [key: string]: PlainValue };

type Undocumented = { [key: string]: PlainValue };

/**
 * Names whose values may be secret. Nobody knows what an undocumented field holds, and programs print what functions
 * return: a missing field does less harm than a password in a log.
 */
const secretName =
  /passw|passphrase|passcode|pwd|secret|token|credential|apikey|cookie|(^|[^a-z])(pass|pin|keys?|auth|psk|dsn)([^a-z]|$)/;

const mayBeSecret = (name: string): boolean =>
  secretName.test(name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase());

/** Checked after cleaning, because cleaning may join parts. */
const harmlessText = (text: string): string | undefined => {
  const cleaned = cleanText(text);
  return isReservedText(cleaned) || isReservedKey(cleaned) || cleaned.includes("PRIVATE KEY") ? undefined : cleaned;
};

const harmless = (value: unknown, depth: number): PlainValue | undefined => {
  if (typeof value === "string") return harmlessText(value);
  // JSON knows no negative zero: an answer must be the same once it has been through the state.
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : undefined;
  if (typeof value === "boolean" || value === null) return value;
  if (typeof value !== "object" || depth === 0) return undefined;
  if (Array.isArray(value)) return value.flatMap((entry) => harmless(entry, depth - 1) ?? []);
  return harmlessParts(value, depth);
};

const harmlessParts = (value: object, depth: number): Undocumented =>
  Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]): [string, PlainValue][] => {
      const name = harmlessText(key);
      const kept = harmless(entry, depth - 1);
      return name === undefined || mayBeSecret(key) || mayBeSecret(name) || kept === undefined ? [] : [[name, kept]];
    }),
  );

/**
 * Makes fields that the service does not document harmless, under its own names: cleans text, leaves out reserved keys and
 * text and what may be secret, limits nesting.
 */
export const undocumented = (fields: object): Undocumented => harmlessParts(fields, 8);

const maxLength = 500;

const namedEntities = new Map([
  ["nbsp", " "],
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** The character that an HTML entity stands for; `undefined` for an unknown name. */
const entityText = (entity: string): string | undefined => {
  const name = entity.slice(1, -1).toLowerCase();
  if (!name.startsWith("#")) return namedEntities.get(name);
  const codePoint = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return codePoint > 0 && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : " ";
};

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});/gi, (entity) => entityText(entity) ?? entity);

const tags = /<[a-zA-Z/!?][^<>]*>/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: it has to match escape sequences
const terminalCodes = /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/g;

/** Removing one thing may join two halves of another, so this repeats until nothing is left to remove. */
const strip = (text: string): string => {
  const stripped = text
    .replace(terminalCodes, "")
    // Direction marks, zero-width characters, and lone surrogates, which gRPC refuses to carry.
    .replace(/[\p{Cf}\p{Cs}]/gu, "")
    .replace(/<\{%[^%]*%\}>|<\{%|%\}>/g, "")
    .replace(tags, " ");
  return stripped.length < text.length ? strip(stripped) : stripped;
};

const cut = (text: string, limit = maxLength): string =>
  text.length <= limit ? text : `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "")}…`;

const onOneLine = (text: string): string =>
  // No text from the service is anywhere near this long, so the rest is dropped unread.
  strip(decodeEntities(text.slice(0, 20_000)))
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();

/**
 * Makes the service's text safe to show: no tags, entities, control or direction characters, terminal or Pulumi colour
 * codes; one line of at most 500 characters.
 */
export const cleanText = (text: string): string => cut(onOneLine(text));

/** Makes a sentence that the service wrote to its customer safe to show to anyone: clean, and without payment details. */
export const cleanMessage = (text: string): string => cut(withoutPayment(cut(onOneLine(text), 4 * maxLength)));

/** 14 to 19 digits in a row, or grouped as on a card. Order numbers have at most 10. */
const wholeCard = /(?<![\d.])(?:\d{14,19}|\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{1,7}|\d{4}[ -]\d{6}[ -]\d{4,5})(?!\d)/g;

/** What is left of a card number that the service has masked: `**** 4242`, `xxxx-4242`, `411111******1111`. */
const maskedCard = /(?:\d{1,6}[ -]?)?(?:[*•#](?:[ -]?[*•#]){1,24}|(?<![a-z])x(?:[ -]?x){2,24})[ -]?\d{2,6}\b/gi;

/** Who is logged in: a number, a name or an address. */
const loggedIn = /\b(logged[ -]in user\s*:\s*)(?!$)[^;]+/gi;

/**
 * Hides card numbers, even masked ones, and the customer's name. The service writes these into the log of every order, which
 * ends up in CI logs and in the state.
 */
export const withoutPayment = (message: string): string =>
  message.replace(wholeCard, "[hidden]").replace(maskedCard, "[hidden]").replace(loggedIn, "$1[hidden]");
