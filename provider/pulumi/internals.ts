import { createRequire } from "node:module";
import { isObject, secretSignature, secretSignatureKey, unknownValueSentinel } from "./properties";

/** The oldest and the newest version of the SDK with which everything here was tried. */
export const oldestSdk = "3.216.0";
export const newestSdk = "3.276.0";
/** The same for the CLI. */
export const oldestCli = "3.216.0";
export const newestCli = "3.274.1";

/** What a run says, or a program ends with, where this SDK or CLI lacks an undocumented part of Pulumi that is used here. */
export const lacksMessage = (without: string, version = "of an unknown version"): string =>
  `Pulumi's SDK ${version}, or its CLI, has changed in a way that pulumi-rimuhosting does not know. ${without} ` +
  `Use @pulumi/pulumi ${oldestSdk} to ${newestSdk} and the CLI ${oldestCli} to ${newestCli}.`;

/** Whether something has a function by each of these names. */
export const hasFunctions = (of: unknown, ...names: readonly string[]): boolean =>
  names.every((name) => typeof member(of, name) === "function");

export const runtimeOf = ({ load }: Sdk): unknown => member(load("@pulumi/pulumi"), "runtime");

/** Whether outputs say if their value is known. */
export function findsOutputs({ load }: Sdk): boolean {
  const output = member(load("@pulumi/pulumi"), "output");
  const sample = typeof output === "function" ? output(0) : undefined;
  return hasFunctions(member(sample, "isKnown"), "then") && hasFunctions(sample, "promise");
}

export const findsStackResource = (sdk: Sdk): boolean => hasFunctions(runtimeOf(sdk), "getStackResource");

/** Whether the aliases can be computed that a resource has by those of its parents. */
export const findsAliases = ({ load }: Sdk): boolean => hasFunctions(load("@pulumi/pulumi"), "allAliases");

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

/** Whether a resource says if it is protected. */
export const showsProtection = (resource: object): resource is { readonly __protect: boolean | undefined } =>
  "__protect" in resource;

/** The explicit provider of a resource; `undefined` if it has none. */
export const providerOf = (resource: object): unknown => member(resource, "__prov");

/** The Pulumi SDK that a file finds. */
export interface Sdk {
  /** Such as `3.270.0`; `undefined` if there is none. */
  readonly version: string | undefined;
  /** Loads a module of the SDK's, or of one of its dependencies; `undefined` if there is no such module. */
  load(module: string): unknown;
}

/** An export that a module may lack. */
export const member = (of: unknown, name: string): unknown =>
  isObject(of) || typeof of === "function" ? Reflect.get(of, name) : undefined;

/** The SDK that `file` would load. Dependencies of the SDK are looked for from there: a strict package manager lets only the SDK find them. */
export function sdkFor(file: string): Sdk {
  const requireThere = createRequire(file);
  const manifest = "@pulumi/pulumi/package.json";
  const pathOf = (module: string): string => requireThere.resolve(module, { paths: [requireThere.resolve(manifest)] });
  const ifAny = <T>(find: () => T): T | undefined => {
    try {
      return find();
    } catch {
      return undefined;
    }
  };
  const load = (module: string): unknown => ifAny(() => requireThere(pathOf(module)));
  const version = member(load(manifest), "version");
  return { version: typeof version === "string" ? version : undefined, load };
}

let cached: Sdk | undefined;

/** The SDK of this process. */
export function loadedSdk(): Sdk {
  cached ??= sdkFor(__filename);
  return cached;
}
