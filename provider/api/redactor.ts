const replacement = "[secret]";
/** Shorter values would turn half of every sentence into `[secret]`, and are no secrets. */
const minLength = 4;
const minLineLength = 8;

const htmlEscaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const namedEscaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const percentEncoded = (text: string): string => {
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
};

/** A value in the forms in which it may come back: as it is, in JSON, in a URL or a form, in HTML, in base64. */
const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret, "utf8");
  const percent = percentEncoded(secret);
  const form = new URLSearchParams([["", secret]]).toString().slice(1);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    percent,
    form,
    form.replaceAll("+", "%20"),
    htmlEscaped(secret),
    namedEscaped(secret),
    secret.replace(/\s+/g, " ").trim(),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
  ];
};

/** Of longer texts such as a cloud-config, a line alone may be quoted. */
const linesOf = (secret: string): string[] =>
  secret
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line.length >= minLineLength);

/** The one place that knows which values are secret. */
export type Redactor = {
  register: (secret: string | undefined) => void;
  /** The text with every known secret replaced, in whatever form it appears. */
  clean: (text: string) => string;
};

export const createRedactor = (): Redactor => {
  const known = new Set<string>();
  let longestFirst: readonly string[] | undefined;
  return {
    register: (secret) => {
      if (secret === undefined || secret.length < minLength || known.has(secret)) return;
      const before = known.size;
      for (const part of [secret, ...linesOf(secret)]) for (const form of formsOf(part)) known.add(form);
      if (known.size > before) longestFirst = undefined;
    },
    clean: (text) => {
      longestFirst ??= [...known].sort((a, b) => b.length - a.length);
      return longestFirst.reduce((cleaned, form) => cleaned.replaceAll(form, replacement), text);
    },
  };
};
