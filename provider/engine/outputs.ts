import * as pulumi from "@pulumi/pulumi";

/** A plain value where it is known at once: an output costs the SDK as much time as a property. */
export type Plain<T> = T | pulumi.Output<T>;

/** Methods of an output that the SDK keeps out of its public types. */
type AwaitableOutput<T> = pulumi.Output<T> & {
  readonly isKnown: Promise<boolean>;
  promise(): Promise<T>;
  /** The resources that a value comes from. */
  allResources?(): Promise<ReadonlySet<pulumi.Resource>>;
};

/** Whether a value, or a part of it, comes from a resource that this `up` leaves out (`--target`, `--exclude`). */
export async function isLeftOut(value: unknown): Promise<boolean> {
  if (value instanceof Promise) return isLeftOut(await value);
  const waiting = outputIn(value);
  if (waiting !== undefined) return !(await waiting.isKnown) || (await comesFromNothing(waiting));
  const isPlain =
    Array.isArray(value) || (value instanceof Object && Object.getPrototypeOf(value) === Object.prototype);
  return isPlain && (await Promise.all(Object.values(value as object).map(isLeftOut))).some(Boolean);
}

/** Whether one of the resources behind a value has no id. Older SDKs, such as 3.216, treat its outputs as known and empty. */
async function comesFromNothing(waiting: AwaitableOutput<unknown>): Promise<boolean> {
  const resources = [...((await waiting.allResources?.()) ?? [])].filter(pulumi.CustomResource.isInstance);
  const ids = resources.flatMap(({ id }) => outputIn<unknown>(id) ?? []);
  return (await Promise.all(ids.map((id) => id.isKnown))).includes(false);
}

/** Whether a value is known in this run. */
export const isKnown = async (value: Plain<unknown>): Promise<boolean> => (await outputIn(value)?.isKnown) ?? true;

/** The value of an output, or `undefined` if this preview does not know it. */
export async function resolvedValue<T>(value: Plain<T>): Promise<T | undefined> {
  const waiting = outputIn(value);
  return waiting === undefined || (await waiting.isKnown) ? promiseOf(value) : undefined;
}

const outputIn = <T>(value: Plain<T>): AwaitableOutput<T> | undefined =>
  pulumi.Output.isInstance(value) ? (value as AwaitableOutput<T>) : undefined;

/**
 * The value of an output without its dependencies. The URN of a server in a component depends on the component, and so on every
 * resource inside it: two servers of one component would wait for each other forever.
 */
export const promiseOf = <T>(value: Plain<T>): Promise<T> => outputIn(value)?.promise() ?? Promise.resolve(value as T);
