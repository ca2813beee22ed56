import { isIP } from "node:net";
import { isObject } from "../pulumi/properties";

/**
 * What of a cloud-config or an injected file has to stay out of messages, by three rules:
 *
 * - `named`: what stands under a name for secrets, after one, as the password of a URL, or as that of a user in a list for chpasswd
 * - `guessed`: the text as a whole and each of its lines, unless it is as short as a part of any message
 * - `guessed`: each piece of six characters or more that does not look like words
 *
 * Other words are everybody's: a message that lost "restart" or "nginx" would be unreadable, and its gap would tell what was secret.
 *
 * `given`, a secret as it is, comes from whoever has it, and not from here.
 */
export type SecretPart = { readonly text: string; readonly certainty: "given" | "named" | "guessed" };

const guessed = (text: string): SecretPart => ({ text, certainty: "guessed" });

const secretNames =
  "(?<!proxy_|[cs]gi_|by|ch)pass|passw(?:or)?d|passphrase|passcode|pwd|secrets?|tokens?|credentials?|authorization|(?<=[a-z0-9][-_]?)(?<!public[-_]?|ssh[-_]?)key|private|psk|dsn";

const secretName = new RegExp(`(?:${secretNames})$`, "i");

/** What is said of a secret rather than being one; a password that is one of these words is the first that anybody would try. */
const harmlessValue =
  /^(?:true|false|yes|no|on|off|none|null|undefined|nan|default|text|hash|random|auto|include|inherit|optional|required|read|write|string|number|pass(?:word|wd)|secrets?|token|key|value|(?:without|prohibit)-password|\d{1,5})$/i;

const named = (value: string): SecretPart[] => {
  // A user's password, as in "root:password".
  const [, ofUser = ""] = /^[^\s:/]+:(?!\/\/)(.+)$/.exec(value) ?? [];
  return [value, ofUser]
    .map((text) => text.trim())
    .filter((text) => text !== "" && !harmlessValue.test(text))
    .map((text) => ({ text, certainty: "named" }));
};

/** `--name value`, `name=value` and `name: value`, which alone may have blanks in it; but not `name = value;`, which is code. */
const assignment = new RegExp(
  `(?<![\\w.-])(--?)?[\\w.-]*?(?:${secretNames})["']?(?:(=)(?=[^\\s>])|\\s*(?:=>?|:)\\s*(?!\\w+;)|(?<=\\s--?[\\w-]+)\\s+)` +
    `(?:"((?:[^"\\\\]|\\\\.)+)"|'([^']+)'|([^\\s"',;&|})\\]]+)([^"',;&|})\\]]*))`,
  "gi",
);

/** Options that say how, not what. */
const harmlessOption = /^--?(?:secret\b|no-)/;

const assignedIn = (line: string): SecretPart[] =>
  [...line.matchAll(assignment)].flatMap(([all, dashes, tight, double, single, word = "", rest = ""]) => {
    if (harmlessOption.test(all)) return [];
    return named(double ?? single ?? (tight !== undefined || dashes !== undefined ? word : `${word}${rest}`));
  });

/** In a URL, on a line of `.pgpass`, and after the option of `mysql` and `sshpass`. */
const unnamedPasswords = [
  /\/\/[^\s/:@"']*:([^\s/@"']+)@/g,
  /^[^:\s]+:(?:\d+|\*):[^:\s]+:[^:\s]+:([^:\s]+)$/g,
  /\b(?:mysql|mariadb|sshpass)[\w-]*.*?\s-p["']?([^\s"']+)/g,
];

const secretsOnLine = (line: string): SecretPart[] => [
  ...assignedIn(line),
  ...unnamedPasswords.flatMap((form) => [...line.matchAll(form)].flatMap(([, password = ""]) => named(password))),
];

const userPassword = /(?:^|["'])[\w.-]+:([^\s/"':]+)(?=["']|$)/gm;

const hostName = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}\.?$/;

const isAddress = (text: string): boolean => isIP(text.replace(/^\[|\]$|\/\d+$/g, "")) !== 0 || hostName.test(text);

/**
 * A word, a number, or both as in `python3`, `deb12` and `64k`. Random letters change case more often than `sshAuthorizedKeys`, and what has
 * capitals and digits is more often a password than a word.
 */
const isWord = (text: string): boolean => {
  const [, letters = "", digits = ""] = /^(\p{L}{1,20})(\d{0,3})$/u.exec(text) ?? [];
  const capitals = letters.match(/\p{Lu}/gu)?.length ?? 0;
  const most = digits === "" ? Math.max(1, letters.length / 3) : 0;
  return (letters !== "" && capitals <= most) || /^(?:\p{Lu}+|\d{1,10}\p{L}{0,3})$/u.test(text);
};

/** What everybody may read: words, a version, a path, an address. */
const isOrdinary = (token: string): boolean =>
  isAddress(token) ||
  token
    .split(/[-_./:,+~@#=]+/)
    .filter(Boolean)
    .every(isWord);

/** What cloud-init and a shell recognise at the beginning of a text. Messages name it. */
const isHeader = (line: string): boolean => /^#(?:!|[a-z]+(?:-[a-z]+)*$|# template:)/.test(line);

/** Whether a line consists of so few words that it may be part of any message. */
const isShort = (line: string): boolean => {
  const words = line.split(/[\s\-_./:"',;=#[\]{}]+/).filter((word) => word !== "" && !/^\d{1,10}$/.test(word));
  return line.length < 8 || isAddress(line) || (words.length <= 2 && words.every(isWord));
};

/** A shorter piece of a line is hardly a secret, and may well be part of a message. */
const shortestPiece = 6;

const piecesOf = (line: string): SecretPart[] =>
  line
    .split(/[\s"'`]+/)
    .map((token) => token.replace(/^[[({<]+|[\])}>.,;:]+$/g, ""))
    .flatMap((token) => [token, ...token.split(/[=:,;|&<>(){}[\]@]+/)])
    .filter((piece) => piece.length >= shortestPiece && !isOrdinary(piece))
    .map(guessed);

const secretsInLine = (line: string): SecretPart[] => {
  if (isHeader(line)) return [];
  const content = line.replace(/^- +/, "");
  const found = secretsOnLine(content);
  const whole = found.length === 0 && isShort(content) ? [] : [guessed(line), guessed(content)];
  return [...whole, ...found, ...piecesOf(content)];
};

/** What is in base64, as far as it is text. Binary content such as an image has none that a message would quote. */
const encodedIn = (text: string): SecretPart[] =>
  [...text.matchAll(/[A-Za-z0-9+/_-]{16,}={0,2}/g)].flatMap(([base64]) => {
    const decoded = Buffer.from(base64, "base64").toString("utf8");
    const isText = !/[\ufffd\p{Cc}]/u.test(decoded.replace(/[\t\r\n]/g, ""));
    return isText ? [guessed(base64), ...secretsInText(decoded)] : [];
  });

const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** The secrets in a text: the text itself if it has lines, and what is secret on each of them. */
export const secretsInText = (text: string): SecretPart[] => {
  const lines = linesOf(text);
  const ofUsers = /chpasswd/.test(text) ? [...lines.join("\n").matchAll(userPassword)] : [];
  return [
    ...(lines.length > 1 ? [guessed(text)] : []),
    ...ofUsers.flatMap(([, password = ""]) => named(password)),
    ...lines.flatMap(secretsInLine),
    ...encodedIn(text),
  ];
};

/** The whole text of a file, unless it is a single word or the like. */
const secretsInFile = (text: string): SecretPart[] => {
  const isSingle = [isWord, isAddress, isHeader].some((isIt) => isIt(text.trim()));
  return [...(isSingle || text.trim().length < shortestPiece ? [] : [guessed(text)]), ...secretsInText(text)];
};

const isText = (value: unknown): value is string => typeof value === "string";

/** The secrets in a value of any form: a cloud-config as an object, or injected files. */
export const secretsInValue = (value: unknown, isNamed = false): SecretPart[] => {
  if (isText(value)) return [...(isNamed ? linesOf(value).flatMap(named) : []), ...secretsInText(value)];
  if (typeof value === "number") return isNamed ? named(String(value)) : [];
  if (Array.isArray(value)) {
    // The words of a command.
    const command = value.every(isText) ? secretsOnLine(value.join(" ")) : [];
    return [...command, ...value.flatMap((part) => secretsInValue(part, isNamed))];
  }
  if (!isObject(value)) return [];
  const path: unknown = Reflect.get(value, "path");
  const isSecretFile = isText(path) && path.split(/[/.]/).some((part) => secretName.test(part));
  return Object.entries(value).flatMap(([name, part]) => {
    const isContent = /^(?:content|data)/.test(name);
    // The list of chpasswd, as it was written before it took users by their names.
    const isSecret = secretName.test(name) || name === "list" || (isContent && isSecretFile);
    return [...(isContent && isText(part) ? secretsInFile(part) : []), ...secretsInValue(part, isSecret)];
  });
};
