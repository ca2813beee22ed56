import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createClient, type ReadingClient } from "../../service/client";
import {
  configurationProblems,
  environmentVariable,
  misnamedVariables,
  serviceAddress,
} from "../../service/environment";
import {
  requireApiKey,
  resolveSettings,
  type SettingSources,
  type Settings,
  SettingsError,
} from "../../service/settings";
import { cleanText } from "../../service/wire/wire";
import {
  type CommandContext,
  type Option,
  optionText,
  type ParsedArguments,
  type PulumiResult,
  type RunContext,
} from "../command/command";

/** The account that a command looks at. */
interface Account {
  readonly client: ReadingClient;
  readonly settings: Settings;
  /** The stack whose settings these are: `shop/dev`; `undefined` outside a project, or if its configuration was not read. */
  readonly stack: string | undefined;
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
interface FoundSettings {
  readonly stackConfig: StackConfig;
  readonly sources: SettingSources;
  /** What is wrong with how the stack is configured. */
  readonly problems: readonly string[];
}

export async function findSettings(given: ParsedArguments, context: CommandContext): Promise<FoundSettings> {
  const { environment } = context;
  const stackConfig = await readStackConfig(context, optionText(given, "stack"));
  if (stackConfig.kind !== "read")
    return { stackConfig, sources: { env: environment }, problems: misnamedVariables(environment) };
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
  given: ParsedArguments,
  context: RunContext,
  key: "needed" | "if-there" = "needed",
): Promise<Account> {
  const { stackConfig, sources, problems } = await findSettings(given, context);
  if (problems.length > 0) throw new SettingsError(problems);
  if (key === "needed" && stackConfig.kind === "unreadable" && stackConfig.isOutOfReach)
    throw unreadError(stackConfig.reason);
  const settings = resolveSettings(sources);
  if (stackConfig.kind === "unreadable") context.note(unreadNote(stackConfig.reason));
  if (key === "needed") requireApiKey(settings);
  return { client: createClient(settings, context.network), settings, stack: stackOf(stackConfig) };
}

/** As the tag of an order says it: the CLI may put an organization before the name. */
const stackOf = (config: StackConfig): string | undefined =>
  config.kind === "read" ? `${config.project}/${config.stack.split("/").at(-1)}` : undefined;

/** Whether the environment says whose account is meant, and where. Without the address, a key may go to a service that it is not for. */
const isInEnvironment = (environment: CommandContext["environment"]): boolean =>
  (["apiKey", "baseUrl"] as const).every((name) => environment[environmentVariable(name)]);

/** For a configuration that was not read. */
export const unreadAdvice =
  'Choose a stack with "pulumi stack select" or --stack, and see that the CLI can decrypt its configuration (PULUMI_CONFIG_PASSPHRASE); ' +
  "or, without --stack, set both RIMUHOSTING_APIKEY and RIMUHOSTING_BASEURL, which are then used alone.";

const unreadError = (reason: string): SettingsError =>
  new SettingsError([
    `The configuration of the stack was not read (${reason}), so the key and the address of the service are not known. No request was sent. ${unreadAdvice}`,
  ]);

/** A key from the environment may belong to another account than the stack's, so this must not go unnoticed. */
const unreadNote = (reason: string): string =>
  `The configuration of the stack was not read (${reason}): only the environment is used.`;

/** The configuration of the stack in whose folder the command was called. */
type StackConfig =
  | { readonly kind: "no-project" }
  | {
      readonly kind: "unreadable";
      readonly reason: string;
      /** Whether nothing may stand in for it: the environment lacks key or address. */
      readonly isOutOfReach: boolean;
    }
  | {
      readonly kind: "read";
      readonly project: string;
      readonly stack: string;
      readonly values: ReadonlyMap<string, string>;
      /** Full names of the values that are kept encrypted. */
      readonly secret: ReadonlySet<string>;
    };

/**
 * Asks the Pulumi CLI, which alone can decrypt the values. Without a project in this folder or above it, nothing is asked.
 * Fails if a stack that `--stack` names cannot be read: it is the only one meant.
 */
async function readStackConfig(
  { folder, pulumi, environment }: Pick<CommandContext, "folder" | "pulumi" | "environment">,
  stack: string | undefined,
): Promise<StackConfig> {
  const unreadable = (reason: string): StackConfig => {
    if (stack !== undefined) throw unreadError(reason);
    return { kind: "unreadable", isOutOfReach: !isInEnvironment(environment), reason };
  };
  const project = projectAt(folder);
  if (project === undefined)
    return stack === undefined ? { kind: "no-project" } : unreadable("this folder belongs to no Pulumi project");
  const named = stack === undefined ? [] : ["--stack", stack];
  const [config, shown] = await Promise.all([
    pulumi(["config", "--json", "--show-secrets", ...named]),
    stack === undefined ? pulumi(["stack", "--show-name"]) : undefined,
  ]);
  const reason = failureOf(config);
  if (reason !== undefined) return unreadable(reason);
  return { kind: "read", project, stack: stack ?? (shown?.stdout.trim() || "?"), ...entriesOf(config.stdout) };
}

/** The name of the project that a folder belongs to. */
function projectAt(folder: string): string | undefined {
  for (const name of ["Pulumi.yaml", "Pulumi.yml"]) {
    try {
      const text = readFileSync(join(folder, name), "utf8");
      return /^name:\s*["']?([^"'\s#]+)/m.exec(text)?.[1] ?? "?";
    } catch {
      // Not here.
    }
  }
  const above = dirname(folder);
  return above === folder ? undefined : projectAt(above);
}

/** Why the Pulumi CLI did not do what was asked, in its own words. */
export function failureOf({ code, stderr }: PulumiResult): string | undefined {
  if (code === undefined) return "there is no Pulumi CLI on the PATH";
  if (code === 0) return undefined;
  const words = cleanText(stderr.replace(/^(\s*error:\s*)+/, "")).replace(/\.$/, "");
  return words === "" ? `the Pulumi CLI ended with code ${code}` : words;
}

function entriesOf(json: string): { values: Map<string, string>; secret: Set<string> } {
  const values = new Map<string, string>();
  const secret = new Set<string>();
  const entries: Readonly<Record<string, { readonly value?: unknown; readonly secret?: unknown }>> = JSON.parse(json);
  for (const [name, { value, secret: isSecret }] of Object.entries(entries)) {
    if (typeof value === "string") values.set(name, value);
    if (isSecret === true) secret.add(name);
  }
  return { values, secret };
}
