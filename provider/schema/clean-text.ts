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

const hidden = "[hidden]";

/** 14 to 19 digits in a row, or in the groups in which cards show them. Order numbers have at most 10. */
const wholeCard = /(?<![\d.])(?:\d{14,19}|\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{1,7}|\d{4}[ -]\d{6}[ -]\d{4,5})(?!\d)/g;

/** What is left of a card number where somebody has masked it already: `**** 4242`, `xxxx-4242`, `411111******1111`. */
const maskedCard = /(?:\d{1,6}[ -]?)?(?:[*•#](?:[ -]?[*•#]){1,24}|(?<![a-z])x(?:[ -]?x){2,24})[ -]?\d{2,6}\b/gi;

/** `ending in 4242`, `last four digits: 4242`; no date. */
const cardEnd =
  /\b((?:end(?:s|ing|ed)|last (?:four|4)(?: digits| numbers)?)\b(?:[\s:="'(]|(?:in|with|by|on|are|is)\b){0,16})\d{3,5}\b(?![-/.]\d)/gi;

const brand =
  "visa|master ?card|amex|american express|discover|diners(?: club)?|jcb|maestro|union ?pay|(?:credit|debit|bank) ?card|card|cc";

/** The digits right after the name of a card. */
const afterBrand = new RegExp(
  `\\b((?:${brand})\\b(?:[\\s:,.#"'(]|-|(?:no|nr|number|ending|in|with)\\b){0,24})\\d{4}\\b(?![.,]\\d|\\s?[MG]i?B\\b)`,
  "gi",
);

const month = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";

const monthAndYear = `(?:(?:0?[1-9]|1[0-2])\\s?[-/.]\\s?(?:20)?\\d{2}|20\\d{2}\\s?[-/.]\\s?(?:0?[1-9]|1[0-2])|(?:${month})[a-z]*\\.?,? (?:20)?\\d{2})(?!\\d|[-/.]\\d)`;

const expiry = new RegExp(
  `\\b((?:exp(?:\\.|iry|ires?|ired|iring|iration)?(?:\\s+date)?|valid (?:until|thru|through|to)|good thru)\\b[\\s:=(.]*(?:(?:on|in|is|at)\\s+)?)${monthAndYear}`,
  "gi",
);

/** Without a word before it only where a card is spoken of. */
const bareExpiry = /(?<![-/.\d])(?:0?[1-9]|1[0-2]) ?\/ ?(?:20)?\d{2}(?![-/.]?\d)/g;

const aboutCard = new RegExp(`\\b(?:${brand})\\b|\\[hidden\\]`, "i");

/** `user 47110815`, `user_oid: 4711`, `customer number 4711`. */
const userNumber =
  /\b((?:user|customer|client|account)s?(?:[ _-]?(?:oid|id|no|nr|number))?\.?\s*[:=#]?\s*(?:is\s+)?#?)\d{3,}\b(?![.,]\d)/gi;

/** Who is logged in, be it a number, a name or an address. */
const loggedIn = /\b(logged[ -]in (?:user|customer|client|account)\s*[:=]\s*)(?!$)[^;]+/gi;

/**
 * A message of the service without what is about payment or the customer: card numbers and what is left of masked ones,
 * expiry dates, user numbers. The service puts them into the protocol of every order, which stands in CI logs and in the state.
 */
export function withoutPayment(message: string): string {
  const shown = message
    .replace(wholeCard, hidden)
    .replace(maskedCard, hidden)
    .replace(cardEnd, `$1${hidden}`)
    .replace(afterBrand, `$1${hidden}`)
    .replace(expiry, `$1${hidden}`)
    .replace(loggedIn, `$1${hidden}`)
    .replace(userNumber, `$1${hidden}`);
  return aboutCard.test(shown) ? shown.replace(bareExpiry, hidden) : shown;
}
