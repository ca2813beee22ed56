const maxLength = 500;

/** No text from the service is anywhere near this long, so the rest is dropped unread. */
const maxExamined = 20_000;

const namedEntities = new Map([
  ["nbsp", " "],
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** The character that an HTML entity stands for; `undefined` for an unknown name. */
const entityText = (entity: string): string | undefined => {
  const name = entity.slice(1, -1).toLowerCase();
  if (!name.startsWith("#")) return namedEntities.get(name);
  const codePoint = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return codePoint > 0 && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : " ";
};

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});/gi, (entity) => entityText(entity) ?? entity);

const pulumiColourCodes = /<\{%[^%]*%\}>|<\{%|%\}>/g;

const tags = /<[a-zA-Z/!?][^<>]*>/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: it has to match escape sequences
const terminalCodes = /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/g;

const lineBreaksAndControls = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** Direction marks, zero-width characters, and lone surrogates, which gRPC refuses to carry. */
const invisible = /[\p{Cf}\p{Cs}]/gu;

/** Removing one thing may join two halves of another, so this repeats until nothing is left to remove. */
const strip = (text: string): string => {
  const stripped = text
    .replace(terminalCodes, "")
    .replace(invisible, "")
    .replace(pulumiColourCodes, "")
    .replace(tags, " ");
  return stripped.length < text.length ? strip(stripped) : stripped;
};

const cut = (text: string, limit = maxLength): string =>
  text.length <= limit ? text : `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "")}…`;

const onOneLine = (text: string): string =>
  strip(decodeEntities(text.slice(0, maxExamined)))
    .replace(lineBreaksAndControls, " ")
    .replace(/\s+/g, " ")
    .trim();

/**
 * Makes the service's text safe to show: no tags, entities, control or direction characters, terminal or Pulumi colour
 * codes; one line of at most 500 characters.
 */
export const cleanText = (text: string): string => cut(onOneLine(text));

/** Makes a sentence that the service wrote to its customer safe to show to anyone: clean, and without payment details. */
export const cleanMessage = (text: string): string => cut(withoutPayment(cut(onOneLine(text), 4 * maxLength)));

const hidden = "[hidden]";

/** 14 to 19 digits in a row, or grouped as on a card. Order numbers have at most 10. */
const wholeCard = /(?<![\d.])(?:\d{14,19}|\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{1,7}|\d{4}[ -]\d{6}[ -]\d{4,5})(?!\d)/g;

/** What is left of a card number that is already masked: `**** 4242`, `xxxx-4242`, `411111******1111`. */
const maskedCard = /(?:\d{1,6}[ -]?)?(?:[*•#](?:[ -]?[*•#]){1,24}|(?<![a-z])x(?:[ -]?x){2,24})[ -]?\d{2,6}\b/gi;

/** `ending in 4242`, `last four digits: 4242`, but not a date. */
const cardEnd =
  /\b((?:end(?:s|ing|ed)|last (?:four|4)(?: digits| numbers)?)\b(?:[\s:="'(]|(?:in|with|by|on|are|is)\b){0,16})\d{3,5}\b(?![-/.]\d)/gi;

const brand =
  "visa|master ?card|amex|american express|discover|diners(?: club)?|jcb|maestro|union ?pay|(?:credit|debit|bank) ?card|card|cc";

/** The digits right after a card's brand. */
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

/** An expiry date without a word before it; hidden only in messages about a card. */
const bareExpiry = /(?<![-/.\d])(?:0?[1-9]|1[0-2]) ?\/ ?(?:20)?\d{2}(?![-/.]?\d)/g;

const aboutCard = new RegExp(`\\b(?:${brand})\\b|\\[hidden\\]`, "i");

/** `user 47110815`, `user_oid: 4711`, `customer number 4711`. */
const userNumber =
  /\b((?:user|customer|client|account)s?(?:[ _-]?(?:oid|id|no|nr|number))?\.?\s*[:=#]?\s*(?:is\s+)?#?)\d{3,}\b(?![.,]\d)/gi;

/** Who is logged in: a number, a name or an address. */
const loggedIn = /\b(logged[ -]in (?:user|customer|client|account)\s*[:=]\s*)(?!$)[^;]+/gi;

/**
 * Hides what a message says about payment or the customer: card numbers, even masked ones, expiry dates, user numbers.
 * The service writes these into the log of every order, which ends up in CI logs and in the state.
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
