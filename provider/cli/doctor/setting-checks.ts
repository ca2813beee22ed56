import { settingNames } from "../../service/setting-names";
import { originOf, resolveSettings, type Settings, SettingsError } from "../../service/settings";
import { type FoundSettings, isInEnvironment, type StackConfig, unreadAdvice } from "../account/account";
import type { CommandContext } from "../command/command";
import { exitCodes } from "../command/errors";
import { counted } from "../terminal/format";
import { type Check, info, ok, problem } from "./check";

/** The settings, and where each comes from. Returns no settings if they are invalid or not known: then the service cannot be asked. */
export async function settingChecks(
  { stackConfig, sources, problems }: FoundSettings,
  context: CommandContext,
): Promise<{ readonly checks: readonly Check[]; readonly settings: Settings | undefined }> {
  if (stackConfig.kind === "unreadable" && !isInEnvironment(context))
    return { checks: [stackCheck(stackConfig)], settings: undefined };
  const { settings, complaints } = resolved(sources);
  const given = settingNames.flatMap((name) => {
    const origin = originOf(name, sources);
    return origin === undefined ? [] : [{ name, origin }];
  });
  const shown = given.map(({ name, origin }): Check => {
    const value = settings?.[name];
    const words = name === "apiKey" ? "set" : value === undefined ? "not valid" : String(value);
    return ok(name, `${words}, from ${origin}`);
  });
  const checks: Check[] = [
    stackCheck(stackConfig),
    ...(await passphraseChecks(stackConfig, context)),
    ...shown,
    ok("others", `${counted(settingNames.length - given.length, "setting")} at their defaults`),
    ...[...problems, ...complaints].map((message) => problem("settings", message, { code: exitCodes.settings })),
    ...(settings !== undefined && settings.apiKey === undefined ? [missingKey] : []),
  ];
  return { checks, settings };
}

/** A configuration without secrets can be read without the passphrase, but no program can run. */
async function passphraseChecks(
  config: StackConfig,
  { environment, pulumi }: Pick<CommandContext, "environment" | "pulumi">,
): Promise<Check[]> {
  const variables = ["PULUMI_CONFIG_PASSPHRASE", "PULUMI_CONFIG_PASSPHRASE_FILE"];
  // An empty passphrase is one too.
  const isSet = variables.some((name) => environment[name] !== undefined);
  if (config.kind !== "read" || config.secret.size > 0 || isSet) return [];
  const { stdout } = await pulumi(["stack", "export", "--stack", config.stack]);
  if (!/"secrets_providers":\s*\{\s*"type":\s*"passphrase"/.test(stdout)) return [];
  return [
    problem("passphrase", "the stack's secrets are encrypted with one, and none is set", {
      advice: `Without it the CLI previews and changes nothing, except at a terminal, where it asks. Set ${variables.join(" or ")}.`,
      code: exitCodes.settings,
    }),
  ];
}

function resolved(sources: FoundSettings["sources"]): { settings?: Settings; complaints: readonly string[] } {
  try {
    return { settings: resolveSettings(sources), complaints: [] };
  } catch (error) {
    if (error instanceof SettingsError) return { complaints: error.problems };
    throw error;
  }
}

const missingKey = problem("apiKey", "none is set", {
  advice:
    'Create one at https://rimuhosting.com/cp/apikeys.jsp, then run "pulumi config set --secret rimuhosting:apiKey" or set RIMUHOSTING_APIKEY.',
  code: exitCodes.settings,
});

function stackCheck(config: StackConfig): Check {
  switch (config.kind) {
    case "no-project":
      return info("stack", "this folder belongs to no Pulumi project: only the environment counts");
    case "unreadable":
      return problem("stack", `the configuration of the project "${config.project}" was not read: ${config.reason}`, {
        advice: unreadAdvice,
        code: exitCodes.settings,
      });
    case "read":
      return ok("stack", `${config.project}/${config.stack}, configuration read`);
    default:
      return config satisfies never;
  }
}
