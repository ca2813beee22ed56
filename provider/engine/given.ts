// What a program passes, made sound before anything looks into it: a JavaScript program, or a cast, may pass anything.

import * as pulumi from "@pulumi/pulumi";
import { stringifiedIn } from "./reserved";
import { optionComplaint } from "./suggestions";

/** What a constructor or function may have been given in place of an object. */
type MaybeGiven<T> = T | null | undefined;

/**
 * The properties of an argument object; none if there is no object, because the check reports what is missing.
 *
 * @param whose what the message starts with, such as `Vps "web"`
 */
export function givenArguments<T extends object>(whose: string, given: MaybeGiven<T>, example: string): T {
  return givenObject(whose, "arguments", given, example);
}

/** The same for the options of a function. */
export function givenOptions<T extends object>(whose: string, given: MaybeGiven<T>): T {
  return givenObject(whose, "options", given, "{ protect: true }");
}

/** The options of a resource, each of which exists: a misspelt `protect` would protect nothing. */
export function givenResourceOptions<T extends object>(
  whose: string,
  given: MaybeGiven<T>,
  argumentNames: readonly string[],
): T {
  const options = givenOptions(whose, given);
  for (const [name, value] of Object.entries(options)) {
    const complaint = value === undefined || value === null ? undefined : optionComplaint(name, argumentNames);
    if (complaint !== undefined) throw new pulumi.RunError(`${whose}: ${complaint}`);
  }
  return options;
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

/** Fails for what the SDK would turn into an empty object: no change of it would ever be seen. */
export function requirePlainValues(whose: string, path: string, value: unknown): void {
  if (typeof value !== "object" || value === null || pulumi.Output.isInstance(value)) return;
  const opaque = [Date, Map, Set].find((type) => value instanceof type);
  if (opaque !== undefined)
    throw new pulumi.RunError(
      `${whose}: ${path} is a ${opaque.name}, whose changes Pulumi cannot see. Pass plain values, such as date.toISOString() or [...set].`,
    );
  for (const [name, part] of Object.entries(value))
    requirePlainValues(whose, Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`, part);
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
