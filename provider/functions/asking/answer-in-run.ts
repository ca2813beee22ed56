import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { readEnvironment } from "../../api/environment";
import { resolveSettings } from "../../api/settings";
import { requireSoundConfiguration } from "../../program/configuration";
import { type DataFunctionName, dataFunctions, type ResultOf } from "../questions/all";
import { answerFrom } from "./answer";
import type { DataFunction } from "./data-function";
import { runService } from "./run-services";

/** The settings of a provider object. */
export type Explicit = Readonly<Record<string, unknown>> | undefined;

/**
 * Asks the service that this run's settings name, once what is named in `after` is done.
 *
 * @public Loaded by `require`, where no tool sees it used.
 */
export function answerInRun<Name extends DataFunctionName>(
  name: Name,
  args: unknown,
  explicit: Explicit,
  after: readonly string[],
): Promise<ResultOf<Name>> {
  const asked = dataFunctions[name] as unknown as DataFunction<z.ZodType, ResultOf<Name>>;
  return answerFrom(() => runService(settingsWith(explicit), after), asked, args);
}

function settingsWith(explicit: Explicit) {
  requireSoundConfiguration();
  const config = new pulumi.Config("rimuhosting");
  return resolveSettings({ provider: explicit, config: (name) => config.get(name), env: readEnvironment() });
}
