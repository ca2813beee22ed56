/** Cloud-config is YAML, and so is JSON. */
export const cloudConfigText = (config: Readonly<Record<string, unknown>>): string =>
  `#cloud-config\n${JSON.stringify(config, undefined, 2)}\n`;

/** The text without what an editor, a platform or a template string makes of its line ends. Cloud-init itself makes no difference between them. */
export const withPlainLines = (text: string): string => text.replaceAll("\r\n", "\n").trimEnd();

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
  if (!/^\s*#cloud-config(?![\w-])/i.test(plain)) return plain;
  // Cloud-init reads YAML 1.1, in which 0644 is octal, but takes "y" for a text as YAML 1.2 does.
  const meanings = (["1.1", "1.2"] as const).map((version) => valuesIn(plain, version));
  return meanings.includes(undefined) ? plain : withPlainTexts(meanings);
}

function valuesIn(text: string, version: "1.1" | "1.2"): unknown {
  // Loaded on demand: most servers have none.
  const { parseDocument } = require("yaml") as typeof import("yaml");
  const document = parseDocument(text, { version, intAsBigInt: true, logLevel: "silent" });
  if (document.errors.length > 0 || document.warnings.length > 0) return undefined;
  try {
    return document.toJS() ?? {};
  } catch {
    // More aliases than a document has use for.
    return undefined;
  }
}
