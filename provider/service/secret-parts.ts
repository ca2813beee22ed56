import { isIP } from "node:net";

/**
 * What of a cloud-config or an injected file has to stay out of messages. Most of its words are everybody's: a message that lost "restart" or
 * "nginx" would be unreadable, and its gap would tell what was secret.
 *
 * - `given`: secret as a whole, wherever it stands
 * - `named`: stands under a name for secrets, or where a command takes one
 * - `hinted`: the same, but it may as well be a word of a program or of a sentence: `token: write`, `password: string`
 * - `guessed`: does not look like words
 */
export type SecretPart = { readonly text: string; readonly certainty: "given" | "named" | "hinted" | "guessed" };

const given = (text: string): SecretPart => ({ text, certainty: "given" });
const guessed = (text: string): SecretPart => ({ text, certainty: "guessed" });

/** What is said of a secret rather than being one; a password that is one of these words is the first that anybody would try. */
const harmlessValue =
  /^(?:true|false|yes|no|on|off|none|null|default|text|hash|random|auto|include|inherit|optional|required|pass(?:word|wd)|secrets?|token|key|value|(?:without|prohibit)-password|\d{1,5})$/i;

const named = (text: string, certainty: "named" | "hinted" = "named"): SecretPart[] => {
  const value = text.replace(/[\s,;]+$/, "");
  // A user's password, as in "root:password" and in longer rows.
  const [, ofUser = ""] = /^[^\s:/]+:(?!\/\/)(.+)$/.exec(value) ?? [];
  return [value, ofUser, ofUser.slice(ofUser.lastIndexOf(":") + 1)]
    .filter((secret) => secret !== "" && !harmlessValue.test(secret))
    .map((secret) => ({ text: secret, certainty }));
};

const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

const secretName =
  /(?:(?<!proxy_|fastcgi_|uwsgi_|scgi_|grpc_|by|ch)pass(?:word|wd|phrase|code)?|pwd|secrets?|tokens?|credentials?|authorization|api[-_]?key|(?:access|account|activation|auth|client|encryption|license|master|private|registration|secret|shared|signing|validation)[-_]?key(?:[-_]?base)?|private|psk|dsn)$/i;

/** What cloud-init and a shell recognise at the beginning of a text. Messages name it. */
const isHeader = (line: string): boolean => /^#(?:!|[a-z]+(?:-[a-z]+)*$|# template:)/.test(line);

const hostName = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}\.?$/;

/** Random letters change case more often than the words in `sshAuthorizedKeys`, or have no vowels for long. */
const isWord = (text: string): boolean => {
  if (!/^\p{L}+$/u.test(text) || text.length > 20) return false;
  const parts = text.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+/gu) ?? [text];
  const vowels = text.match(/[^b-df-hj-np-tv-xz]/gi) ?? [];
  const isUnspeakable = text.length >= 12 && (vowels.length < text.length / 4 || /[b-df-hj-np-tv-xz]{5}/i.test(text));
  return (text.length <= 4 || text.length / parts.length >= 3) && !isUnspeakable;
};

/** A word or a number, or both as in `python3`, `deb12` and `64k`. */
const isPart = (text: string): boolean => /^\d{1,10}\p{L}{0,3}$/u.test(text) || isWord(text.replace(/\d{1,3}$/, ""));

const isAddress = (token: string): boolean => isIP(token.replace(/^\[|\]$|\/\d+$/g, "")) !== 0 || hostName.test(token);

const isPlace = (token: string): boolean => /^(?:https?:\/)?\//.test(token);

/** Whether a text without spaces is what everybody may read: words, a number, a version, a path, an address. */
const isOrdinary = (token: string): boolean => {
  if (isAddress(token)) return true;
  const parts = token.split(/[-_./:,+~@#=]+/).filter(Boolean);
  // Words in a row are how people make passwords that they can remember.
  const isPhrase = parts.length >= 4 && parts.every(isWord) && !isPlace(token);
  return parts.every(isPart) && !isPhrase;
};

const isNumber = (text: string): boolean => /^\d{1,10}$/.test(text);

/** Whether a line consists of so few words that it may be part of any message. */
const isPlainLine = (line: string): boolean => {
  if (isAddress(line) || (isOrdinary(line) && (isPlace(line) || !/[:=]/.test(line)))) return true;
  const parts = line.split(/[\s\-_./:"',;=#[\]{}]+/).filter((part) => part !== "" && !isNumber(part));
  return parts.length <= 2 && parts.every(isWord);
};

/** Where a command or a language takes a secret, each with the secret as its group. */
const places: readonly RegExp[] = [
  /\/\/[^\s/:@"']*:([^\s/@"']+)@/g,
  /\b(?:curl|wget|smbclient)\b.{0,200}?\s(?:-u|-U|--user)[ =]?["']?[^\s:%"']+[:%]([^\s"']+)/g,
  /\b(?:mysql\w*|mariadb\S*|7z\w*)\s.{0,200}?-p["']?([^\s"']+)/g,
  /\b(?:sshpass|docker login)\s.{0,200}?-p ?["']?([^\s"']+)/g,
  /\b(?:echo|printf)\s[^|]{0,200}?([^\s"'|]+)["']?\s*\|.{0,200}(?:passw|stdin|crypt|login)/g,
  /\bchpasswd\s*<<<\s*["']?([^\s"']+)/g,
  /\b(?:htpasswd\s+-\w*b\w*|openssl passwd)\s.{0,200}?\s["']?([^\s"'|>)]+)["']?\s*(?:[|>)]|$)/g,
  /\b(?:identified\s+(?:with\s+\S+\s+)?(?:by|as)|password)\s*\(?\s*["']([^"']+)["']/gi,
];

/** `name: value`, `name=value`, `--name value`, and `name value` where the value is no word. */
const assignment =
  /(--?)?([\w.-]*\w)["']?(\s*(?:=>?|:)\s*|\s+)(?=(?:"((?:[^"\\]|\\.)+)"|'([^']+)'|([^\s"',;&|})\]]+))(.{0,200}))/g;

const assigned = (line: string): SecretPart[] =>
  [...line.matchAll(assignment)].flatMap(([, dashes, name = "", sign = "", double, single, bare = "", rest = ""]) => {
    const isBareKey = /^key$/i.test(name) && sign === "=";
    // Options that say how, not what.
    if (!isBareKey && (!secretName.test(name) || (dashes && /^(?:secret|(?:no|disabled|without)-.*)$/.test(name))))
      return [];
    const quoted = double ?? single;
    if (quoted !== undefined) return named(quoted);
    const isAssigned = /[:=]/.test(sign);
    const isSure = !isWord(bare) || (sign === "=" && !isBareKey) || (dashes !== undefined && !isAssigned);
    const whole = isAssigned ? named(`${bare}${rest}`.trim(), isWord(bare) ? "hinted" : "named") : [];
    // "the password of the server"
    return isSure || isAssigned ? [...named(bare, isSure ? "named" : "hinted"), ...whole] : [];
  });

const secretsOnLine = (line: string): SecretPart[] => [
  ...assigned(line),
  ...places.flatMap((place) => [...line.matchAll(place)].flatMap(([, secret = ""]) => named(secret))),
];

/** On such lines a password may well be a word and a number. */
const suspicious = /pass|pwd|secret|token|cred|login|auth|private|^[\w.-]+:\S+$/i;

const isMixed = (token: string): boolean =>
  /\p{L}/u.test(token) && /\d/.test(token) && !isAddress(token) && !isPlace(token);

/** A shorter piece of a line is hardly a secret, and may well be part of a message. */
const shortestPiece = 6;

/** The words and values on a line that do not look like words. */
const piecesOf = (line: string): SecretPart[] => {
  const isStrict = suspicious.test(line);
  return line
    .split(/[\s"'`]+/)
    .map((token) => token.replace(/^[[({<]+|[\])}>.,;:]+$/g, ""))
    .flatMap((token) => [token, ...token.split(/[=:,;|&<>(){}[\]@]+/)])
    .filter((piece) => piece.length >= shortestPiece && (!isOrdinary(piece) || (isStrict && isMixed(piece))))
    .map(guessed);
};

/** Of a line as long as a whole configuration in JSON, each stretch is looked at by itself, or it would take minutes. */
const stretchesOf = (line: string): string[] => line.match(/.{1,500}(?:[\s,;]|$)|.{1,500}/g) ?? [];

const foundIn = (stretch: string): SecretPart[] => {
  // A command as a list of its words.
  const [, command] = /\[(.*)\]/.exec(stretch) ?? [];
  return [...secretsOnLine(stretch), ...secretsOnLine(command?.replace(/[",']+\s*/g, " ") ?? "")];
};

const secretsInLine = (line: string): SecretPart[] => {
  if (isHeader(line)) return [];
  // A public key is no secret, but looks like one.
  const content = line.replace(/^- +|\b(?:ssh|ecdsa|sk)-\S+\s+AAAA\S+/g, "").trim();
  const stretches = stretchesOf(content);
  const found = stretches.flatMap(foundIn);
  const isShown = found.length === 0 && (isPlainLine(content) || content.length < 8);
  const whole = found.length > 0 ? given : guessed;
  return [...(isShown ? [] : [whole(line), whole(content)]), ...found, ...stretches.flatMap(piecesOf)];
};

/** What is in base64, as far as it is text. Binary content such as an image has none that a message would quote. */
const encodedIn = (text: string): SecretPart[] =>
  [...text.matchAll(/[A-Za-z0-9+/_-]{16,}={0,2}/g)].flatMap(([base64]) => {
    const decoded = Buffer.from(base64, "base64").toString("utf8");
    const isText = !/[\ufffd\p{Cc}]/u.test(decoded.replace(/[\t\r\n]/g, ""));
    return isText ? [guessed(base64), ...secretsInText(decoded)] : [];
  });

/** The secrets in a text: the text itself if it has lines, and what is secret on each of them. */
export const secretsInText = (text: string): SecretPart[] => {
  const lines = linesOf(text);
  // Users and passwords, as chpasswd reads them.
  const ofUsers = /chpasswd/.test(text)
    ? lines.flatMap((line) => named(/^["']?[\w.-]+:([^\s/"']+)["']?$/.exec(line)?.[1] ?? ""))
    : [];
  return [
    ...(lines.length > 1 ? [given(text)] : []),
    ...ofUsers,
    ...lines.flatMap(secretsInLine),
    // Base64 is often broken into lines.
    ...encodedIn(lines.every((line) => /^\S+$/.test(line)) ? lines.join("") : text),
  ];
};

/** Files that hold secrets and little else. */
const secretPath = /pass|pwd|secret|token|cred|private|shadow|netrc|\.(?:env|pem|key|p12)$|\/(?:id_\w+|wg\w*\.conf)$/i;

/** A file's whole text is secret, unless it is a single word. */
const secretsInFile = (text: string, path: unknown): SecretPart[] => {
  const lines = linesOf(text);
  const isSecret = typeof path === "string" && secretPath.test(path);
  const isSingle = lines.length < 2 && [isWord, isNumber, isAddress, isHeader].some((isIt) => isIt(text.trim()));
  return [
    ...(isSingle || text.trim().length < shortestPiece ? [] : [guessed(text)]),
    ...secretsInText(text),
    ...(isSecret ? lines.filter((line) => lines.length < 2 || !isWord(line)).flatMap((line) => named(line)) : []),
  ];
};

/** Names, paths and public keys are not secret, and messages need them. */
const harmlessName = /^(?:path|fqdn|hostname|ssh[-_](?:authorized[-_]keys|import[-_]id))$/;

/** What stands beside a secret and is none. */
const besideSecret = /^(?:user|user_?name|login|e?mail|name|type|url|host|server)$/i;

const isText = (value: unknown): value is string => typeof value === "string";

/** The secrets in a value of any form: a cloud-config as an object, or injected files. */
export const secretsInValue = (value: unknown, isNamed = false): SecretPart[] => {
  if (value instanceof Uint8Array) return secretsInText(Buffer.from(value).toString("utf8"));
  if (isText(value)) return isNamed ? secretsUnderName(value) : secretsInText(value);
  if (typeof value === "number") return isNamed ? named(String(value)) : [];
  if (typeof value !== "object" || value === null) return [];
  // The words of a command.
  const command = Array.isArray(value) && value.every(isText) ? secretsOnLine(value.join(" ")) : [];
  const parts = Object.entries(value).flatMap(([name, part]) => {
    if (harmlessName.test(name)) return [];
    if (isText(part) && /^(?:content|contents|data|dataAsString|dataAsBase64)$/.test(name) && !isNamed)
      return secretsInFile(part, Reflect.get(value, "path"));
    // The list of chpasswd, as it was written before it took users by their names.
    const isSecret = (isNamed && !besideSecret.test(name)) || secretName.test(name) || name === "list";
    return secretsInValue(part, isSecret);
  });
  return [...command, ...parts];
};

const secretsUnderName = (text: string): SecretPart[] => [
  ...linesOf(text).flatMap((line) => named(line)),
  ...(text.includes("\n") ? secretsInText(text) : []),
];
