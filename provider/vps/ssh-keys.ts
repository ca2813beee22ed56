/** The parts of a line of authorized_keys. A blank between quotation marks belongs to the options. */
const keyLine =
  /^((?:\\(?:"|(?!"))|"(?:\\(?:"|(?!"))|[^"\\])*"|[^\s"\\])+\s+)??([a-z0-9@.-]+)\s+(AAAA[A-Za-z0-9+/]*={0,2})(?:\s.*)?$/;

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
