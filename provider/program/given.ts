// What a program passes, made sound before anything looks into it: a JavaScript program, or a cast, may pass anything.

import { types } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { runError } from "../pulumi/program";
import { assetReason, isAsset, stringifiedIn } from "../pulumi/properties";
import { optionComplaint } from "../service/names";
import { type ValueNames, withSoundNames } from "./named-values";

/** What a constructor or function may have been given in place of an object. */
type MaybeGiven<T> = T | null | undefined;

/**
 * The properties of an argument object; none if there is no object, because the check reports what is missing.
 *
 * @param whose what the message starts with, such as `Vps "web"`
 */
export function givenArguments<T extends object>(whose: string, given: MaybeGiven<T>, example: string): T {
  const reason = Array.isArray(given) || typeof given === "function" ? undefined : unlikePlain(given);
  if (
    reason !== undefined &&
    !pulumi.Resource.isInstance(given) &&
    !pulumi.Output.isInstance(given) &&
    !types.isPromise(given)
  )
    throw new pulumi.RunError(`${whose}: what is given as arguments ${reason}.`);
  return givenObject(whose, "arguments", given, example);
}

/** The same for the options of a function. */
export function givenOptions<T extends object>(whose: string, given: MaybeGiven<T>): T {
  return givenObject(whose, "options", given, "{ protect: true }");
}

/** The options of a resource, each of which exists, as does what they name: a misspelt `protect` would protect nothing. */
export function givenResourceOptions<T extends object>(whose: string, given: MaybeGiven<T>, names: ValueNames): T {
  const options = givenOptions(whose, given);
  for (const [name, value] of Object.entries(options)) {
    const complaint = value === undefined || value === null ? undefined : optionComplaint(name, names.inputs);
    if (complaint !== undefined) throw new pulumi.RunError(`${whose}: ${complaint}`);
  }
  return withSoundNames(whose, options, names);
}

function givenObject<T extends object>(whose: string, what: string, given: MaybeGiven<T>, example: string): T {
  const kind = kindOf(given);
  if (kind !== undefined)
    throw new pulumi.RunError(`${whose}: the ${what} must be an object such as ${example}, but are ${kind}.`);
  // The properties of the object, which is all that its type promises. None if there is no object.
  return { ...given } as T;
}

/** What was given instead of an object, in words. */
function kindOf(given: unknown): string | undefined {
  if (given === null || given === undefined) return undefined;
  if (Array.isArray(given)) return "a list";
  if (pulumi.Output.isInstance(given)) return "an output: pass an object whose values are outputs";
  if (given instanceof Promise) return "a promise: wait for it, or pass an object whose values are promises";
  if (pulumi.Resource.isInstance(given)) return "a resource";
  if (typeof given === "object") return undefined;
  return `a ${typeof given}`;
}

/** Arguments of plain values alone; see `plainValueOf`. */
export const plainArguments = <T extends object>(whose: string, args: T): T =>
  // The same values, unless one of them fails.
  Object.fromEntries(Object.entries(args).map(([name, value]) => [name, plainValueOf(whose, name, value)])) as T;

/**
 * The value itself, where outputs and promises fail once they are known to hold what the SDK leaves out, empties or passes on in
 * another form: no change of it would be seen, or something else bought.
 */
function plainValueOf(whose: string, path: string, value: unknown, around: readonly unknown[] = []): unknown {
  if (pulumi.Output.isInstance(value)) return value.apply((known: unknown) => plainValueOf(whose, path, known, later));
  if (types.isPromise(value)) return value.then((known) => plainValueOf(whose, path, known, later));
  if (pulumi.Resource.isInstance(value)) return value;
  const reason = around.includes(value) ? "contains itself" : unlikePlain(value);
  if (reason !== undefined) throw runError(`${whose}: ${path} ${reason}.`);
  if (typeof value !== "object" || value === null) return value;
  const inside = (at: string, part: unknown) => plainValueOf(whose, `${path}${at}`, part, [...around, value]);
  if (!Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inside(`.${name}`, part)]));
  const missing = around.includes(later[0]) ? -1 : value.indexOf(undefined);
  if (missing >= 0)
    throw runError(`${whose}: ${path}[${missing}] is undefined: is the setting that it comes from missing?`);
  return value.map((part, at) => inside(`[${at}]`, part));
}

/** Around what an output held: older SDKs say that a resource left out of the run gives undefined. The provider says so better. */
const later: readonly unknown[] = [Symbol("later")];

/** What a value is that is no plain one, and what to write instead. */
function unlikePlain(value: unknown): string | undefined {
  if (typeof value === "function") return "is a function, which Pulumi leaves out: call it, and pass what it returns";
  if (typeof value === "bigint" || typeof value === "symbol")
    return `is a ${typeof value}, which Pulumi leaves out: pass a number or a string`;
  if (typeof value !== "object" || value === null) return undefined;
  if (isAsset(value)) return assetReason;
  if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value))
    return 'is a Buffer, which Pulumi passes on as single numbers: pass text, as with readFileSync(path, "utf8") or buffer.toString("base64")';
  if (types.isDate(value)) return "is a Date, which Pulumi empties: pass date.toISOString()";
  if (types.isMap(value)) return "is a Map, which Pulumi empties: pass Object.fromEntries(map)";
  if (types.isSet(value)) return "is a Set, which Pulumi empties: pass [...set]";
  const { constructor: made } = Object(Object.getPrototypeOf(value));
  const name: string = typeof made === "function" ? made.name : "";
  // The plain objects of another realm, as in tests with jest, have another prototype; process.env has a class without a name.
  return Array.isArray(value) || ["", "Object"].includes(name)
    ? undefined
    : `is of the class ${name}, whose methods and hidden parts Pulumi leaves out: pass plain values, such as url.href or { ...object }`;
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
