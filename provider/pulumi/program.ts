import { createRequire } from "node:module";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { withHeadline } from "./engine-connection";
import {
  findsAliases,
  findsOutputs,
  findsReservedValues,
  findsStackResource,
  hasFunctions,
  lacksMessage,
  loadedSdk,
  member,
  runtimeOf,
  type Sdk,
  secretKeysIn,
  showsProtection,
} from "./internals";

// The program that runs in this process: who runs it, and what the engine says about its stack.

/** Whether this is a unit test: `pulumi.runtime.setMocks` replaces the engine's monitor. */
export const isMocked = (): boolean => pulumi.runtime.getMonitor()?.constructor.name === "MockMonitor";

/**
 * Whether this is an inline program of the Automation API. It runs in the caller's process, whose directory and environment
 * say nothing about the workspace's.
 */
export const isInlineProgram = (mainFile = mainFileOfProcess()): boolean =>
  mainFile === undefined || !cliRunner.test(mainFile);

/** Not `require.main`: a bundler puts its own in place of it. */
const mainFileOfProcess = (): string | undefined => process.mainModule?.filename;

/** The script with which the CLI runs a program. */
const cliRunner = /[\\/]@pulumi[\\/](?:pulumi[\\/])?cmd[\\/]run[\\/]/;

/**
 * The outputs of every resource in the stack's saved state; `undefined` if the engine cannot be asked. Asks through the monitor's own
 * client: the SDK's `invoke` would write the answer, which holds every secret of the stack in plain text, into its debug log, and the
 * CLI prints that with `--json`.
 */
export async function savedOutputs(): Promise<unknown> {
  const requests = stateRequestsIn(loadedSdk());
  if (requests === undefined) return undefined;
  const monitor = requests.getMonitor();
  if (monitor === undefined) return undefined;
  const request = new requests.ResourceInvokeRequest();
  request.setTok("pulumi:pulumi:readStackResourceOutputs");
  const stackName = `${pulumi.getOrganization()}/${pulumi.getProject()}/${pulumi.getStack()}`;
  request.setArgs(requests.Struct.fromJavaScript({ stackName }));
  const answer = await new Promise<InvokeAnswer>((resolve, reject) =>
    monitor.invoke(request, (error, response) => (error === null ? resolve(response) : reject(error))),
  );
  return answer.getReturn()?.toJavaScript();
}

/** What it takes to read the stack's saved outputs, where this SDK has it. */
export function stateRequestsIn(sdk: Sdk) {
  const found = {
    getMonitor: member(runtimeOf(sdk), "getMonitor"),
    ResourceInvokeRequest: member(sdk.load("@pulumi/pulumi/proto/resource_pb"), "ResourceInvokeRequest"),
    Struct: member(sdk.load("google-protobuf/google/protobuf/struct_pb"), "Struct"),
  };
  const isComplete =
    hasFunctions(found, "getMonitor", "ResourceInvokeRequest") && hasFunctions(found.Struct, "fromJavaScript");
  return isComplete ? (found as StateRequests) : undefined;
}

type StateRequests = {
  readonly ResourceInvokeRequest: new () => { setTok(token: string): void; setArgs(args: unknown): void };
  readonly Struct: { fromJavaScript(value: object): unknown };
  getMonitor():
    | { invoke(request: object, answer: (error: Error | null, response: InvokeAnswer) => void): void }
    | undefined;
};

type InvokeAnswer = { getReturn(): { toJavaScript(): unknown } | undefined };

/** A cache: each server asks, and the search for a package looks through many directories. */
const foundFrom = new Set<string>();

/**
 * The engine's host loads the provider from the program's directory. A component library with its own copy, or a bundle, would fail
 * there later with an unhelpful message, so this fails immediately with a helpful one.
 *
 * Only a program run by the CLI has that directory as its working directory.
 */
export function requireResolvable(directory: string = process.cwd(), mainFile = mainFileOfProcess()): void {
  if (isInlineProgram(mainFile) || foundFrom.has(directory)) return;
  try {
    createRequire(join(directory, "index.js")).resolve("pulumi-rimuhosting/dynamic");
    foundFrom.add(directory);
  } catch {
    throw runError(
      "pulumi-rimuhosting cannot be found from the program's directory, where the engine loads it. Install it there too. " +
        "A component library should list it as a peer dependency; a bundler should leave both it and @pulumi/pulumi out of the bundle, as external packages.",
    );
  }
}

/** A plain value where it is known at once: an output costs the SDK as much time as a property. */
type Plain<T> = T | pulumi.Output<T>;

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

/** Whether a value is one that comes later: an output or a promise. */
export const isLater = (value: unknown): value is pulumi.Output<unknown> | Promise<unknown> =>
  pulumi.Output.isInstance(value) || value instanceof Promise;

/** Whether a value is known in this run. */
export const isKnown = (value: pulumi.Output<unknown>): Promise<boolean> => (value as AwaitableOutput<unknown>).isKnown;

/** The value of an output, or `undefined` if this preview does not know it. */
export const resolvedValue = async <T>(value: pulumi.Output<T>): Promise<T | undefined> =>
  (await isKnown(value)) ? promiseOf(value) : undefined;

const outputIn = <T>(value: Plain<T>): AwaitableOutput<T> | undefined =>
  pulumi.Output.isInstance(value) ? (value as AwaitableOutput<T>) : undefined;

/**
 * The value of an output without its dependencies. The URN of a server in a component depends on the component, and so on every
 * resource inside it: two servers of one component would wait for each other forever.
 */
export const promiseOf = <T>(value: pulumi.Output<T>): Promise<T> => (value as AwaitableOutput<T>).promise();

/**
 * Creates an error of which the engine prints only the message. To one that is thrown while an output resolves, the SDK would add this
 * package's stack trace, which would help nobody, and before its message the names of the properties that wait for the output.
 */
export function runError(message: string, cause?: unknown): pulumi.RunError {
  const error = new pulumi.RunError(message);
  if (cause !== undefined) error.cause = cause;
  error.stack = "";
  Object.defineProperty(error, "message", { get: () => message, set: () => undefined });
  return error;
}

/**
 * The SDK makes four promises for each property of a resource and formats a stack trace for each of them, to name the
 * program's line should one never settle. That is most of what a program spends on a server. It is paused while the SDK
 * constructs one; what is thrown meanwhile gets its trace here.
 */
export function pauseStackTraces(): { resume(): void; traced(error: unknown): unknown } {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const resume = (): void => {
    Error.stackTraceLimit = limit;
  };
  const traced = (error: unknown): unknown => {
    resume();
    // A frozen error cannot take a trace, but must still be thrown.
    if (error instanceof Error && Object.isExtensible(error)) Error.captureStackTrace(error, traced);
    return error;
  };
  return { resume, traced };
}

/** A cache: an SDK does not change while a program runs. */
let isUsable = false;

/** A cache: each run says once what is missing. */
const warnedStacks = new WeakSet<pulumi.Resource>();

/** What the run says of it, if this SDK does not show something. The answers are then those that can do no harm. */
const unseen = [
  {
    isSeen: showsProtection,
    without: "Every server without a protect of its own counts as protected: whatever would lose its data is refused.",
  },
  {
    isSeen: () => stateRequestsIn(loadedSdk()) !== undefined && findsAliases(loadedSdk()),
    without: "Nothing is ordered or replaced, and previews show more as unknown than will change.",
  },
  {
    isSeen: () => secretKeysIn(loadedSdk()) !== undefined,
    without: "The stack's configuration is not checked for an API key in plain text: look into its file.",
  },
];

/** Fails before anything is declared if this SDK lacks what nothing here can do without; warns, once a run, of whatever else it lacks. */
export function requireInternals(): void {
  const sdk = loadedSdk();
  isUsable ||= [findsOutputs, findsStackResource, findsReservedValues].every((finds) => finds(sdk));
  if (!isUsable) {
    const nothing = "The program ends before anything is declared: nothing was bought or changed.";
    throw new pulumi.RunError(lacksMessage(nothing, sdk.version));
  }
  const stack = pulumi.runtime.getStackResource();
  if (stack === undefined || warnedStacks.has(stack)) return;
  warnedStacks.add(stack);
  for (const { isSeen, without } of unseen)
    if (!isSeen(stack)) void pulumi.log.warn(withHeadline(lacksMessage(without, sdk.version)));
}
