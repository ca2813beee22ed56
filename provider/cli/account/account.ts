import { serviceAddress } from "../../api/base-url";
import { type Client, createClient, type ReadingCalls } from "../../api/client";
import { requireApiKey, resolveSettings, type SettingSources, type Settings, SettingsError } from "../../api/settings";
import { configurationProblems } from "../../plan/check/check-configuration";
import { environmentVariable } from "../../schema/setting-names";
import { type Given, type Option, type Surroundings, textOf } from "../command/command";
import { readStackConfig, type StackConfig } from "./stack-config";

/** A command is given no call that changes anything. */
export type ReadingClient = ReadingCalls & Pick<Client, "serviceNowMs">;

/** The account that a command looks at. */
export interface Account {
  readonly client: ReadingClient;
  readonly settings: Settings;
  /** What a person should know about where the settings come from. */
  readonly notes: readonly string[];
}

/** The option of every command that needs settings. */
export const stackOption = {
  stack: {
    type: "string",
    short: "s",
    value: "NAME",
    meaning: "stack whose configuration has the settings; default: the one selected in this folder",
  },
} as const satisfies Record<string, Option>;

/** Where settings come from, in the order of the provider: the stack of this folder, then the environment. */
export interface FoundSettings {
  readonly stackConfig: StackConfig;
  readonly sources: SettingSources;
  /** What is wrong with how the stack is configured. */
  readonly problems: readonly string[];
}

export async function findSettings(given: Given, surroundings: Surroundings): Promise<FoundSettings> {
  const { environment } = surroundings;
  const stackConfig = await readStackConfig(surroundings, textOf(given, "stack"));
  if (stackConfig.kind !== "read") return { stackConfig, sources: { env: environment }, problems: [] };
  const { project, stack, values, secret } = stackConfig;
  const problems = configurationProblems({
    project,
    stack,
    keys: [...values.keys()],
    isSecret: (key) => secret.has(key),
    environment,
    ...serviceAddress(values.get("rimuhosting:baseUrl") ?? environment[environmentVariable("baseUrl")]),
  });
  const config = (name: string): string | undefined => values.get(`rimuhosting:${name}`);
  return { stackConfig, sources: { config, env: environment }, problems };
}

/** Opens the account, or fails with what is missing. The catalogue alone needs no key. */
export async function openAccount(
  given: Given,
  surroundings: Surroundings,
  key: "needed" | "if-there" = "needed",
): Promise<Account> {
  const { stackConfig, sources, problems } = await findSettings(given, surroundings);
  if (problems.length > 0) throw new SettingsError(problems);
  const settings = resolveSettings(sources);
  const notes = stackConfig.kind === "unreadable" ? [unreadNote(stackConfig.reason)] : [];
  try {
    if (key === "needed") requireApiKey(settings);
  } catch (error) {
    if (notes.length === 0 || !(error instanceof SettingsError)) throw error;
    throw new SettingsError([...notes, ...error.problems]);
  }
  return { client: createClient(settings, surroundings.network), settings, notes };
}

/** A key from the environment may be of another account than the stack's, so this must not pass unnoticed. */
const unreadNote = (reason: string): string =>
  `The configuration of this folder's stack was not read (${reason}): only the environment counts.`;
