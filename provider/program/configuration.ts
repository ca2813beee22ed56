import * as pulumi from "@pulumi/pulumi";
import { isLoopback } from "../api/base-url";
import { readEnvironment } from "../api/environment";
import { configurationProblems } from "../plan/check/check-configuration";
import { environmentVariable } from "../schema/setting-names";
import { isMocked } from "./mocks";

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
