import { createRequire } from "node:module";
import { secretSignature, secretSignatureKey, unknownValueSentinel } from "./reserved";

/*
 * Looks for each internal in an SDK. Nothing here loads an SDK by itself.
 */

const isFunction = (value: unknown): boolean => typeof value === "function";

/** Whether something has a function by each of these names. */
const offers = (of: unknown, ...names: readonly string[]): boolean =>
  names.every((name) => isFunction(member(of, name)));

const runtimeOf = ({ load }: Sdk): unknown => member(load("@pulumi/pulumi"), "runtime");

function sampleOutput({ load }: Sdk): unknown {
  const output = member(load("@pulumi/pulumi"), "output");
  return typeof output === "function" ? output(0) : undefined;
}

/** Whether outputs say if their value is known. */
export function findsOutputs(sdk: Sdk): boolean {
  const sample = sampleOutput(sdk);
  return offers(member(sample, "isKnown"), "then") && offers(sample, "promise");
}

export const findsStackResource = (sdk: Sdk): boolean => offers(runtimeOf(sdk), "getStackResource");

export function findsReservedValues(sdk: Sdk): boolean {
  const runtime = runtimeOf(sdk);
  return (
    member(runtime, "unknownValue") === unknownValueSentinel &&
    member(runtime, "specialSigKey") === secretSignatureKey &&
    member(runtime, "specialSecretSig") === secretSignature
  );
}

/** Answers whether a key of the stack's configuration is kept encrypted. */
export function secretKeysIn(sdk: Sdk): ((key: string) => boolean) | undefined {
  const found = member(runtimeOf(sdk), "isConfigSecret");
  return typeof found === "function" ? (key) => found(key) === true : undefined;
}

/** What it takes to read the stack's saved outputs. */
export interface StateRequests {
  readonly ResourceInvokeRequest: new () => InvokeRequest;
  readonly Struct: { fromJavaScript(value: object): unknown };
  getMonitor(): Monitor | undefined;
}
interface InvokeRequest {
  setTok(token: string): void;
  setArgs(args: unknown): void;
}
export interface InvokeAnswer {
  getReturn(): { toJavaScript(): unknown } | undefined;
}
interface Monitor {
  invoke(request: InvokeRequest, answer: (error: Error | null, response: InvokeAnswer) => void): void;
}

export function stateRequestsIn(sdk: Sdk): StateRequests | undefined {
  const found = {
    getMonitor: member(runtimeOf(sdk), "getMonitor"),
    ResourceInvokeRequest: member(sdk.load("@pulumi/pulumi/proto/resource_pb"), "ResourceInvokeRequest"),
    Struct: member(sdk.load("google-protobuf/google/protobuf/struct_pb"), "Struct"),
  };
  const isWhole = offers(found, "getMonitor", "ResourceInvokeRequest") && offers(found.Struct, "fromJavaScript");
  return isWhole ? (found as StateRequests) : undefined;
}

/** The class of the monitor that answers with mocks. */
export const mockMonitor = "MockMonitor";

/** What the SDK keeps on a resource. */
export interface ResourceMarks {
  readonly __protect?: boolean | undefined;
}

export const showsProtection = (resource: object): boolean => "__protect" in resource;

/** What a call to the engine needs: Pulumi's own generated client and its own copy of gRPC, because it refuses the credentials of another copy. */
export interface PulumiGrpc {
  readonly EngineClient: new (address: string, credentials: unknown, options: object) => Engine;
  readonly messages: Messages;
  readonly credentials: () => unknown;
}
type Call = (
  request: object,
  options: { deadline: number },
  callback: (error: { readonly code?: number } | null) => void,
) => void;
export interface Engine {
  readonly log: Call;
  readonly getRootResource: Call;
  close(): void;
}
export interface LogRequest {
  setSeverity(severity: number): void;
  setMessage(text: string): void;
  setUrn(urn: string): void;
  setEphemeral(isEphemeral: boolean): void;
}
export interface Messages {
  readonly LogRequest: new () => LogRequest;
  readonly GetRootResourceRequest: new () => object;
}

export function engineMessagesIn({ load }: Sdk): PulumiGrpc | undefined {
  const grpc = member(load("@grpc/grpc-js"), "credentials") as { createInsecure?(): unknown } | undefined;
  const EngineClient = member(load("@pulumi/pulumi/proto/engine_grpc_pb"), "EngineClient");
  const messages = load("@pulumi/pulumi/proto/engine_pb");
  const isWhole =
    offers(grpc, "createInsecure") &&
    offers(member(EngineClient, "prototype"), "log", "getRootResource") &&
    offers(messages, "LogRequest", "GetRootResourceRequest");
  return isWhole ? ({ EngineClient, messages, credentials: () => grpc?.createInsecure?.() } as PulumiGrpc) : undefined;
}

/** The Pulumi SDK that a file finds. */
export interface Sdk {
  /** Such as `3.270.0`; `undefined` if there is none. */
  readonly version: string | undefined;
  /** Loads a module of the SDK's, or of one of its dependencies; `undefined` if there is no such module. */
  load(module: string): unknown;
}

/** Whatever a module exports that may not be there. */
const member = (of: unknown, name: string): unknown =>
  (typeof of === "object" && of !== null) || typeof of === "function" ? Reflect.get(of, name) : undefined;

/** The SDK that `file` would load. Dependencies of the SDK are looked for from there: a strict package manager shows them to it alone. */
export function sdkFor(file: string): Sdk {
  const own = createRequire(file);
  const manifest = "@pulumi/pulumi/package.json";
  const pathOf = (module: string): string => own.resolve(module, { paths: [own.resolve(manifest)] });
  const ifAny = <T>(find: () => T): T | undefined => {
    try {
      return find();
    } catch {
      return undefined;
    }
  };
  const load = (module: string): unknown => ifAny(() => own(pathOf(module)));
  const version = member(load(manifest), "version");
  return {
    version: typeof version === "string" ? version : undefined,
    load,
  };
}

let cached: Sdk | undefined;

/** The SDK of this process. */
export function ownSdk(): Sdk {
  cached ??= sdkFor(__filename);
  return cached;
}
