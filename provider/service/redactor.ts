import { isObject, unknownValueSentinel } from "../pulumi/properties";
import { getOrInsertComputed } from "./names";
import { type SecretPart, secretsInText, secretsInValue } from "./secret-parts";

/** Redacting shorter values would turn half of every sentence into `[secret]`, and they are hardly secret. */
const minLength = 4;

/** With these characters as JSON's escapes, whose digits a library writes in either case. */
const withEscapes = (text: string, escaped: RegExp): string[] =>
  [(hex: string) => hex, (hex: string) => hex.toUpperCase()].map((inCase) =>
    text.replace(escaped, (unit) => `\\u${inCase(unit.charCodeAt(0).toString(16).padStart(4, "0"))}`),
  );

/** Libraries escape more in JSON than they must: slashes, what is not ASCII, or what HTML would take for its own. */
const jsonFormsOf = (secret: string): string[] => {
  const json = JSON.stringify(secret).slice(1, -1);
  return [
    ...[json, json.replaceAll("/", "\\/")].flatMap((text) => [text, ...withEscapes(text, /[\u0080-\uffff]/g)]),
    ...[/[<>&]/g, /[<>&=']/g].flatMap((escaped) => withEscapes(json, escaped)),
  ];
};

/** The ways in which the service, a gateway or a library quotes a value: as it is, in one line, in JSON, in a URL or a form, in HTML, in base64. */
function formsOf(secret: string): string[] {
  const wellFormed = secret.replace(/\p{Cs}/gu, "\ufffd");
  const url = encodeURIComponent(wellFormed);
  const bytes = Buffer.from(secret, "utf8");
  return [
    secret,
    secret.replace(/\s+/g, " ").trim(),
    ...jsonFormsOf(secret),
    url,
    url.replace(/%../g, (code) => code.toLowerCase()),
    new URLSearchParams([["", wellFormed]]).toString().slice(1),
    ...[/[&<>]/g, /[&<>"']/g].map((escaped) =>
      secret.replace(
        escaped,
        (character) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" }[character]};`,
      ),
    ),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
  ];
}

/** Digits that are fewer than an order's number has are no part of a longer number: a simulator's key may be as short as any. */
const isPartOfNumber = (form: string, text: string, start: number): boolean =>
  /^\d{1,9}$/.test(form) &&
  (/(?<!%[0-9a-f]?)\d\.?$/i.test(text.slice(Math.max(0, start - 4), start)) ||
    /^\.?\d/.test(text.slice(start + form.length)));

/** A word that is a password is hidden as a word: "ubuntu" is not in "ubuntu2404.64". */
const isPartOfWord = (form: string, text: string, start: number): boolean =>
  /^\p{L}+$/u.test(form) &&
  (/^[\p{L}\p{N}]/u.test(text.slice(start + form.length)) ||
    // The escapes of JSON and of URLs end in letters too.
    /(?<!%[0-9a-f]?|\\)[\p{L}\p{N}]$/iu.test(text.slice(Math.max(0, start - 3), start)));

type Certainty = SecretPart["certainty"];

const certainties: readonly (Certainty | undefined)[] = [undefined, "guessed", "named", "given"];

const isMoreCertain = (one: Certainty, other: Certainty | undefined): boolean =>
  certainties.indexOf(one) > certainties.indexOf(other);

/** Remembers the values that are secret and takes them out of every text. */
export type Redactor = {
  register: (secret: string | undefined, certainty?: Certainty) => void;
  /** Registers what is secret in a text, which is looked for when the text is first seen. */
  learn: (text: string, parts: () => readonly SecretPart[]) => void;
  /** Registers a name or an address that messages need: what is only guessed to be a secret is left where it is part of one. */
  keep: (name: string) => void;
  /** Returns the text with every known secret replaced, in each of its forms. */
  clean: (text: string) => string;
};

/** Texts by their first characters, to be found in one pass: a refresh of a thousand servers has many thousands of them. */
type ByHead = Map<string, Map<string, Certainty>>;

const formsWithHeadOf = (table: ByHead, form: string): Map<string, Certainty> =>
  getOrInsertComputed(table, form.slice(0, minLength), () => new Map());

/** The end of the longest of the texts at a place that counts there. */
const longestAt = (
  table: ByHead,
  text: string,
  start: number,
  counts: (form: string, certainty: Certainty) => boolean,
): number => {
  let end = 0;
  for (const [form, certainty] of table.get(text.slice(start, start + minLength)) ?? [])
    if (text.startsWith(form, start) && counts(form, certainty)) end = Math.max(end, start + form.length);
  return end;
};

export const createRedactor = (): Redactor => {
  const registered = new Map<string, Certainty>();
  const learnt = new Set<string>();
  const secrets: ByHead = new Map();
  const names: ByHead = new Map();
  const register: Redactor["register"] = (secret, certainty = "given") => {
    if (secret === undefined || secret.length < minLength || secret === unknownValueSentinel) return;
    if (!isMoreCertain(certainty, registered.get(secret))) return;
    registered.set(secret, certainty);
    for (const form of formsOf(secret).filter(({ length }) => length >= minLength)) {
      const forms = formsWithHeadOf(secrets, form);
      if (isMoreCertain(certainty, forms.get(form))) forms.set(form, certainty);
    }
  };
  return {
    register,
    learn: (text, parts) => {
      if (learnt.has(text)) return;
      learnt.add(text);
      for (const part of parts()) register(part.text, part.certainty);
    },
    keep: (name) => {
      if (name.length >= minLength) formsWithHeadOf(names, name).set(name, "given");
    },
    clean: (text) => cleanedText(text, secrets, names),
  };
};

function cleanedText(text: string, secrets: ByHead, names: ByHead): string {
  let cleaned = "";
  let cleanedTo = 0;
  let nameEnd = 0;
  for (let start = 0; start + minLength <= text.length; start++) {
    nameEnd = Math.max(
      nameEnd,
      longestAt(names, text, start, () => true),
    );
    const end = longestAt(secrets, text, start, (form, certainty) => {
      if (isPartOfNumber(form, text, start)) return false;
      if (certainty === "guessed") return start + form.length > nameEnd;
      return certainty === "given" || !isPartOfWord(form, text, start);
    });
    if (end === 0) continue;
    // Where secrets overlap, everything that any of them covers goes.
    if (start >= cleanedTo) cleaned += `${text.slice(cleanedTo, start)}[secret]`;
    cleanedTo = Math.max(cleanedTo, end);
  }
  return cleaned + text.slice(cleanedTo);
}

/** Every secret property of a server or a key: in the program, in the state, and in what a program passes to a check. */
export const secretProperties: readonly string[] = [
  "password",
  "cloudConfig",
  "cloudConfigData",
  "fileInjectionData",
  "__nextPassword",
  "__keyPassword",
];

/** Registers every text and number of a value that the program marks as secret. */
export function registerWhole(redactor: Pick<Redactor, "register">, value: unknown): void {
  if (isObject(value)) for (const part of Object.values(value)) registerWhole(redactor, part);
  if (typeof value === "string" || typeof value === "number") redactor.register(String(value), "named");
}

/** What messages call a server, and say of it. */
const names = ["domainName", "slug", "primaryIp", "secondaryIps", "distro", "pricingPlanCode", "hostServerOid"];

const namesToKeep = (properties: Readonly<Record<string, unknown>>): string[] => {
  const { __urn: urn, metaData: tags } = properties;
  const values = [...names.map((name) => properties[name]), typeof urn === "string" && urn.split("::").at(-1)];
  const texts = isObject(tags) ? Object.values(tags) : [];
  return [...values.flat(), ...texts].filter((value) => typeof value === "string");
};

/** Invalid YAML is somebody else's complaint. */
const parsedYaml = (text: string): unknown => {
  // Loaded on demand: most servers have none.
  const { parse } = require("yaml") as typeof import("yaml");
  try {
    return parse(text, { logLevel: "silent" });
  } catch {
    return undefined;
  }
};

/** A part of the property's own name: no server has it as its password, because it is refused, and hiding it would show where it ends. */
const isName = (text: string): boolean => "password".includes(text);

const secretsOf = (name: string, value: unknown): SecretPart[] => {
  if (typeof value !== "string") return secretsInValue(value);
  if (name === "cloudConfigData") return [...secretsInText(value), ...secretsInValue(parsedYaml(value))];
  return isName(value) ? [] : [{ text: value, certainty: "given" }];
};

/**
 * Registers every secret among the properties of a server or a key (inputs, state or request) and ignores the rest. A
 * value that is not known yet is not registered: messages would lose the text that stands in for all such values.
 */
export const registerSecretsOf = (redactor: Redactor, properties: Readonly<Record<string, unknown>>): void => {
  namesToKeep(properties).forEach(redactor.keep);
  for (const name of secretProperties) {
    const value = properties[name];
    if (value !== undefined) redactor.learn(`${name} ${JSON.stringify(value)}`, () => secretsOf(name, value));
  }
};
