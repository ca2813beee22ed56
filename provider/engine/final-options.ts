import { setImmediate as nextTurn } from "node:timers/promises";
import type * as pulumi from "@pulumi/pulumi";
import { type CallbackServer, type FinalOptions, type ResourceMarks, type Transforms, transformsIn } from "./probes";
import { ownSdk } from "./sdk";

/** A resource as it is about to reach the engine, after every transform of the program. What is changed here is what the engine gets. */
export interface FinalResource {
  readonly type: string;
  readonly options: FinalOptions;
  /** An input that is text and known. */
  textInput(name: string): string | undefined;
  hasInput(name: string): boolean;
  /** Sets an input; `undefined` takes it out. */
  setInput(name: string, value: string | boolean | readonly string[] | undefined): void;
}

export type FinalTransform = (resource: FinalResource) => void;

/**
 * Makes sure that ours is the last of this program's transforms, because what a transform sets reaches neither the SDK's objects
 * nor a provider. The engine calls transforms in the order in which they were registered, those of single resources and components
 * first, so ours is registered again whenever others have been. It changes the message itself: in the SDK's own form of a transform,
 * values that a preview does not know would be lost, and so would the marks of secrets.
 *
 * @param isTransformed whether the caller knows of a transformation or a transform; others are found
 * @returns false if nobody can tell whether there are transforms, or what they set
 */
export async function transformLast(
  stack: pulumi.Resource & ResourceMarks,
  transform: FinalTransform,
  isTransformed: boolean,
): Promise<boolean> {
  const last = lastTransforms.get(stack) ?? { registered: undefined, queue: Promise.resolve(true) };
  lastTransforms.set(stack, last);
  const isAnyTransformed = isTransformed || (stack.__transformations ?? []).length > 0;
  last.queue = last.queue.then(() => keepLast(last, transform, isAnyTransformed));
  return last.queue;
}

/** Whether ours is the last of this program's transforms. It is registered only if there are others. */
export async function isTransformedLast(stack: pulumi.Resource): Promise<boolean> {
  await lastTransforms.get(stack)?.queue;
  return lastTransforms.get(stack)?.registered !== undefined;
}

interface LastTransform {
  /** How many callbacks the SDK had when ours was registered. */
  registered: number | undefined;
  queue: Promise<boolean>;
}

const lastTransforms = new WeakMap<pulumi.Resource, LastTransform>();

/** A cache: an SDK does not change while a program runs. */
let found: Transforms | undefined;

/** After this many, only transforms of single resources are still being registered, and those come before ours anyway. */
const mostRounds = 10;

async function keepLast(last: LastTransform, transform: FinalTransform, isTransformed: boolean): Promise<boolean> {
  try {
    found ??= transformsIn(ownSdk());
    if (found === undefined) return false;
    const { callbacks: existing, supportsTransforms = false } = found.getStore();
    const isNeeded = isTransformed || (existing?._callbacks.size ?? 0) > 0;
    // An engine without transforms knows only the SDK's transformations, whose effect shows on its objects.
    if (!isNeeded || !supportsTransforms) return true;
    const callbacks = found.getCallbacks();
    if (callbacks === undefined || found.getMonitor() === undefined) return false;
    for (let round = 0; round < mostRounds; round++) {
      const { size } = callbacks._callbacks;
      await callbacks.awaitStackRegistrations();
      if (last.registered === size && callbacks._callbacks.size === size) return true;
      // Another one may be on its way: ours is registered after it.
      if (callbacks._callbacks.size === size) last.registered = await register(found, callbacks, transform);
      await nextTurn();
    }
    return true;
  } catch {
    return false;
  }
}

/** @returns how many callbacks there were with ours, and before any later one */
async function register(sdk: Transforms, callbacks: CallbackServer, transform: FinalTransform): Promise<number> {
  const { TransformRequest, TransformResponse, Value } = sdk;
  const registering = callbacks.registerTransform(() => undefined);
  const { size } = callbacks._callbacks;
  const registration = await registering;
  callbacks._callbacks.set(registration.getToken(), async (bytes) => {
    const request = TransformRequest.deserializeBinary(bytes);
    const [properties, options] = [request.getProperties(), request.getOptions()];
    const inputs = properties?.getFieldsMap();
    if (inputs !== undefined && options !== undefined) {
      const setInput: FinalResource["setInput"] = (name, value) =>
        value === undefined ? inputs.del(name) : inputs.set(name, Value.fromJavaScript(value));
      const textInput: FinalResource["textInput"] = (name) => inputs.get(name)?.getStringValue();
      const hasInput: FinalResource["hasInput"] = (name) => inputs.get(name) !== undefined;
      transform({ type: request.getType(), options, textInput, hasInput, setInput });
    }
    const response = new TransformResponse();
    response.setProperties(properties);
    response.setOptions(options);
    return response;
  });
  await new Promise<void>((resolve, reject) =>
    sdk.getMonitor()?.registerStackTransform(registration, (error) => (error === null ? resolve() : reject(error))),
  );
  return size;
}
