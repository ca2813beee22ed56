/** Neither a plain value nor `null`. */
export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** JSON has no `undefined`, so Pulumi and the service send `null`. */
export const isAbsent = (value: unknown): value is undefined | null => value === undefined || value === null;

/** What Pulumi sends in a preview instead of a value that is not known yet. */
export const unknownValueSentinel = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Whether a value of the engine's is unknown yet, wholly or in any of its parts. */
export function isUnknown(value: unknown): boolean {
  if (value === unknownValueSentinel) return true;
  if (Array.isArray(value)) return value.some(isUnknown);
  return isObject(value) && Object.values(value).some(isUnknown);
}

/** The key by which Pulumi recognises a secret or an asset among plain values. */
export const secretSignatureKey = "4dabf18193072939515e22adb298388d";

/** The value of that key in a secret. */
export const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** The values of that key in an asset and in an archive. */
const assetSignatures: readonly unknown[] = ["c44067f5952c0a294b673a41bacd8c17", "0def7320c3a5731c473e5ecbe6d01bc7"];

export const isAsset = (value: object): boolean =>
  "__pulumiAsset" in value ||
  "__pulumiArchive" in value ||
  assetSignatures.includes(Reflect.get(value, secretSignatureKey));

export const assetReason =
  'is an asset or archive of Pulumi\'s, and nothing reads its file: pass what is in the file, as with readFileSync(path, "utf8")';

/** Whether the engine has marked a value, or a part of it, as secret. */
export const holdsSecret = (value: unknown): boolean =>
  isSecret(value) || (isObject(value) && Object.values(value).some(holdsSecret));

const isSecret = (value: unknown): value is { readonly value: unknown } =>
  isObject(value) && Reflect.get(value, secretSignatureKey) === secretSignature;

/** A value of the engine's without the marks of secrets. */
export function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  if (isSecret(value)) return plainValue(value.value);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plainValue(part)]));
}

/** Keys with a meaning to JavaScript or Pulumi, which data from the service or the user must not trigger. */
export const isReservedKey = (key: string): boolean =>
  ["__proto__", "constructor", "prototype", secretSignatureKey].includes(key);

/** Text that the engine would take for an unknown value if it appeared in the outputs. */
export const isReservedText = (text: string): boolean => text.includes(unknownValueSentinel);

/** What kind of value a program has turned into text, if the text names the kind in place of the value. */
export function stringifiedIn(text: string): "an output" | "a promise" | "an object" | undefined {
  // What the SDK puts in place of an output that a program turns into text: in a template string, a sum, `JSON.stringify`.
  if (/Calling \[to(?:String|JSON)\] on an \[Output<T>\]/.test(text)) return "an output";
  if (text.includes("[object Promise]")) return "a promise";
  return text.includes("[object Object]") ? "an object" : undefined;
}

/** A property of a saved object, even if the engine has wrapped it as a secret; `undefined` if there is none. */
export function field(of: unknown, name: string): unknown {
  const value: unknown = isObject(of) ? Reflect.get(of, name) : undefined;
  return isSecret(value) ? value.value : value;
}

export function textIn(of: unknown, name: string): string | undefined {
  const value = field(of, name);
  return typeof value === "string" ? value : undefined;
}

/**
 * A value that only the `up` will know, wholly or in one of its parts: it stands for the argument as a whole. A class of its own,
 * so that whoever forgets it is told by the compiler.
 */
export class Unknown {
  toJSON(): never {
    throw new Error("a value that is not known yet must be neither sent nor saved");
  }
}

/** Properties as the engine hands them over, but for what it does not know yet, which is `Unknown`. */
export type Properties = Readonly<Record<string, unknown>>;

/** The properties of a call of the engine's. From here on, what it does not know yet is `Unknown`. */
export const received = (properties: Readonly<Record<string, unknown>>): Properties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, isUnknown(value) ? new Unknown() : value]),
  );

/** A value as sent to the engine, whose protocol cannot express `undefined`. */
export const plain = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value));

/**
 * A complaint about one argument. The reason names it and the property stays empty: the engine prints the value of the
 * property that a failure names, and any value may be a secret of the program, even one under a misspelt name.
 */
export interface CheckFailure {
  readonly property: "";
  readonly reason: string;
}

/** A reason with its final dot. */
export const sentence = (reason: string): string => reason.replace(/(?<![.?!])$/, ".");

/** The only place that creates one. Reasons are parts of sentences; here each becomes a whole one. */
export const checkFailure = (reason: string): CheckFailure => ({
  property: "",
  reason: sentence(reason),
});
