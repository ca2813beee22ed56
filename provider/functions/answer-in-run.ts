// The service's side of every function. Loaded with the first question: it finds the settings and words the errors.

import * as pulumi from "@pulumi/pulumi";
import { requireSoundConfiguration } from "../account/configuration";
import { isInlineProgram } from "../engine/program";
import { runError } from "../engine/run-error";
import type { ReadingClient } from "../service/client";
import { readEnvironment } from "../service/environment";
import { MissingKeyError, resolveSettings } from "../service/settings";
import { type FunctionName, questions } from "./questions";
import { runService } from "./service";

/**
 * Asks the service that this run's settings point to.
 *
 * @public Loaded with `require`, which tools do not see as a use.
 */
export function answerInRun<Result>(
  name: FunctionName,
  args: unknown,
  explicit: Readonly<Record<string, unknown>> | undefined,
): Promise<Result> {
  return answerFrom(() => runService(settingsWith(explicit)), name, args);
}

function settingsWith(explicit: Readonly<Record<string, unknown>> | undefined) {
  requireSoundConfiguration();
  const config = new pulumi.Config("rimuhosting");
  return resolveSettings({ provider: explicit, config: (name) => config.get(name), env: readEnvironment() });
}

/** Checks the arguments and asks the service. A failure is an error of which the engine prints only the message. */
export async function answerFrom<Result>(
  service: () => ReadingClient,
  name: FunctionName,
  args: unknown,
): Promise<Result> {
  try {
    // A type test compares the result of each function with its question.
    return (await questions[name].run(service, args)) as Result;
  } catch (error) {
    if (pulumi.RunError.isInstance(error)) throw error;
    const hint = error instanceof MissingKeyError && isInlineProgram() ? inlineHint : "";
    throw runError(`${name}: ${error instanceof Error ? error.message : String(error)}${hint}`, error);
  }
}

const inlineHint =
  " In an inline program of the Automation API, functions read the environment of this process, not the workspace's envVars, which " +
  "reach only the resources: set the key, and every other setting, in the stack's configuration.";
