import { getOrInsertComputed } from "../engine/computed";
import { unknownValueSentinel } from "../engine/reserved";
import { decodingsOf } from "./decodings";

const replacement = "[secret]";

/** Redacting shorter values would turn half of every sentence into `[secret]`, and they are hardly secret. */
const minLength = 4;

const minLineLength = 8;

/** How many texts without a secret are kept: more than a list has descriptions, and few enough for the memory of one run. */
const mostKept = 20_000;

/**
 * The spellings in which a value may come back and which decoding the text around it misses: inside a longer word, base64 cannot be told
 * from other letters.
 */
const spellingsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret, "utf8");
  return [
    secret,
    secret.replace(/\s+/g, " ").trim(),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
  ];
};

/** A message may quote a single line of a longer text such as a cloud-config. */
const linesOf = (secret: string): string[] =>
  secret
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line.length >= minLineLength);

/** Remembers the values that are secret and takes them out of every text. The schema says which properties hold such values. */
export type Redactor = {
  register: (secret: string | undefined) => void;
  /** Returns the text with every known secret replaced, however it is encoded. */
  clean: (text: string) => string;
};

/** A part of a text: where it starts, and where the rest begins. */
type Stretch = [start: number, end: number];

/** Where stretches overlap, everything that any of them covers is replaced, so that no part is left visible. */
const replaced = (text: string, stretches: readonly Stretch[]): string => {
  let cleaned = "";
  let cleanedTo = 0;
  for (const [start, end] of stretches.toSorted(([a], [b]) => a - b)) {
    if (start >= cleanedTo) cleaned += text.slice(cleanedTo, start) + replacement;
    cleanedTo = Math.max(cleanedTo, end);
  }
  return cleaned + text.slice(cleanedTo);
};

/**
 * Finds secrets by their first characters, in one pass over the text: a refresh of a thousand servers has many thousands
 * of spellings to find. The text is decoded first, so the number of spellings does not grow with the ways to encode.
 */
export const createRedactor = (): Redactor => {
  const registered = new Set<string>();
  const spellings: string[] = [];
  const spellingsByHead = new Map<string, Set<string>>();
  /** A cache: how many spellings a text was searched for in vain. A list repeats what the last one said of each order. */
  const searched = new Map<string, number>();
  const endOfSecretAt = (text: string, start: number): number => {
    const spellings = spellingsByHead.get(text.slice(start, start + minLength)) ?? [];
    return [...spellings].reduce(
      (end, spelling) => (text.startsWith(spelling, start) ? Math.max(end, start + spelling.length) : end),
      0,
    );
  };
  const secretsIn = (text: string): Stretch[] => {
    const found: Stretch[] = [];
    for (let start = 0; start + minLength <= text.length; start++) {
      const end = endOfSecretAt(text, start);
      if (end > 0) found.push([start, end]);
    }
    return found;
  };
  const isStillPlain = (text: string): boolean => {
    const before = searched.get(text);
    return before !== undefined && !spellings.slice(before).some((spelling) => text.includes(spelling));
  };
  return {
    register: (secret) => {
      if (secret === undefined || secret.length < minLength || registered.has(secret)) return;
      registered.add(secret);
      for (const spelling of new Set([secret, ...linesOf(secret)].flatMap(spellingsOf))) {
        if (spelling.length < minLength) continue;
        const head = spelling.slice(0, minLength);
        getOrInsertComputed(spellingsByHead, head, () => new Set()).add(spelling);
        spellings.push(spelling);
      }
    },
    clean: (text) => {
      if (!isStillPlain(text)) {
        const found = secretsIn(text);
        const decodings = decodingsOf(text);
        for (const { text: read, from, to } of decodings)
          for (const [start, end] of secretsIn(read)) found.push([from[start] ?? 0, to[end - 1] ?? text.length]);
        if (found.length > 0 || decodings.length > 0) return replaced(text, found);
      }
      if (searched.size >= mostKept) searched.clear();
      searched.set(text, spellings.length);
      return text;
    },
  };
};

/** A file's path, a server's name and a ledger's id are not secret, and messages need them. */
const harmlessParts = new Set(["path", "fqdn", "hostname", "id"]);

/** The first user of most cloud-configs. Messages speak of the default provider. */
const harmlessText = "default";

/** A code or a password that consists of digits. Shorter ones are ports and sizes, which messages need. */
const longNumber = /^\d{6,}$/;

const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return value === unknownValueSentinel ? [] : [value];
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
 * Registers every secret among the properties of a server or a ledger (inputs, state or request) and ignores the rest. A
 * value that is not known yet is not registered: messages would lose the text that stands in for all such values.
 */
export const registerSecretsOf = (redactor: Redactor, properties: Readonly<Record<string, unknown>>): void => {
  for (const name of secretProperties) for (const secret of textsIn(properties[name])) redactor.register(secret);
};
