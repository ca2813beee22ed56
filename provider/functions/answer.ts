import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { readEnvironment } from "../api/environment";
import { resolveSettings } from "../api/settings";
import { requireSoundConfiguration } from "../program/configuration";
import { plainComplaint } from "../schema/plain-errors";
import { failure } from "./failure";
import { type FunctionName, type Question, questions, type ResultOf } from "./questions";
import { runService, type Service } from "./service";

/**
 * Asks the service that this run's settings point to. Questions that waited for the resources in `after` share answers only
 * among themselves.
 *
 * @public Loaded with `require`, which tools do not see as a use.
 */
export function answerInRun<Name extends FunctionName>(
  name: Name,
  args: unknown,
  explicit: Readonly<Record<string, unknown>> | undefined,
  after: readonly string[],
): Promise<ResultOf<Name>> {
  return answerFrom(() => runService(settingsWith(explicit), after), name, args);
}

function settingsWith(explicit: Readonly<Record<string, unknown>> | undefined) {
  requireSoundConfiguration();
  const config = new pulumi.Config("rimuhosting");
  return resolveSettings({ provider: explicit, config: (name) => config.get(name), env: readEnvironment() });
}

/** Checks the arguments and asks the service. Every failure is a single sentence. */
export async function answerFrom<Name extends FunctionName>(
  service: () => Service,
  name: Name,
  args: unknown,
): Promise<ResultOf<Name>> {
  // Each name has one question, but TypeScript sees the union of them all.
  const question = questions[name] as unknown as Question<z.ZodType, ResultOf<Name>>;
  const parsed = question.args.safeParse(withoutAbsent(args ?? {}), { error: plainComplaint });
  if (!parsed.success) throw failure(`${name}: ${parsed.error.issues.map(complaint).join("; ")}.`);
  try {
    return await question.answer(service(), parsed.data);
  } catch (error) {
    if (pulumi.RunError.isInstance(error)) throw error;
    throw failure(`${name}: ${error instanceof Error ? error.message : String(error)}`, error);
  }
}

const withoutAbsent = (args: unknown): unknown =>
  typeof args !== "object" || args === null
    ? args
    : Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined && value !== null));

function complaint(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys")
    return `${path === "" ? "there is" : `${path} has`} no argument ${issue.keys.map((key) => `"${key}"`).join(", ")}`;
  return path === "" ? issue.message : `${path} ${issue.message}`;
}
