import { isObject } from "../pulumi/properties";

/** The parts of a line of authorized_keys. A blank between quotation marks belongs to the options. */
const keyLine =
  /^((?:\\(?:"|(?!"))|"(?:\\(?:"|(?!"))|[^"\\])*"|[^\s"\\])+[ \t]+)??([a-z0-9@.-]+)[ \t]+(AAAA[A-Za-z0-9+/]*={0,2})(?:[ \t].*)?$/;

interface KeyLine {
  /** As written; empty if there are none. */
  readonly options: string;
  readonly type: string;
  /** In base64, which always starts with AAAA: it begins with a length below 256. */
  readonly data: string;
}

function keyIn(line: string): KeyLine | undefined {
  const [, options = "", type = "", data] = keyLine.exec(line.trim()) ?? [];
  return data === undefined ? undefined : { options: options.trim(), type, data };
}

/**
 * What sshd makes of a list of keys, for comparison: comments, blanks and repetitions mean nothing, nor does the order,
 * except between lines with one key and different options.
 */
export function keysMeaning(keys: readonly unknown[]): unknown[] {
  const known = keys.map((key) => (typeof key === "string" ? keyIn(key) : undefined));
  const lines = known.map((key, at) => (key === undefined ? keys[at] : `${key.data} ${key.type} ${key.options}`));
  const dataOf = (line: unknown): string => String(line).replace(/ .*/s, "");
  return [...new Set(lines)].sort((a, b) => dataOf(a).localeCompare(dataOf(b)));
}

const nobody = "so nobody could log in with it";

const privateKey = /PRIVATE KEY|Private-Lines|PuTTY-User-Key-File/;

/** Why a line lets nobody in. No reason quotes it: it may be a secret in the wrong place. */
export function keyProblem(key: string): string | undefined {
  if (key === "") return "must not be empty: is the file that it comes from empty?";
  if (privateKey.test(key))
    return (
      "must be a public key, but this looks like a private one. Pass the line of its .pub file. If the private key is in plain text in the program or in the stack's " +
      'configuration, whoever can read those has it: make a new pair with "ssh-keygen -t ed25519", and remove the old public key wherever it lets somebody log in'
    );
  if (/[\r\n]/.test(key)) return 'must be one line: pass several keys one by one, as with text.trim().split("\\n")';
  const line = keyIn(key);
  if (line === undefined)
    return `is not a public key, ${nobody}: pass what is in the .pub file, such as "ssh-ed25519 AAAA… you@example.com"`;
  return isComplete(line) ? undefined : `is cut off or damaged, ${nobody}: copy the whole line of the .pub file`;
}

/** A key's data is a row of fields, each after its length in four bytes; the first one repeats the type. */
function isComplete({ type, data }: KeyLine): boolean {
  const bytes = Buffer.from(data, "base64");
  const fields: string[] = [];
  let end = 0;
  while (end + 4 <= bytes.length) {
    const start = end + 4;
    end = start + bytes.readUInt32BE(end);
    fields.push(bytes.toString("latin1", start, end));
  }
  return (
    data.length % 4 === 0 && end === bytes.length && fields[0] === type && fields.length >= (type === "ssh-rsa" ? 3 : 2)
  );
}

/** Cloud-config is YAML, and so is JSON. */
export const cloudConfigText = (config: Readonly<Record<string, unknown>>): string =>
  `#cloud-config\n${JSON.stringify(config, undefined, 2)}\n`;

/** The text without what an editor, a platform or a template string makes of its line ends. Cloud-init itself makes no difference between them. */
const withPlainLines = (text: string): string => text.replaceAll("\r\n", "\n").trimEnd();

/** The same of every text in a value. */
export function withPlainTexts(value: unknown): unknown {
  if (typeof value === "string") return withPlainLines(value);
  if (Array.isArray(value)) return value.map(withPlainTexts);
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withPlainTexts(part)]));
}

const isCloudConfig = (text: string): boolean => /^\s*#cloud-config(?![\w-])/i.test(text);

/** What user data means to cloud-init, for comparison: of a cloud-config its values, of anything else the text. */
export function userDataMeaning(text: string): unknown {
  const plain = withPlainLines(text);
  // What cloud-init would not take has no values. Its parser takes no tab between them.
  if (!isCloudConfig(plain) || plain.includes("\t") || userDataProblem(plain) !== undefined) return plain;
  // Cloud-init reads YAML 1.1, in which 0644 is octal, but takes "y" for a text as YAML 1.2 does.
  const meanings = (["1.1", "1.2"] as const).map((version) => valuesIn(plain, version));
  return meanings.includes(undefined) ? plain : withPlainTexts(meanings);
}

/** The texts in user data: of a cloud-config its values, of anything else the whole. */
export const textsIn = (text: string): unknown => (isCloudConfig(text) && valuesIn(text, "1.2")) || text;

function valuesIn(text: string, version: "1.1" | "1.2"): unknown {
  const { parseDocument } = yaml();
  const document = parseDocument(text, { version, intAsBigInt: true, logLevel: "silent" });
  if ([...document.errors, ...document.warnings].length > 0) return undefined;
  try {
    // A text without values is compared as it is.
    return document.toJS() ?? undefined;
  } catch {
    // More aliases than a document has use for.
    return undefined;
  }
}

/** Loaded on demand: most servers have no user data. */
const yaml = () => require("yaml") as typeof import("yaml");

/** Why cloud-init would not take user data as it is meant. No reason quotes the text, which is secret. */
export function userDataProblem(text: string): string | undefined {
  const bare = text.trim();
  if (bare === "") return "is blank: does it come from an empty file?";
  // As UTF-16, Latin 1 and gzip look when they are read as UTF-8.
  if (/[\0\ufffd]/.test(text))
    return 'holds what is no text, as a file does that is compressed or in another encoding: save it as UTF-8, and read it with readFileSync(path, "utf8")';
  if (isBase64OfUserData(bare)) return `is in base64, which nothing decodes, ${ignored}: pass the text itself`;
  if (isJsonObject(bare) && formatOf(bare) === undefined)
    return `is JSON without the line "#cloud-config" before it, ${ignored}: pass the object as cloudConfig`;
  return headerProblem(text);
}

const ignored = "so the server would ignore it";

function isJsonObject(text: string): boolean {
  try {
    return JSON.parse(text) instanceof Object;
  } catch {
    return false;
  }
}

/** Also of what was compressed. */
function isBase64OfUserData(text: string): boolean {
  if (!/^[\w+/\s-]{8,}={0,2}$/.test(text)) return false;
  const decoded = Buffer.from(text, "base64");
  return (decoded[0] === 0x1f && decoded[1] === 0x8b) || formatOf(decoded.toString().trimStart()) !== undefined;
}

/**
 * What cloud-init and CoreOS recognise at the beginning of user data, each with what may precede it: cloud-init skips blanks to recognise
 * a text, and then reads or runs it with them.
 */
const formats: readonly (readonly [start: RegExp, mayPrecede: RegExp])[] = [
  [/^#cloud-config/i, /^[ \r\n]*$/],
  [/^#(?:include|part-handler|upstart-job)/i, /^[\r\n]*$/],
  [/^\{[\s\S]*"ignition"\s*:/, /^[ \t\r\n]*$/],
  [/^(?:#!|#cloud-boothook|## template: jinja)/i, /^$/],
  [/^(?:content-type:|mime-version:|(?:from |[\w-]+:)[\s\S]{0,4096}mime-version:)/i, /^$/],
];

const formatOf = (text: string) => formats.find(([start]) => start.test(text));

function headerProblem(text: string): string | undefined {
  const rest = text.replace(/^[\s\p{Cf}]*/u, "");
  const lead = text.slice(0, text.length - rest.length);
  const [, mayPrecede] = formatOf(rest) ?? [];
  if (mayPrecede === undefined) return headerElsewhere(rest);
  if (!mayPrecede.test(lead))
    return `starts with ${lead.includes("\ufeff") ? "a byte order mark" : "blanks, line breaks or invisible characters"}, so the server could not run it or read it as it is meant: its first character must be "${rest[0]}", as after text.trim()`;
  // One line in place of several, as a variable or a setting may hold it.
  if (/^#(?!cloud-config\s*$|include).*\s*$/i.test(rest))
    return "has nothing after its first line, so the server would do nothing: have its line breaks been lost?";
  return /^#cloud-config(?!-)/i.test(rest) ? yamlProblem(text) : undefined;
}

/** A comment, or a line of dashes, comes before the header. */
function headerElsewhere(text: string): string {
  const lines = text
    .split(/\r?\n/)
    .map((line) => /^\s*(#cloud-[a-z-]+|## template: jinja|#!(?=\/)|#include)/i.exec(line)?.[1]);
  const at = lines.findIndex((header) => header !== undefined);
  return at <= 0
    ? `has no header that cloud-init knows, ${ignored}: its first line must be "#cloud-config"`
    : `has "${lines[at]}" only in line ${at + 1}, ${ignored}: that must be its first line`;
}

/** Cloud-init treats text that is not YAML as no configuration at all: the server would boot without its users and keys. */
function yamlProblem(text: string): string | undefined {
  const { isCollection, isSeq, parseDocument } = yaml();
  const { errors, warnings, contents } = parseDocument(text, { version: "1.1" });
  const [broken] = [...errors, ...warnings];
  // The library's own words quote the text.
  if (broken !== undefined)
    return `is not valid YAML (line ${broken.linePos?.[0].line}: ${broken.code.toLowerCase().replaceAll("_", " ")}), so the server may ignore it or a part of it`;
  if (contents === null || (isCollection(contents) && !isSeq(contents))) return undefined;
  const what = isSeq(contents) ? "a list" : "a single value";
  return `holds ${what}, ${ignored}: after its first line come names and values, such as "packages: [nginx]"`;
}
