import * as pulumi from "@pulumi/pulumi";
import { loadedSdk, member, secretKeysIn } from "../pulumi/internals";
import { isMocked, requireInternals, runError } from "../pulumi/program";
import { isAbsent } from "../pulumi/properties";
import { dynamicPackage, providerType, typeOf } from "../pulumi/resource-types";
import {
  configurationProblems,
  environmentVariable,
  plainKeyProblem,
  readEnvironment,
  serviceAddress,
  unreadMessage,
  unreadSettings,
} from "../service/environment";
import { kindOf } from "./given";

/** Whether a key of the stack's configuration is kept encrypted. If the SDK does not say, every key counts as secret, and the run says so. */
export const isSecretKey = (key: string): boolean => secretKeysIn(loadedSdk())?.(key) ?? true;

/** A cache: the configuration of a run does not change. */
const foundValid = new WeakSet<pulumi.Resource>();

/**
 * Fails, even in the preview, if the stack's configuration holds the API key in plain text or sets an unknown setting. Only
 * the program can check this: a host is handed plain values.
 */
export function requireValidConfiguration(): void {
  requireInternals();
  const stack = pulumi.runtime.getStackResource();
  if (stack === undefined || foundValid.has(stack) || isMocked()) return;
  const config = pulumi.runtime.allConfig();
  const environment = readEnvironment();
  const problems = configurationProblems({
    project: pulumi.getProject(),
    stack: pulumi.getStack(),
    keys: Object.keys(config),
    isSecret: isSecretKey,
    environment,
    ...serviceAddress(stackAddress()),
  });
  if (problems.length > 0) throw new pulumi.RunError(problems.join("\n"));
  foundValid.add(stack);
  // A key or an address there may well be for a `Provider`, and without one the run fails anyway. A limit there is none.
  for (const unread of unreadSettings(Object.keys(config), pulumi.getProject())) {
    const isSet = `rimuhosting:${unread.meant}` in config || environment[environmentVariable(unread.meant)];
    if (!isSet && !["apiKey", "baseUrl"].includes(unread.meant)) void pulumi.log.warn(unreadMessage(unread));
  }
}

/** The address of the service for whatever has none of its own. */
const stackAddress = (): string | undefined =>
  pulumi.runtime.allConfig()["rimuhosting:baseUrl"] ?? readEnvironment()[environmentVariable("baseUrl")];

/** Fails for the API key of an explicit provider that the stack's configuration holds in plain text, as for the stack's own. */
export function requireEncrypted(whose: string, apiKey: unknown, baseUrl: unknown): void {
  if (isMocked()) return;
  const config = pulumi.runtime.allConfig();
  const plain = Object.keys(config).find((key) => config[key] === apiKey && !isSecretKey(key));
  if (plain === undefined || serviceAddress(isAbsent(baseUrl) ? stackAddress() : String(baseUrl)).isServiceHere) return;
  throw runError(`${whose}: ${plainKeyProblem(plain, pulumi.getStack())}`);
}

/** Kept on the provider's own object, so that every copy of this package finds it. A symbol, so that it is not an output. */
const remembered = Symbol.for("pulumi-rimuhosting.settings");

type Settings = Readonly<Record<string, unknown>>;

type WithSettings = pulumi.ProviderResource & { [remembered]?: pulumi.Output<Settings> };

/** Keeps the settings of an explicit provider for the program's functions: the engine passes them only to resources. */
export function keepSettings(provider: pulumi.ProviderResource, settings: pulumi.Inputs): void {
  const keeper: WithSettings = provider;
  // A function's answer does not become secret just because the key is.
  keeper[remembered] = pulumi.unsecret(pulumi.output(settings));
}

/** The settings of an explicit provider, or `undefined` if it is not one of ours. */
export const settingsOf = (provider: pulumi.Resource): pulumi.Output<Settings> | undefined =>
  (provider as WithSettings)[remembered];

/** Whether an object is one of our providers, even from another copy of this package, or stands for one in a policy. */
export const isProvider = (object: unknown): boolean =>
  typeOf(object) === providerType && (!pulumi.Resource.isInstance(object) || settingsOf(object) !== undefined);

/**
 * Fails for a provider that is not ours. The engine would ask it in place of ours: it may know no server, or accept every change of one
 * and drop its order from the state.
 */
export function refuseForeignProvider(
  whose: string,
  type: string,
  { provider, parent }: pulumi.CustomResourceOptions,
): void {
  const inherited = pulumi.Resource.isInstance(parent) ? parent.getProvider(type) : undefined;
  const misnamed = provider || inherited ? undefined : misnamedIn(parent);
  if (misnamed !== undefined)
    throw new pulumi.RunError(
      `${whose}: a component passes on a rimuhosting.Provider under the name "${misnamed}", where Pulumi does not find it. Pass providers as a list.`,
    );
  const found = foundInstead(provider ?? inherited);
  if (found === undefined) return;
  const [which, remedy] = isAbsent(provider)
    ? ["the provider that it inherits", "Set the provider option to a rimuhosting.Provider."]
    : ["the provider option", "Leave it out to use the settings of the stack."];
  throw new pulumi.RunError(`${whose}: ${which} must be a rimuhosting.Provider, but is ${found}. ${remedy}`);
}

/** The name under which a component has one of our providers, if it uses a map. The server would be ordered in the account of the stack. */
const misnamedIn = (parent: pulumi.Resource | undefined): string | undefined =>
  Object.entries(Object(member(parent, "__providers"))).find(([, provider]) => isProvider(provider))?.[0];

/** What stands in place of one of our providers, in words. */
function foundInstead(provider: unknown): string | undefined {
  if (isAbsent(provider) || isProvider(provider)) return undefined;
  const [, name] = /^pulumi:providers:(.*)$/.exec(String(typeOf(provider))) ?? [];
  // In a process that serves components, a provider is known by its URN alone.
  if (provider instanceof pulumi.DependencyProviderResource && name === dynamicPackage) return undefined;
  return name === undefined ? kindOf(provider) : `a provider of another package (${name})`;
}
