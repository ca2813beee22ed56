import type * as pulumi from "@pulumi/pulumi";
import { secretSignature, secretSignatureKey, unknownValueSentinel } from "./reserved";
import { member, type Sdk } from "./sdk";

/*
 * Looks for each internal in an SDK: a run in its own, `doctor` in that of the folder. Nothing here loads an SDK by itself.
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

/** Whether outputs say which resources they come from. */
export const findsDependencies = (sdk: Sdk): boolean => offers(sampleOutput(sdk), "allResources");

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

export const findsMocks = ({ load }: Sdk): boolean =>
  member(load("@pulumi/pulumi/runtime/mocks"), mockMonitor) !== undefined;

/** A resource to examine. Creating it sets mocks, which replace the engine for the whole process: only for the command line. */
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
  /** Its own, as URNs. */
  readonly __aliases?: readonly pulumi.Output<string>[] | undefined;
  readonly __name?: string | undefined;
  readonly __pulumiType?: string | undefined;
  /** Absent for the stack. */
  readonly __parentResource?: ResourceMarks | undefined;
}

export const showsProtection = (resource: object): boolean => "__protect" in resource;

export const showsAliases = (resource: object): boolean =>
  ["__aliases", "__name", "__pulumiType"].every((mark) => mark in resource);

export const showsTransformations = (resource: object): boolean => "__transformations" in resource;

/** The name of a provider. */
export function nameOf(provider: object): string | undefined {
  const name = member(provider, "__name");
  return typeof name === "string" ? name : undefined;
}

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

/** What it takes to see a resource after every transform of the program. */
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
    offers(found, "TransformResponse", "getStore", "getCallbacks", "getMonitor") &&
    offers(found.TransformRequest, "deserializeBinary") &&
    offers(found.Value, "fromJavaScript") &&
    offers(options, ...neededOptions) &&
    offers(server, "awaitStackRegistrations", "registerTransform");
  return isWhole ? (found as Transforms) : undefined;
}
