import type { Document, YAMLError } from "yaml";

/** Cloud-config is YAML, and so is JSON. */
export const cloudConfigText = (config: Readonly<Record<string, unknown>>): string =>
  `#cloud-config\n${JSON.stringify(config, undefined, 2)}\n`;

/** The text without what an editor, a platform or a template string makes of its line ends. Cloud-init itself makes no difference between them. */
const withPlainLines = (text: string): string => text.replaceAll("\r\n", "\n").trimEnd();

/** The same of every text in a value. */
export function withPlainTexts(value: unknown): unknown {
  if (typeof value === "string") return withPlainLines(value);
  if (Array.isArray(value)) return value.map(withPlainTexts);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withPlainTexts(part)]));
}

/** What user data means to cloud-init, for comparison: of a cloud-config its values, of anything else the text. */
export function userDataMeaning(text: string): unknown {
  const plain = withPlainLines(text);
  // What cloud-init would not take has no values.
  if (!/^\s*#cloud-config(?![\w-])/i.test(plain) || userDataProblem(plain) !== undefined) return plain;
  // Cloud-init reads YAML 1.1, in which 0644 is octal, but takes "y" for a text as YAML 1.2 does.
  const meanings = (["1.1", "1.2"] as const).map((version) => valuesIn(plain, version));
  return meanings.includes(undefined) ? plain : withPlainTexts(meanings);
}

function valuesIn(text: string, version: "1.1" | "1.2"): unknown {
  const { parseDocument } = yaml();
  const document = parseDocument(text, { version, intAsBigInt: true, logLevel: "silent" });
  if (document.errors.length > 0 || document.warnings.length > 0) return undefined;
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
export const userDataProblem = (text: string): string | undefined =>
  unreadable(text) ?? wrapped(text) ?? headerProblem(text);

const ignored = "so the server would ignore it";

/** How gzip begins, as its bytes and as UTF-8 shows them. */
const compressed = ["\u001f\u008b", "\u001f\ufffd"];

/** What a file holds that was read in another encoding than it was written in. */
function unreadable(text: string): string | undefined {
  if (text.trim() === "") return "is blank: does it come from an empty file?";
  if (compressed.some((start) => text.startsWith(start)))
    return `is compressed, and damaged because it was read as text, ${ignored}: pass the text itself`;
  if (text.includes("\0"))
    return `holds NUL characters, as UTF-16 does when it is read as UTF-8, ${ignored}: save the file as UTF-8`;
  return text.includes("\ufffd")
    ? 'holds U+FFFD, which stands for what could not be read as UTF-8: save the file as UTF-8, and read it with readFileSync(path, "utf8")'
    : undefined;
}

/** What is user data only once it is unwrapped. */
function wrapped(text: string): string | undefined {
  const bare = text.trim();
  if (/^(?:```|~~~)/.test(bare))
    return `starts with a Markdown fence, ${ignored}: take out the lines with ${bare.slice(0, 3)}`;
  if (/^https?:\/\/\S+$/i.test(bare))
    return `is an address, ${ignored}: write "#include" before it, and the server fetches it`;
  const packed = /^data:[\w/+.;=-]*,\S/i.exec(bare)?.[0] ?? "";
  if (packed !== "" || isBase64OfUserData(bare))
    return `is ${packed === "" ? "in base64" : "a data URL"}, which nothing decodes, ${ignored}: pass the text itself`;
  const json = parsedJson(bare);
  if (typeof json === "string")
    return `is a text in JSON's quotation marks, ${ignored}: pass the text itself, without JSON.stringify`;
  if (typeof json === "object" && json !== null && !("ignition" in json))
    return `is JSON without the line "#cloud-config" before it, ${ignored}: pass the object as cloudConfig`;
  return undefined;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Also base64 of base64, and of what was compressed. */
function isBase64OfUserData(text: string): boolean {
  if (!/^[\w+/\s-]{8,}={0,2}$/.test(text)) return false;
  const decoded = Buffer.from(text, "base64");
  if (decoded[0] === 0x1f && decoded[1] === 0x8b) return true;
  const inner = decoded.toString().replace(/^\ufeff/, "");
  return formatOf(inner.trimStart()) !== undefined || isBase64OfUserData(inner.trim());
}

type Format = "cloud-config" | "template" | "script" | "list" | "message" | "ignition";

/** What cloud-init and CoreOS recognise at the beginning of user data. */
const formats: readonly (readonly [RegExp, Format])[] = [
  [/^#cloud-config/i, "cloud-config"],
  [/^## template: jinja/i, "template"],
  [/^(?:#!|#cloud-boothook)/i, "script"],
  [/^#(?:include|part-handler|upstart-job)/i, "list"],
  [/^(?:content-type:|mime-version:|(?:from |[\w-]+:)[\s\S]{0,4096}mime-version:)/i, "message"],
  [/^\{[\s\S]*"ignition"\s*:/, "ignition"],
];

const formatOf = (text: string): Format | undefined => formats.find(([start]) => start.test(text))?.[1];

/** What may precede each: cloud-init skips blanks to recognise a text, and then reads or runs it with them. */
const mayPrecede: { readonly [Name in Format]?: RegExp } = {
  "cloud-config": /^[ \r\n]*$/,
  list: /^[\r\n]*$/,
  ignition: /^[ \t\r\n]*$/,
};

const names: Readonly<Record<string, string>> = {
  "\ufeff": "a byte order mark",
  "\u00a0": "a no-break space",
  "\t": "a tab",
};

function headerProblem(text: string): string | undefined {
  const lead = /^[\s\p{Cf}]*/u.exec(text)?.[0] ?? "";
  const rest = text.slice(lead.length);
  const format = formatOf(rest);
  if (format === undefined) return headerElsewhere(rest);
  const [invisible] = /[^ \r\n]/u.exec(lead) ?? [];
  if (lead !== "" && mayPrecede[format]?.test(lead) !== true) {
    const what =
      invisible === undefined
        ? "blanks or line breaks"
        : `${names[invisible] ?? "an invisible character"} (${codePoint(invisible)})`;
    const then =
      format === "script" ? "so the server could not run it" : "so the server would not read it as it is meant";
    return `starts with ${what}, ${then}: its first character must be "${rest[0]}"${lead.trim() === "" ? ", as after text.trim()" : ""}`;
  }
  return linesLost(rest) ?? contentProblem(format, text, rest);
}

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** A comment, or a line of dashes, comes before the header. */
function headerElsewhere(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const at = lines.findIndex((line) => /^(?:#cloud-|## template: jinja|#!\/|#include)/i.test(line));
  const [header] = at < 0 ? [] : (/^(?:## template: jinja|#!|#[a-z-]+)/i.exec(lines[at] ?? "") ?? []);
  return header === undefined
    ? `has no header that cloud-init knows, ${ignored}: its first line must be "#cloud-config"`
    : `has "${header}" only in line ${at + 1}, ${ignored}: that must be its first line`;
}

/** One line in place of several, as a variable or a setting may hold it. */
function linesLost(text: string): string | undefined {
  if (/[\r\n]./.test(text.trim())) return undefined;
  if (/\\n/.test(text))
    return 'holds "\\n" as two characters in place of its line breaks, so the server would do nothing';
  const isConfigComment = /^#cloud-config\b.*\s\S+:/i.test(text);
  return isConfigComment || /^#(?!cloud-config|include|upstart)/i.test(text)
    ? "has nothing after its first line, so the server would do nothing: have its line breaks been lost?"
    : undefined;
}

function contentProblem(format: Format, text: string, rest: string): string | undefined {
  if (format === "template") {
    const body = rest.replace(/^[^\n]*\n\s*/, "");
    return /^(?:#cloud-config|#cloud-boothook|#!|\{[{%#])/i.test(body)
      ? undefined
      : `has no header after the line of the template, ${ignored}: its second line must be "#cloud-config"`;
  }
  return format === "cloud-config" ? yamlProblem(text, /^#cloud-config(?!-)/i.test(rest)) : undefined;
}

/** Cloud-init treats text that is not YAML as no configuration at all: the server would boot without its users and keys. */
function yamlProblem(text: string, isConfig: boolean): string | undefined {
  const control = /[^\t\n\r\x20-\x7e\x85\xa0-\u{10ffff}]/u.exec(text);
  if (control !== null) return notYaml(lineAt(text, control.index), `control character ${codePoint(control[0])}`);
  const lineBreak = /[\x85\u2028\u2029]/.exec(text);
  if (lineBreak !== null)
    return `holds ${codePoint(lineBreak[0])} in line ${lineAt(text, lineBreak.index)}, which the server takes for a line break: take it out`;
  const documents = yaml().parseAllDocuments(text, { version: "1.1", logLevel: "silent", prettyErrors: true });
  const [first, second] = [...documents];
  const broken = [...(first?.errors ?? []), ...(first?.warnings ?? [])].find(
    ({ code }) => code !== "DUPLICATE_KEY" && code !== "BAD_DIRECTIVE",
  );
  if (broken !== undefined) return brokenReason(broken);
  if (first !== undefined && hasLostAlias(first))
    return `is not valid YAML (an alias without its anchor), ${ignored}: put a text that starts with * in quotation marks`;
  const tab = lineOfTab(text);
  if (tab !== undefined) return notYaml(tab, "tab in place of a space");
  if (second !== undefined) return notYaml(lineAt(text, second.range[0]), "a second document");
  const [repeated] = first?.errors ?? [];
  if (repeated !== undefined)
    return `has a key in line ${repeated.linePos?.[0].line} that its object has already, and the server would take the last one alone: put both together`;
  return isConfig && first !== undefined ? shapeProblem(first) : undefined;
}

/** The library's own words quote the text. */
function brokenReason({ code, linePos, message }: YAMLError): string {
  const what = code.toLowerCase().replaceAll("_", " ");
  // The parser of cloud-init takes it if only the indentation is wrong.
  return /^Flow |^Missing closing/.test(message)
    ? `is not valid YAML (line ${linePos?.[0].line}: ${what}), and the server may ignore it: close what is in brackets or quotation marks, and indent its lines`
    : notYaml(linePos?.[0].line, what);
}

/** The library looks for anchors only when it makes values. */
function hasLostAlias(document: Document.Parsed): boolean {
  try {
    document.toJS();
    return false;
  } catch (error) {
    return error instanceof ReferenceError && error.message.startsWith("Unresolved alias");
  }
}

const notYaml = (line: number | undefined, what: string): string =>
  `is not valid YAML (line ${line ?? "unknown"}: ${what}), ${ignored}`;

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

function shapeProblem({ contents }: Document.Parsed): string | undefined {
  const { isCollection, isSeq } = yaml();
  if (contents === null || (isCollection(contents) && !isSeq(contents))) return undefined;
  const what = isSeq(contents) ? "a list" : "a single value";
  return `holds ${what}, ${ignored}: after its first line come names and values, such as "packages: [nginx]"`;
}

/** Where a tab stands between the values, which YAML allows and the parser of cloud-init does not. */
function lineOfTab(text: string): number | undefined {
  const { CST, Lexer } = yaml();
  let [line, isText, isBlock] = [1, false, false];
  for (const token of new Lexer().lex(text)) {
    const type = isText ? "text" : CST.tokenType(token);
    const mayHold = (isText && isBlock) || type === "comment" || type?.endsWith("-quoted-scalar") === true;
    if (token.includes("\t") && !mayHold) return line;
    if (type !== "space" && type !== "comment" && type !== "newline" && type !== "scalar")
      isBlock = type === "block-scalar-header";
    isText = type === "scalar";
    line += token.split("\n").length - 1;
  }
  return undefined;
}
