// What a program passes, made sound before anything looks into it: a JavaScript program, or a cast, may pass anything.

import { types } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { runError } from "../pulumi/program";
import { assetReason, isAbsent, isAsset, isObject, stringifiedIn } from "../pulumi/properties";

/** What a constructor or function may have been given in place of an object. */
export type MaybeGiven<T> = T | null | undefined;

/**
 * The properties of an argument object; none if there is no object, because the check reports what is missing.
 *
 * @param whose what the message starts with, such as `Vps "web"`
 */
export function givenArguments<T extends object>(whose: string, given: MaybeGiven<T>, example: string): T {
  return givenObject(whose, "arguments", given, example);
}

export function givenObject<T extends object>(whose: string, what: string, given: MaybeGiven<T>, example: string): T {
  const kind = isAbsent(given) ? "an object" : kindOf(given);
  if (kind !== "an object")
    throw new pulumi.RunError(`${whose}: the ${what} must be an object such as ${example}, but are ${kind}.`);
  // The properties of the object, which is all that its type promises. None if there is no object.
  return { ...given } as T;
}

/** What was given, in words. */
export function kindOf(given: unknown): string {
  if (Array.isArray(given)) return "a list";
  if (pulumi.Output.isInstance(given)) return "an output";
  if (types.isPromise(given)) return "a promise";
  if (pulumi.Resource.isInstance(given)) return "a resource";
  return typeof given === "object" ? "an object" : `a ${typeof given}`;
}

/** Arguments of plain values alone; see `plainValueOf`. */
export const plainArguments = <T extends object>(whose: string, args: T): T =>
  // The same values, unless one of them fails.
  Object.fromEntries(Object.entries(args).map(([name, value]) => [name, plainValueOf(whose, name, value)])) as T;

/**
 * The value itself, where outputs and promises fail once they are known to hold what the SDK leaves out, empties or passes on in
 * another form: no change of it would be seen, or something else bought.
 *
 * @param isLater whether an output held it: older SDKs say that a resource left out of the run gives undefined. The provider says so better
 */
function plainValueOf(whose: string, path: string, value: unknown, isLater = false): unknown {
  if (pulumi.Output.isInstance(value)) return value.apply((known: unknown) => plainValueOf(whose, path, known, true));
  if (types.isPromise(value)) return value.then((known) => plainValueOf(whose, path, known, true));
  if (pulumi.Resource.isInstance(value)) return value;
  const reason = unlikePlain(value);
  if (reason !== undefined) throw runError(`${whose}: ${path} ${reason}.`);
  if (!isObject(value)) return value;
  const inside = (at: string, part: unknown) => plainValueOf(whose, `${path}${at}`, part, isLater);
  if (!Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inside(`.${name}`, part)]));
  const missing = isLater ? -1 : value.indexOf(undefined);
  if (missing >= 0)
    throw runError(`${whose}: ${path}[${missing}] is undefined: is the setting that it comes from missing?`);
  return value.map((part, at) => inside(`[${at}]`, part));
}

/** What to pass in place of an object of a class. */
const plainForms: Readonly<Record<string, string>> = {
  Buffer: 'text, as with readFileSync(path, "utf8"), or buffer.toString("base64") where base64 is asked for',
  Date: "date.toISOString()",
  Map: "Object.fromEntries(map)",
  Set: "[...set]",
};

/** What a value is that is no plain one, and what to write instead. */
function unlikePlain(value: unknown): string | undefined {
  if (["function", "bigint", "symbol"].includes(typeof value))
    return `is a ${typeof value}, which Pulumi leaves out: pass a plain value`;
  if (!isObject(value) || Array.isArray(value)) return undefined;
  if (isAsset(value)) return assetReason;
  const { constructor: made } = Object(Object.getPrototypeOf(value));
  const name: string = typeof made === "function" ? made.name : "";
  // The plain objects of another realm, as in tests with jest, have another prototype; process.env has a class without a name.
  return ["", "Object"].includes(name)
    ? undefined
    : `is of the class ${name}, which Pulumi empties or passes on in another form: pass ${plainForms[name] ?? "plain values, such as url.href or { ...object }"}`;
}

/** Fails for a name that the engine could not put into a URN. The name is what JavaScript programs forget. */
export function requireName(what: string, name: unknown): void {
  const kind = typeof name === "string" ? stringifiedIn(name) : undefined;
  if (kind !== undefined)
    throw new pulumi.RunError(
      `new ${what}(name, …): the name contains ${kind} that was put into a string. Names must be known before anything runs: use plain text.`,
    );
  if (typeof name === "string" && name !== "") return;
  throw new pulumi.RunError(`new ${what}(name, …): the first argument must be the resource's name, such as "web".`);
}

/** The arguments of a function's Output form: the same with the same documentation, but each, even a nested one, may be an output. */
export type OutputArgs<Args> = {
  [Name in keyof Args]: undefined extends Args[Name]
    ? OutputArg<Exclude<Args[Name], undefined>> | undefined
    : OutputArg<Args[Name]>;
};

type OutputArg<T> = pulumi.Input<
  T extends readonly (infer Element)[] ? OutputArg<Element>[] : T extends object ? OutputArgs<T> : T
>;
