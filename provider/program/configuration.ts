import { createRequire } from "node:module";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { isLoopback } from "../api/base-url";
import { readEnvironment } from "../api/environment";
import { configurationProblems } from "../plan/check/check-configuration";
import { environmentVariable } from "../schema/setting-names";
import { isMocked } from "./run";

/** The SDK keeps it out of its public types. Where it is missing nobody can tell, and nothing is said. */
const { isConfigSecret } = pulumi.runtime as { readonly isConfigSecret?: (key: string) => boolean };

/** Whether a key of the stack's configuration is kept encrypted. */
export const isSecretKey = (key: string): boolean => isConfigSecret?.(key) ?? true;

/** A cache: the configuration of a run does not change. */
const foundSound = new WeakSet<pulumi.Resource>();

/**
 * Fails, in the preview already, where the stack's configuration holds the API key in clear or sets what does not exist.
 * Only the program can tell: a host is given plain values.
 */
export function requireSoundConfiguration(): void {
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
    isServiceHere: isHere(config["rimuhosting:baseUrl"] ?? environment[environmentVariable("baseUrl")]),
  });
  if (problems.length > 0) throw new pulumi.RunError(problems.join("\n"));
  foundSound.add(stack);
}

const isHere = (url: string | undefined): boolean =>
  url !== undefined && URL.canParse(url) && isLoopback(new URL(url).hostname);

/** Found on the provider's own object, by every copy of this package. A symbol, so that it is no output of the resource. */
const remembered = Symbol.for("pulumi-rimuhosting.settings");

type Settings = Readonly<Record<string, unknown>>;

type WithSettings = pulumi.ProviderResource & { [remembered]?: pulumi.Output<Settings> };

/** Keeps the settings of an explicit provider for the functions of the program: the engine gives them to resources alone. */
export function keepSettings(provider: pulumi.ProviderResource, settings: pulumi.Inputs): void {
  const keeper: WithSettings = provider;
  // What a function answers is no secret because the key is one.
  keeper[remembered] = pulumi.unsecret(pulumi.output(settings));
}

/** The settings of an explicit provider, or `undefined` where it is not one of ours. */
export const settingsOf = (provider: pulumi.ProviderResource): pulumi.Output<Settings> | undefined =>
  (provider as WithSettings)[remembered];

/**
 * The engine's host loads the provider from the program's directory. A component library with a copy of its own would
 * fail there later, in words that help nobody; so the program is told at once.
 *
 * Only a program that the CLI runs is in that directory. An inline program of the Automation API is in a process of its
 * own, whose directory says nothing of the workspace's.
 */
export function requireResolvable(directory: string = process.cwd(), mainFile = require.main?.filename): void {
  if (mainFile === undefined || !cliRunner.test(mainFile)) return;
  try {
    createRequire(join(directory, "index.js")).resolve("pulumi-rimuhosting/dynamic");
  } catch {
    throw new Error(
      `pulumi-rimuhosting cannot be found from the program's directory, where the engine loads it. Add it to your program: "npm install pulumi-rimuhosting". ` +
        "Libraries name it as a peer dependency.",
    );
  }
}

/** The script by which the CLI runs a program. */
const cliRunner = /[\\/]@pulumi[\\/](?:pulumi[\\/])?cmd[\\/]run[\\/]/;
