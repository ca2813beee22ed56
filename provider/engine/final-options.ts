import { setImmediate as turn } from "node:timers/promises";
import type * as pulumi from "@pulumi/pulumi";
import { type CallbackServer, type FinalOptions, type ResourceMarks, type Transforms, transformsIn } from "./probes";
import { ownSdk } from "./sdk";

/** A resource as it is about to reach the engine, after every transform of the program. What is changed here is what the engine gets. */
export interface FinalResource {
  readonly type: string;
  readonly options: FinalOptions;
  /** An input that is text and known. */
  textInput(name: string): string | undefined;
  /** Sets an input; `undefined` takes it out. */
  setInput(name: string, value: string | boolean | readonly string[] | undefined): void;
}

export type FinalLook = (resource: FinalResource) => void;

/**
 * Makes sure that this program's transforms end with a look of ours, because what a transform sets reaches neither the SDK's objects
 * nor a provider. The engine calls transforms in the order in which they were registered, those of single resources and components
 * first, so ours is registered once more whenever others have been. It changes what it wants to in the message itself: what goes through
 * the SDK's own form loses the values that a preview does not know, and the marks of secrets.
 *
 * @param isTransformed whether a transformation or a transform is known of; others are found
 * @returns false if it cannot be seen whether there are transforms, or what they set
 */
export async function lookLast(
  stack: pulumi.Resource & ResourceMarks,
  look: FinalLook,
  isTransformed: boolean,
): Promise<boolean> {
  const last = looks.get(stack) ?? { registered: undefined, queue: Promise.resolve(true) };
  looks.set(stack, last);
  const isAnyTransformed = isTransformed || (stack.__transformations ?? []).length > 0;
  last.queue = last.queue.then(() => makeLast(last, look, isAnyTransformed));
  return last.queue;
}

/** Whether this program's transforms end with a look of ours, as far as it is known that there are any. */
export async function isLookedLast(stack: pulumi.Resource): Promise<boolean> {
  await looks.get(stack)?.queue;
  return looks.get(stack)?.registered !== undefined;
}

interface LastLook {
  /** How many callbacks the SDK had when ours was registered. */
  registered: number | undefined;
  queue: Promise<boolean>;
}

const looks = new WeakMap<pulumi.Resource, LastLook>();

/** A cache: an SDK does not change while a program runs. */
let found: Transforms | undefined;

/** What never comes to rest are the transforms of single resources, which come before ours anyway. */
const mostRounds = 10;

async function makeLast(last: LastLook, look: FinalLook, isTransformed: boolean): Promise<boolean> {
  try {
    found ??= transformsIn(ownSdk());
    if (found === undefined) return false;
    const { callbacks: present, supportsTransforms = false } = found.getStore();
    const isNeeded = isTransformed || (present?._callbacks.size ?? 0) > 0;
    // Where the engine has no transforms, what the SDK's own transformations set shows on its objects, as far as it does.
    if (!isNeeded || !supportsTransforms) return true;
    const callbacks = found.getCallbacks();
    if (callbacks === undefined || found.getMonitor() === undefined) return false;
    for (let round = 0; round < mostRounds; round++) {
      const { size } = callbacks._callbacks;
      await callbacks.awaitStackRegistrations();
      if (last.registered === size && callbacks._callbacks.size === size) return true;
      // One that came meanwhile may be on its way: ours goes after it.
      if (callbacks._callbacks.size === size) last.registered = await register(found, callbacks, look);
      await turn();
    }
    return true;
  } catch {
    return false;
  }
}

/** @returns how many callbacks there were with ours, and before any later one */
async function register(sdk: Transforms, callbacks: CallbackServer, look: FinalLook): Promise<number> {
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
      look({ type: request.getType(), options, textInput, setInput });
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
