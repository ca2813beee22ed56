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

/** 14 to 19 digits in a row, or grouped as on a card. Order numbers have at most 10. */
const wholeCard = /(?<![\d.])(?:\d{14,19}|\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{1,7}|\d{4}[ -]\d{6}[ -]\d{4,5})(?!\d)/g;

/** What is left of a card number that the service has masked: `**** 4242`, `xxxx-4242`, `411111******1111`. */
const maskedCard = /(?:\d{1,6}[ -]?)?(?:[*•#](?:[ -]?[*•#]){1,24}|(?<![a-z])x(?:[ -]?x){2,24})[ -]?\d{2,6}\b/gi;

/** Who is logged in: a number, a name or an address. */
const loggedIn = /\b(logged[ -]in user\s*:\s*)(?!$)[^;]+/gi;

/**
 * Hides card numbers, even masked ones, and the customer's name. The service writes these into the log of every order, which
 * ends up in CI logs and in the state.
 */
export const withoutPayment = (message: string): string =>
  message.replace(wholeCard, "[hidden]").replace(maskedCard, "[hidden]").replace(loggedIn, "$1[hidden]");
