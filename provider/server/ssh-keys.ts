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

const nobody = "so nobody could log in with it";

const privateKey = /PRIVATE KEY|Private-Lines|PuTTY-User-Key-File/;

/** Why a line lets nobody in. No reason quotes it: it may be a secret in the wrong place. */
export function keyProblem(key: string): string | undefined {
  if (key === "") return "must not be empty: is the file that it comes from empty?";
  if (privateKey.test(key))
    return (
      "must be a public key, but this looks like a private one. Pass the line of its .pub file. If the private key is in plain text in the program or in the stack's " +
      'configuration, whoever can read those has it: make a new pair with "ssh-keygen -t ed25519", and remove the old public key wherever it lets somebody log in'
    );
  if (/[\r\n]/.test(key)) return 'must be one line: pass several keys one by one, as with text.trim().split("\\n")';
  const line = keyIn(key);
  if (line === undefined)
    return `is not a public key, ${nobody}: pass what is in the .pub file, such as "ssh-ed25519 AAAA… you@example.com"`;
  return isWhole(line) ? undefined : `is cut off or damaged, ${nobody}: copy the whole line of the .pub file`;
}

/** A key's data is a row of fields, each after its length in four bytes; the first one repeats the type. */
function isWhole({ type, data }: KeyLine): boolean {
  const bytes = Buffer.from(data, "base64");
  const fields: string[] = [];
  let end = 0;
  while (end + 4 <= bytes.length) {
    const start = end + 4;
    end = start + bytes.readUInt32BE(end);
    fields.push(bytes.toString("latin1", start, end));
  }
  return (
    data.length % 4 === 0 && end === bytes.length && fields[0] === type && fields.length >= (type === "ssh-rsa" ? 3 : 2)
  );
}
