import { getOrInsertComputed } from "../engine/parts";
import { unknownValueSentinel } from "../engine/reserved";

const replacement = "[secret]";

/** Redacting shorter values would turn half of every sentence into `[secret]`, and they are hardly secret. */
const minLength = 4;

const minLineLength = 8;

const htmlNames: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

/** The ways in which the service, a gateway or a library quotes a value: as it is, in one line, in JSON, in a URL or a form, in HTML, in base64. */
function formsOf(secret: string): string[] {
  const wellFormed = secret.replace(/\p{Cs}/gu, "\ufffd");
  const url = encodeURIComponent(wellFormed);
  const bytes = Buffer.from(secret, "utf8");
  return [
    secret,
    secret.replace(/\s+/g, " ").trim(),
    JSON.stringify(secret).slice(1, -1),
    url,
    url.replace(/%../g, (code) => code.toLowerCase()),
    new URLSearchParams([["", wellFormed]]).toString().slice(1),
    ...[/[&<>]/g, /[&<>"']/g].map((escaped) => secret.replace(escaped, (character) => `&${htmlNames[character]};`)),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
  ];
}

/** The number of an order may begin with a short key, such as that of a simulator. */
const isPartOfNumber = (form: string, text: string, start: number): boolean =>
  /^\d{1,5}$/.test(form) && /\d/.test(`${text[start - 1] ?? ""}${text[start + form.length] ?? ""}`);

/** A message may quote a single line of a longer text such as a cloud-config. */
const linesOf = (secret: string): string[] =>
  secret
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line.length >= minLineLength);

/** Remembers the values that are secret and takes them out of every text. */
export type Redactor = {
  register: (secret: string | undefined) => void;
  /** Returns the text with every known secret replaced, in each of its forms. */
  clean: (text: string) => string;
};

/** Finds secrets by their first characters, in one pass over the text: a refresh of a thousand servers has many thousands of forms to find. */
export const createRedactor = (): Redactor => {
  const registered = new Set<string>();
  const formsByHead = new Map<string, Set<string>>();
  const endOfSecretAt = (text: string, start: number): number => {
    let end = 0;
    for (const form of formsByHead.get(text.slice(start, start + minLength)) ?? [])
      if (text.startsWith(form, start) && !isPartOfNumber(form, text, start)) end = Math.max(end, start + form.length);
    return end;
  };
  return {
    register: (secret) => {
      if (secret === undefined || secret.length < minLength || registered.has(secret)) return;
      registered.add(secret);
      for (const form of [secret, ...linesOf(secret)].flatMap(formsOf))
        if (form.length >= minLength)
          getOrInsertComputed(formsByHead, form.slice(0, minLength), () => new Set()).add(form);
    },
    clean: (text) => {
      let cleaned = "";
      let cleanedTo = 0;
      for (let start = 0; start + minLength <= text.length; start++) {
        const end = endOfSecretAt(text, start);
        if (end === 0) continue;
        // Where secrets overlap, everything that any of them covers goes.
        if (start >= cleanedTo) cleaned += text.slice(cleanedTo, start) + replacement;
        cleanedTo = Math.max(cleanedTo, end);
      }
      return cleaned + text.slice(cleanedTo);
    },
  };
};

/** A file's path and a server's name are not secret, and messages need them. */
const harmlessParts = new Set(["path", "fqdn", "hostname"]);

/** The first user of most cloud-configs. Messages speak of the default provider. */
const harmlessText = "default";

/** The name of a property. No server has it as its password: it is refused. */
const isName = (text: string): boolean => text === unknownValueSentinel || text === "password";

/** A code or a password that consists of digits. Shorter ones are ports and sizes, which messages need. */
const longNumber = /^\d{6,}$/;

const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return isName(value) ? [] : [value];
  if (typeof value === "number") return longNumber.test(String(value)) ? [String(value)] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    if (harmlessParts.has(name) || part === harmlessText) return [];
    return name === "dataAsBase64" ? [...textsIn(part), ...textsIn(part).flatMap(decoded)] : textsIn(part);
  });
};

/** The text in base64. Binary content such as an image has none that a message would quote. */
const decoded = (base64: string): string[] => {
  const text = Buffer.from(base64, "base64").toString("utf8");
  return text.includes("\ufffd") ? [] : [text];
};

/** Every secret property of a server or a key: in the program, in the state, and in what a program passes to a check. */
export const secretProperties: readonly string[] = [
  "password",
  "cloudConfig",
  "cloudConfigData",
  "fileInjectionData",
  "__nextPassword",
  "__keyPassword",
];

/**
 * Registers every secret among the properties of a server or a key (inputs, state or request) and ignores the rest. A
 * value that is not known yet is not registered: messages would lose the text that stands in for all such values.
 */
export const registerSecretsOf = (redactor: Redactor, properties: Readonly<Record<string, unknown>>): void => {
  for (const name of secretProperties) for (const secret of textsIn(properties[name])) redactor.register(secret);
};
