import { withoutPayment } from "./without-payment";

const maxLength = 500;
/** No text of the service is anywhere near this long; more is not worth cleaning. */
const maxExamined = 20_000;

const namedEntities = new Map([
  ["nbsp", " "],
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

const codePointText = (codePoint: number): string =>
  codePoint > 0 && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : " ";

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,6}));/g, (entity, decimal, hex, name) => {
    if (decimal) return codePointText(Number.parseInt(decimal, 10));
    if (hex) return codePointText(Number.parseInt(hex, 16));
    return namedEntities.get(name.toLowerCase()) ?? entity;
  });

const pulumiColourCodes = /<\{%[^%]*%\}>|<\{%|%\}>/g;
const tags = /<[a-zA-Z/!?][^<>]*>/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it has to find
const terminalCodes = /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/g;
const lineBreaksAndControls = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
/** Direction marks, zero-width characters, and halves of characters, which gRPC refuses to carry. */
const invisible = /[\p{Cf}\p{Cs}]/gu;

/** Taking one thing out may join two halves of another, so it is repeated until nothing is left to take. */
const strip = (text: string): string => {
  const stripped = text
    .replace(terminalCodes, "")
    .replace(invisible, "")
    .replace(pulumiColourCodes, "")
    .replace(tags, " ");
  return stripped.length < text.length ? strip(stripped) : stripped;
};

const cut = (text: string, longest = maxLength): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "")}…`;

const inOneLine = (text: string): string =>
  strip(decodeEntities(text.slice(0, maxExamined)))
    .replace(lineBreaksAndControls, " ")
    .replace(/\s+/g, " ")
    .trim();

/**
 * Text of the service made fit to be shown: no tags, entities, control or direction characters, terminal or Pulumi
 * colour codes; one line of at most 500 characters.
 */
export const cleanText = (text: string): string => cut(inOneLine(text));

/** A sentence of the service's to a person, made fit to be shown to anybody: clean, and without what is about payment. */
export const cleanMessage = (text: string): string => cut(withoutPayment(cut(inOneLine(text), 4 * maxLength)));
