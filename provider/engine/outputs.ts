import * as pulumi from "@pulumi/pulumi";

/** A value where it is known at once: an output takes the SDK as long as a property. */
export type Plain<T> = T | pulumi.Output<T>;

/** Methods of an output that the SDK keeps out of its public types. */
type Waiting<T> = pulumi.Output<T> & { readonly isKnown: Promise<boolean>; promise(): Promise<T> };

/** Whether this run knows all of a value. A preview may not, nor an up that leaves out the resource that it comes from. */
export async function isKnown(value: unknown): Promise<boolean> {
  if (value instanceof Promise) return isKnown(await value);
  const waiting = outputIn(value);
  if (waiting !== undefined) return waiting.isKnown;
  const isPlain =
    Array.isArray(value) || (value instanceof Object && Object.getPrototypeOf(value) === Object.prototype);
  return !isPlain || (await Promise.all(Object.values(value as object).map(isKnown))).every(Boolean);
}

/** The value of an output, or `undefined` if this preview does not know it. */
export async function knownValue<T>(value: Plain<T>): Promise<T | undefined> {
  const waiting = outputIn(value);
  return waiting === undefined || (await waiting.isKnown) ? promiseOf(value) : undefined;
}

const outputIn = <T>(value: Plain<T>): Waiting<T> | undefined =>
  pulumi.Output.isInstance(value) ? (value as Waiting<T>) : undefined;

/**
 * The value of an output without its dependencies. The URN of a server in a component depends on the component, and so on every
 * resource inside it: two servers of one component would wait for each other for ever.
 */
export const promiseOf = <T>(value: Plain<T>): Promise<T> => outputIn(value)?.promise() ?? Promise.resolve(value as T);
