import type * as pulumi from "@pulumi/pulumi";
import { secretSignature, secretSignatureKey, unknownValueSentinel } from "./reserved";
import { member, type Sdk } from "./sdk";

/*
 * Finds each internal, in whatever SDK it is asked of: a run asks its own, `doctor` the one of the folder. Nothing here loads an SDK by itself.
 */

const isFunction = (value: unknown): boolean => typeof value === "function";

const runtimeOf = ({ load }: Sdk): unknown => member(load("@pulumi/pulumi"), "runtime");

/** Whether outputs tell what is known. */
export function findsOutputs({ load }: Sdk): boolean {
  const output = member(load("@pulumi/pulumi"), "output");
  const sample: unknown = typeof output === "function" ? output(0) : undefined;
  return isFunction(member(member(sample, "isKnown"), "then")) && isFunction(member(sample, "promise"));
}

/** Whether outputs tell which resources they come from. */
export function findsDependencies({ load }: Sdk): boolean {
  const output = member(load("@pulumi/pulumi"), "output");
  return typeof output === "function" && isFunction(member(output(0), "allResources"));
}

export const findsStackResource = (sdk: Sdk): boolean => isFunction(member(runtimeOf(sdk), "getStackResource"));

export function findsReservedValues(sdk: Sdk): boolean {
  const runtime = runtimeOf(sdk);
  return (
    member(runtime, "unknownValue") === unknownValueSentinel &&
    member(runtime, "specialSigKey") === secretSignatureKey &&
    member(runtime, "specialSecretSig") === secretSignature
  );
}

/** Tells whether a key of the stack's configuration is kept encrypted. */
export function secretKeysIn(sdk: Sdk): ((key: string) => boolean) | undefined {
  const found = member(runtimeOf(sdk), "isConfigSecret");
  return typeof found === "function" ? (key) => found(key) === true : undefined;
}

/** What reading the stack's saved outputs takes. */
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
  const isWhole =
    isFunction(found.getMonitor) &&
    isFunction(found.ResourceInvokeRequest) &&
    isFunction(member(found.Struct, "fromJavaScript"));
  return isWhole ? (found as StateRequests) : undefined;
}

/** The name of the class of a monitor that answers with mocks. */
export const mockMonitor = "MockMonitor";

export const findsMocks = ({ load }: Sdk): boolean =>
  member(load("@pulumi/pulumi/runtime/mocks"), mockMonitor) !== undefined;

/** A resource to look at. It is made with mocks, which replace the engine for the whole process: for a command, not for a run. */
export async function sampleResource(sdk: Sdk): Promise<object | undefined> {
  try {
    const { runtime, ComponentResource } = sdk.load("@pulumi/pulumi") as typeof pulumi;
    await runtime.setMocks({ newResource: () => ({ id: "sample", state: {} }), call: () => ({}) });
    return new ComponentResource("rimuhosting:index:Sample", "sample");
  } catch {
    return undefined;
  }
}

/** What the SDK keeps on a resource; final once the stack's transformations have run. */
export interface ResourceMarks {
  readonly __protect?: boolean | undefined;
  readonly __transformations?: readonly unknown[] | undefined;
}

export const showsProtection = (resource: object): boolean => "__protect" in resource;

export const showsTransformations = (resource: object): boolean => "__transformations" in resource;

/** The name of a provider. */
export function nameOf(provider: object): string | undefined {
  const name = member(provider, "__name");
  return typeof name === "string" ? name : undefined;
}

/** What speaking to the engine takes: Pulumi's own generated client and its own copy of gRPC, as another copy's credentials would be refused. */
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
    isFunction(grpc?.createInsecure) &&
    ["log", "getRootResource"].every((call) => isFunction(member(member(EngineClient, "prototype"), call))) &&
    ["LogRequest", "GetRootResourceRequest"].every((message) => isFunction(member(messages, message)));
  return isWhole ? ({ EngineClient, messages, credentials: () => grpc?.createInsecure?.() } as PulumiGrpc) : undefined;
}

/** What a last look at a resource takes, after every transform of the program. */
export interface Transforms {
  readonly TransformRequest: { deserializeBinary(bytes: Uint8Array): TransformRequest };
  readonly TransformResponse: new () => TransformResponse;
  readonly Value: { fromJavaScript(value: unknown): unknown };
  getStore(): { readonly callbacks?: CallbackServer; readonly supportsTransforms?: boolean };
  /** Starts the SDK's server for callbacks if there is none. */
  getCallbacks(): CallbackServer | undefined;
  getMonitor(): TransformMonitor | undefined;
}
export interface CallbackServer {
  readonly _callbacks: Map<string, (bytes: Uint8Array) => Promise<unknown>>;
  awaitStackRegistrations(): Promise<void>;
  registerTransform(transform: () => undefined): Promise<Registration>;
}
interface Registration {
  getToken(): string;
}
interface TransformMonitor {
  registerStackTransform(registration: Registration, answer: (error: Error | null) => void): void;
}
interface TransformRequest {
  getType(): string;
  getProperties(): { getFieldsMap(): TransformedInputs } | undefined;
  getOptions(): FinalOptions | undefined;
}
interface TransformResponse {
  setProperties(properties: unknown): void;
  setOptions(options: unknown): void;
}
interface TransformedInputs {
  get(name: string): { getStringValue(): string } | undefined;
  set(name: string, value: unknown): unknown;
  del(name: string): unknown;
}
/** Options as the engine's protocol has them; those that an SDK does not know yet are absent. */
export interface FinalOptions {
  getProtect(): boolean;
  getRetainOnDelete(): boolean;
  setRetainOnDelete(isRetained: boolean): void;
  getDeleteBeforeReplace(): boolean;
  /** The provider's URN and id; empty for the default one. */
  getProvider(): string;
  getReplaceOnChangesList(): readonly string[];
  getDeletedWith(): string;
  setDeletedWith(urn: string): void;
  getImport?(): string;
  setImport?(id: string): void;
  getReplaceWithList?(): readonly string[];
  setReplaceWithList?(urns: readonly string[]): void;
}

const neededOptions: readonly (keyof FinalOptions)[] = [
  "getProtect",
  "getRetainOnDelete",
  "setRetainOnDelete",
  "getDeleteBeforeReplace",
  "getProvider",
  "getReplaceOnChangesList",
  "getDeletedWith",
  "setDeletedWith",
];

export function transformsIn(sdk: Sdk): Transforms | undefined {
  const messages = sdk.load("@pulumi/pulumi/proto/resource_pb");
  const settings = sdk.load("@pulumi/pulumi/runtime/settings");
  const server = member(member(sdk.load("@pulumi/pulumi/runtime/callbacks"), "CallbackServer"), "prototype");
  const found = {
    TransformRequest: member(messages, "TransformRequest"),
    TransformResponse: member(messages, "TransformResponse"),
    Value: member(sdk.load("google-protobuf/google/protobuf/struct_pb"), "Value"),
    getStore: member(sdk.load("@pulumi/pulumi/runtime/state"), "getStore"),
    getCallbacks: member(settings, "getCallbacks"),
    getMonitor: member(settings, "getMonitor"),
  };
  const options = member(member(messages, "TransformResourceOptions"), "prototype");
  const isWhole =
    isFunction(member(found.TransformRequest, "deserializeBinary")) &&
    isFunction(found.TransformResponse) &&
    isFunction(member(found.Value, "fromJavaScript")) &&
    [found.getStore, found.getCallbacks, found.getMonitor].every(isFunction) &&
    neededOptions.every((name) => isFunction(member(options, name))) &&
    ["awaitStackRegistrations", "registerTransform"].every((name) => isFunction(member(server, name)));
  return isWhole ? (found as Transforms) : undefined;
}
