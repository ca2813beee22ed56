import { settingNames } from "../../service/environment";
import { originOf, resolveSettings, type Settings, SettingsError } from "../../service/settings";
import { type FoundSettings, isInEnvironment, type StackConfig, unreadAdvice } from "../account/account";
import type { CommandContext } from "../command/command";
import { counted } from "../terminal/format";
import { type Check, ok, problem } from "./check";

interface SettingFindings {
  readonly checks: readonly Check[];
  /** `undefined` if they are invalid or not known: then the service cannot be asked. */
  readonly settings: Settings | undefined;
}

/** The settings, and where each comes from. */
export function settingChecks(
  { stackConfig, sources, problems }: FoundSettings,
  context: CommandContext,
): SettingFindings {
  const stack = stackCheck(stackConfig);
  if (stackConfig.kind === "unreadable" && !isInEnvironment(context)) return { checks: [stack], settings: undefined };
  const { settings, complaints } = resolved(sources);
  const isUsable = problems.length === 0 && complaints.length === 0;
  return {
    checks: [
      stack,
      ...(settings === undefined ? [] : shownSettings(settings, sources)),
      ...[...problems, ...complaints].map((message) => problem("settings", message)),
      ...(settings !== undefined && settings.apiKey === undefined ? [missingKey] : []),
    ],
    settings: isUsable ? settings : undefined,
  };
}

function resolved(sources: FoundSettings["sources"]): { settings?: Settings; complaints: readonly string[] } {
  try {
    return { settings: resolveSettings(sources), complaints: [] };
  } catch (error) {
    if (error instanceof SettingsError) return { complaints: error.problems };
    throw error;
  }
}

function shownSettings(settings: Settings, sources: FoundSettings["sources"]): Check[] {
  const given = settingNames.flatMap((name) => {
    const origin = originOf(name, sources);
    return origin === undefined ? [] : [{ name, origin }];
  });
  return [
    ...given.map(({ name, origin }) => ok(name, `${name === "apiKey" ? "set" : settings[name]}, from ${origin}`)),
    ok("other settings", `${counted(settingNames.length - given.length, "setting")} at their defaults`),
  ];
}

const missingKey = problem(
  "apiKey",
  'none is set. Create one at https://rimuhosting.com/cp/apikeys.jsp, then run "pulumi config set --secret rimuhosting:apiKey" or set RIMUHOSTING_APIKEY.',
);

function stackCheck(config: StackConfig): Check {
  switch (config.kind) {
    case "no-project":
      return ok("stack", "this folder belongs to no Pulumi project: only the environment counts");
    case "unreadable":
      return problem(
        "stack",
        `the configuration of the project "${config.project}" was not read: ${config.reason}. ${unreadAdvice}`,
      );
    case "read":
      return ok("stack", `${config.project}/${config.stack}, configuration read`);
    default:
      return config satisfies never;
  }
}
