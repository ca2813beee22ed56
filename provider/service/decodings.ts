import { isUtf8 } from "node:buffer";
import { entityText } from "./wire/clean-text";

/**
 * A text with something in it decoded. Each character comes from a stretch of the original, which begins at
 * `from` and ends before `to`.
 */
export type Decoded = { readonly text: string; readonly from: readonly number[]; readonly to: readonly number[] };

/** One way in which a part of a text may be encoded. The rest is left as it is. */
type Encoding = { readonly pattern: RegExp; readonly decode: (part: string) => string | undefined };

/** The text in bytes; `undefined` if they are not text, as when a word happens to look like base64. */
const textOf = (bytes: Buffer): string | undefined => (isUtf8(bytes) ? bytes.toString("utf8") : undefined);

const percentDecoded = (part: string): string => {
  const bytes = Buffer.from(part.replaceAll("%", ""), "hex");
  return textOf(bytes) ?? bytes.toString("latin1");
};

const shortEscapes = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

const backslashDecoded = (part: string): string => {
  const code = /^\\[ux](.*)/i.exec(part)?.[1];
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  return shortEscapes.get(part.charAt(1)) ?? part.slice(1);
};

const fewestBase64 = 8;

/** A path may contain one between its slashes, so what does not decode to text as a whole is decoded in parts. */
const base64Decoded = (part: string): string | undefined => {
  const whole = textOf(Buffer.from(part, "base64"));
  if (whole !== undefined) return whole;
  const pieces = part.split(/([/_-])/);
  const decoded = pieces.map((piece) =>
    piece.length < fewestBase64 ? undefined : textOf(Buffer.from(piece, "base64")),
  );
  return decoded.every((text) => text === undefined)
    ? undefined
    : pieces.map((piece, index) => decoded[index] ?? piece).join("");
};

const encodings: readonly Encoding[] = [
  { pattern: /(?:%[0-9a-f]{2})+/gi, decode: percentDecoded },
  { pattern: /\+|(?:%[0-9a-f]{2})+/gi, decode: (part) => (part === "+" ? " " : percentDecoded(part)) },
  { pattern: /\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|["'\\/bfnrt])/gi, decode: backslashDecoded },
  { pattern: /&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,4});/gi, decode: entityText },
  { pattern: new RegExp(`[A-Za-z0-9+/_-]{${fewestBase64},}={0,2}`, "g"), decode: base64Decoded },
];

const asItIs = (text: string): Decoded => {
  const from = Array.from({ length: text.length }, (_, index) => index);
  return { text, from, to: from.map((index) => index + 1) };
};

/** The text with everything decoded that is encoded in this way; `undefined` if nothing is. */
const decodedIn = (text: string, decodedSoFar: () => Decoded, { pattern, decode }: Encoding): Decoded | undefined => {
  const found = [...text.matchAll(pattern)].flatMap(({ 0: part, index }) => {
    const plain = decode(part);
    return plain === undefined || plain === part ? [] : [{ plain, start: index, end: index + part.length }];
  });
  if (found.length === 0) return undefined;
  const before = decodedSoFar();
  const [texts, from, to]: [string[], number[], number[]] = [[], [], []];
  const keep = (start: number, end: number): void => {
    texts.push(text.slice(start, end));
    for (let index = start; index < end; index++) {
      from.push(before.from[index] ?? 0);
      to.push(before.to[index] ?? 0);
    }
  };
  let at = 0;
  for (const { plain, start, end } of found) {
    keep(at, start);
    texts.push(plain);
    for (let count = 0; count < plain.length; count++) {
      from.push(before.from[start] ?? 0);
      to.push(before.to[end - 1] ?? 0);
    }
    at = end;
  }
  keep(at, text.length);
  return { text: texts.join(""), from, to };
};

/**
 * The different texts that come from decoding a text once or twice: JSON in JSON, a URL in HTML. More layers have not
 * been seen, and each takes time.
 */
export const decodingsOf = (text: string): Decoded[] => {
  const seen = new Set([text]);
  const decoded: Decoded[] = [];
  const decode = (before: string, decodedSoFar: () => Decoded): void => {
    for (const encoding of encodings) {
      const after = decodedIn(before, decodedSoFar, encoding);
      if (after === undefined || seen.has(after.text)) continue;
      seen.add(after.text);
      decoded.push(after);
    }
  };
  decode(text, () => asItIs(text));
  for (const outer of [...decoded]) decode(outer.text, () => outer);
  return decoded;
};
