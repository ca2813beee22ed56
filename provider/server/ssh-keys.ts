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
  const [, options = "", type, data] = keyLine.exec(line.trim()) ?? [];
  return type === undefined || data === undefined ? undefined : { options: options.trim(), type, data };
}

/**
 * What sshd makes of a list of keys, for comparison: comments, blanks and repetitions mean nothing, nor does the order,
 * except between lines with one key and different options.
 */
export function keysMeaning(keys: readonly unknown[]): unknown[] {
  const known = keys.map((key) => (typeof key === "string" ? keyIn(key) : undefined));
  const lines = known.map((key, at) => (key === undefined ? keys[at] : `${key.data} ${key.type} ${key.options}`));
  const dataOf = (line: unknown): string => String(line).split(" ")[0] ?? "";
  return [...new Set(lines)].sort((a, b) => (dataOf(a) === dataOf(b) ? 0 : dataOf(a) < dataOf(b) ? -1 : 1));
}

export const isPublicKey = (text: string): boolean => keyIn(text) !== undefined;

const nobody = "so nobody could log in with it";

const makeNew = 'make a new pair with "ssh-keygen -t ed25519"';

/** Whether a text can never have been a line of authorized_keys. */
export const isNoLine = (text: string): boolean => text === "" || /[\r\n]/.test(text) || privateKey.test(text);

const privateKey = /PRIVATE KEY|Private-Lines|PuTTY-User-Key-File/;

const privateReason =
  "must be a public key, but this looks like a private one. Pass the line of its .pub file. If the private key is in plain text in the program or " +
  `in the stack's configuration, whoever can read those has it: ${makeNew}, and remove the old public key wherever it lets somebody log in. ` +
  'Otherwise "ssh-keygen -y -f <file>" prints the line, or "puttygen <file> -L" for PuTTY';

/** Why a line lets nobody in. No reason quotes it: it may be a secret in the wrong place. */
export function keyProblem(key: string): string | undefined {
  if (key === "") return "must not be empty: is the file that it comes from empty?";
  const decoded = /^[\w+/=\s-]{16,}$/.test(key) ? bytesOf(key).toString().trim() : "";
  if (privateKey.test(key) || privateKey.test(decoded)) return privateReason;
  if (isPublicKey(decoded)) return "is in base64, which nothing decodes: pass the line itself";
  const [other] = otherForms.flatMap(([form, reason]) => (form.test(key) ? [reason] : []));
  if (other !== undefined) return other;
  const lines = key.split(/\r\n?|\n/);
  if (lines.length > 1) return linesProblem(lines);
  if (key.startsWith("#")) return `is a comment, ${nobody}: leave it out`;
  if ([...key.matchAll(/(?:^|[\s,;]|\\n)(?:ssh|ecdsa|sk)-[a-z0-9@.-]+\s+AAAA/g)].length > 1) return severalKeys;
  const line = keyIn(key);
  return line === undefined ? noKeyReason(key) : (optionsProblem(line.options) ?? dataProblem(line));
}

/** What people have in hand instead of the line of a .pub file. */
const otherForms: readonly (readonly [RegExp, string])[] = [
  [/^---- BEGIN SSH2 PUBLIC KEY/, 'has the form of SSH2: pass what "ssh-keygen -i -f <file>" prints'],
  [/^-----BEGIN PUBLIC KEY-----/, 'has the form of PKCS8: pass what "ssh-keygen -i -m PKCS8 -f <file>" prints'],
  [/^-----BEGIN RSA PUBLIC KEY-----/, 'has the form of PEM: pass what "ssh-keygen -i -m PEM -f <file>" prints'],
  [/^-----BEGIN (?:TRUSTED )?CERTIFICATE-----/, `is a certificate of TLS, ${nobody}: ${makeNew}`],
  [/^-----BEGIN PGP/, 'is a key of PGP: pass what "gpg --export-ssh-key <id>" prints'],
  [/^(?:undefined|null|NaN)$/, "is undefined: is the setting that it comes from missing?"],
  [
    /^(?:\d+ )?(?:SHA256:[\w+/-]{42}|(?:MD5:)?(?:[\da-f]{2}:){15}[\da-f]{2})/i,
    "is a fingerprint, which no key can be made of: pass the line of the .pub file",
  ],
  [
    /^(?:https?:\/\/)?(?:www\.)?git(?:hub|lab)\.com\/|^(?:gh|lp|github|gitlab):/i,
    'names an account, whose keys nothing fetches: pass the lines that "curl https://github.com/<name>.keys" prints, one by one',
  ],
  [/^[a-z]+:\/\//i, "is an address, which nothing fetches: pass the key that is there"],
  [
    /^(?:~|\.{0,2}\/|[A-Z]:\\|\$)(?:\S*|.*\.pub)$|^[\w.-][\w./\\-]*\.pub$/i,
    'is a path: pass what is in the file, as with fs.readFileSync(path, "utf8")',
  ],
  [/^["'`[{]/, "is in quotation marks or brackets: pass the line itself"],
];

function linesProblem(lines: readonly string[]): string {
  if (lines.filter(isPublicKey).length > 1) return severalKeys;
  return isPublicKey(lines.join("")) && !lines.some((line) => line.startsWith("#"))
    ? "has a line break in the middle of the key: write it in one line, as the .pub file has it"
    : "must be one line: a public key as in authorized_keys. Pass several keys one by one";
}

const severalKeys = 'holds several keys: pass them one by one, as with text.trim().split("\\n")';

/** What a text lacks that is not a key. */
function noKeyReason(text: string): string {
  const typeOfData = typeIn(fieldsOf(bytesOf(/^AAAA\S{16,}/.exec(text)?.[0] ?? "")));
  if (typeOfData !== undefined) return `lacks its type: write "${typeOfData}" and a blank before it`;
  if (/\s(?:ssh|ecdsa|sk)-[a-z0-9@.-]+\s+AAAA/.test(text)) return unknownOptions;
  return /(?:^|\s)(?:ssh|ecdsa|sk)-[a-z0-9@.-]+(?:\s|$)/.test(text)
    ? damaged
    : `is not a public key, ${nobody}: a key is a line as in authorized_keys, such as "ssh-ed25519 AAAA… you@example.com"${/^@?[a-z\d-]{1,39}$/i.test(text) ? '. "curl https://github.com/<name>.keys" prints those of a user of GitHub' : ""}`;
}

const damaged = `is cut off or damaged, ${nobody}: copy the whole line of the .pub file`;

const unknownOptions = `has something before its type that sshd does not know as options, ${nobody}: options have commas between them, and no blanks outside quotation marks`;

const knownOptions =
  /^(?:(?:no-)?(?:agent-forwarding|port-forwarding|pty|user-rc|x11-forwarding|touch-required)|cert-authority|verify-required|restrict|(?:command|environment|expiry-time|from|permitlisten|permitopen|principals|tunnel)=)$/i;

/** Sshd skips a line that has an option that it does not know. */
function optionsProblem(options: string): string | undefined {
  const names = options.replace(/"(?:\\"|[^"])*"/g, "").split(",");
  if (options === "" || names.every((name) => knownOptions.test(name))) return undefined;
  return /^[@|[]|^[\w-]+(?:\.[\w-]+)+(?:,|$)|^localhost$/.test(options)
    ? `is a line of known_hosts, which holds the keys of servers, ${nobody}: pass the line of your own .pub file`
    : unknownOptions;
}

const types =
  /^(?:ssh-(?:ed25519|rsa)|ecdsa-sha2-nistp(?:256|384|521)|sk-(?:ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com)$/;

/** A key's data is a row of fields, each after its length in four bytes; the first one repeats the type. */
function dataProblem({ type, data }: KeyLine): string | undefined {
  const fields = fieldsOf(bytesOf(data));
  const typeOfData = fields?.[0]?.toString("latin1");
  if (data.length % 4 > 0 || fields === undefined || fields.length < (typeOfData === "ssh-rsa" ? 3 : 2)) return damaged;
  if (typeOfData !== type)
    return typeIn(fields) !== undefined
      ? `says that it is of another type than its data, which is "${typeOfData}", ${nobody}`
      : damaged;
  if (type.includes("-cert-v0"))
    return `is a certificate, which sshd takes from a client and not from this list: pass the public key itself, or its authority's as "cert-authority ssh-ed25519 AAAA…"`;
  if (type === "ssh-dss") return `is a DSA key, which sshd no longer accepts: ${makeNew}`;
  const bits = type === "ssh-rsa" ? bitsOf(fields[2]) : undefined;
  return bits !== undefined && bits < leastRsaBits
    ? `is an RSA key of ${bits} bits, and sshd accepts none below ${leastRsaBits}: ${makeNew}`
    : undefined;
}

const leastRsaBits = 1024;

const bytesOf = (base64: string): Buffer => Buffer.from(base64, "base64");

const typeIn = ([first]: readonly Buffer[] = []): string | undefined => {
  const type = first?.toString("latin1");
  return type !== undefined && types.test(type) ? type : undefined;
};

function fieldsOf(data: Buffer): Buffer[] | undefined {
  const fields: Buffer[] = [];
  let end = 0;
  while (end + 4 <= data.length) {
    const start = end + 4;
    end = start + data.readUInt32BE(end);
    fields.push(data.subarray(start, end));
  }
  return end === data.length ? fields : undefined;
}

/** Of a number that may start with zeros. */
const bitsOf = (bytes: Buffer | undefined): number | undefined =>
  bytes === undefined ? undefined : BigInt(`0x0${bytes.toString("hex")}`).toString(2).length;
