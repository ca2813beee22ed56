import { originOf, resolveSettings, type Settings, SettingsError } from "../../api/settings";
import { settingNames } from "../../schema/setting-names";
import type { FoundSettings, StackConfig } from "../account/account";
import { exitCodes } from "../command/errors";
import { counted } from "../terminal/format";
import { type Check, info, ok, problem } from "./check";

/** The settings, and where each comes from. Returns no settings if they are invalid: then the service cannot be asked. */
export function settingChecks({ stackConfig, sources, problems }: FoundSettings): {
  readonly checks: readonly Check[];
  readonly settings: Settings | undefined;
} {
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
    ...shown,
    ok("others", `${counted(settingNames.length - given.length, "setting")} at their defaults`),
    ...[...problems, ...complaints].map((message) => problem("settings", message, { code: exitCodes.settings })),
    ...(settings !== undefined && settings.apiKey === undefined ? [missingKey] : []),
  ];
  return { checks, settings };
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
        advice:
          'Choose a stack with "pulumi stack select" or --stack, and see that the CLI can decrypt its configuration. Until then only the environment counts.',
        code: exitCodes.settings,
      });
    case "read":
      return ok("stack", `${config.project}/${config.stack}, configuration read`);
    default:
      return config satisfies never;
  }
}
