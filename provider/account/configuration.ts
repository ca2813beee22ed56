import * as pulumi from "@pulumi/pulumi";
import { loadedSdk, secretKeysIn } from "../engine/probes";
import { isMocked } from "../engine/program";
import { requireInternals } from "../engine/required-internals";
import { type Environment, environmentVariable, readEnvironment, serviceAddress } from "../service/environment";
import { configurationProblems } from "./check-configuration";
import { type Unread, unreadMessage, unreadSettings } from "./unread-settings";

/** Whether a key of the stack's configuration is kept encrypted. If the SDK does not say, every key counts as secret, and the run says so. */
export const isSecretKey = (key: string): boolean => secretKeysIn(loadedSdk())?.(key) ?? true;

/** A cache: the configuration of a run does not change. */
const foundSound = new WeakSet<pulumi.Resource>();

/**
 * Fails, even in the preview, if the stack's configuration holds the API key in plain text or sets an unknown setting. Only
 * the program can check this: a host is handed plain values.
 */
export function requireSoundConfiguration(): void {
  requireInternals();
  const stack = pulumi.runtime.getStackResource();
  if (stack === undefined || foundSound.has(stack) || isMocked()) return;
  const config = pulumi.runtime.allConfig();
  const environment = readEnvironment();
  const problems = configurationProblems({
    project: pulumi.getProject(),
    stack: pulumi.getStack(),
    keys: Object.keys(config),
    isSecret: isSecretKey,
    environment,
    ...serviceAddress(config["rimuhosting:baseUrl"] ?? environment[environmentVariable("baseUrl")]),
  });
  if (problems.length > 0) throw new pulumi.RunError(problems.join("\n"));
  foundSound.add(stack);
  for (const unread of unreadLimits(Object.keys(config), environment)) void pulumi.log.warn(unreadMessage(unread));
}

/** A limit in another namespace is none. A key or an address there may well be for a `Provider`, and without one the run fails anyway. */
function unreadLimits(keys: readonly string[], environment: Environment): readonly Unread[] {
  const isSet = (name: string): boolean =>
    keys.includes(`rimuhosting:${name}`) || (environment[environmentVariable(name)] ?? "") !== "";
  return unreadSettings(keys, { project: pulumi.getProject(), environment }).filter(
    ({ meant }) => meant !== "apiKey" && meant !== "baseUrl" && !isSet(meant),
  );
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
