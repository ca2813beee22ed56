import { createClient, type ReadingClient } from "../../service/client";
import { settingNames, unreadMessage, unreadSettings } from "../../service/environment";
import { originOf, resolveSettings, type Settings, SettingsError } from "../../service/settings";
import { type findSettings, unreadAdvice } from "../account/account";
import { type CommandContext, messageOf } from "../command/command";
import { counted } from "../terminal/format";

/** One line of the report. */
export interface Check {
  readonly name: string;
  readonly isOk: boolean;
  /** What was found, or what is wrong and what to do about it. */
  readonly message: string;
}

export const ok = (name: string, message: string): Check => ({ name, isOk: true, message });

export const problem = (name: string, message: string): Check => ({ name, isOk: false, message });

type FoundSettings = Awaited<ReturnType<typeof findSettings>>;

interface SettingFindings {
  readonly checks: readonly Check[];
  /** `undefined` if they are invalid or not known: then the service cannot be asked. */
  readonly settings: Settings | undefined;
}

/** The settings, and where each comes from. */
export function settingChecks({ stackConfig, sources, problems }: FoundSettings): SettingFindings {
  const stack = stackCheck(stackConfig);
  if (!stack.isOk) return { checks: [stack], settings: undefined };
  const { settings, complaints } = resolved(sources);
  const { project, keys } =
    stackConfig.kind === "read"
      ? { project: stackConfig.project, keys: [...stackConfig.values.keys()] }
      : { project: undefined, keys: [] };
  const unread = unreadSettings(keys, project)
    .filter(({ meant }) => originOf(meant, sources) === undefined)
    .map(unreadMessage);
  const isUsable = problems.length === 0 && complaints.length === 0;
  return {
    checks: [
      stack,
      ...(settings === undefined ? [] : shownSettings(settings, sources)),
      ...[...problems, ...complaints, ...unread].map((message) => problem("settings", message)),
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

function stackCheck(config: FoundSettings["stackConfig"]): Check {
  switch (config.kind) {
    case "no-project":
      return ok("stack", "this folder belongs to no Pulumi project: only the environment is used");
    case "unreadable": {
      const unread = `the configuration of the stack was not read: ${config.reason}`;
      return config.isOutOfReach
        ? problem("stack", `${unread}. ${unreadAdvice}`)
        : ok("stack", `${unread}; only the environment is used`);
    }
    case "read":
      return ok("stack", `${config.project}/${config.stack}, configuration read`);
    default:
      return config satisfies never;
  }
}

/** Whether the service answers, whether it accepts the key, and whether anything can be bought with it. */
export async function accountChecks(settings: Settings, network: CommandContext["network"]): Promise<Check[]> {
  const client: ReadingClient = createClient(settings, network);
  const address = await tried("address", async () => {
    await client.dataCenters();
    return ok("address", `${settings.baseUrl} answers`);
  });
  if (!address.isOk || settings.apiKey === undefined) return [address];
  const key = await tried("key", async () => {
    const { orders } = await client.listOrders();
    return ok("key", `accepted; ${counted(orders.length, "active order")}`);
  });
  return key.isOk ? [address, key, await tried("billing", () => billing(client))] : [address, key];
}

/** A question that may fail. */
async function tried(name: string, ask: () => Promise<Check>): Promise<Check> {
  try {
    return await ask();
  } catch (error) {
    return problem(name, messageOf(error));
  }
}

async function billing(client: ReadingClient): Promise<Check> {
  const methods = await client.billingMethods();
  return methods.length > 0
    ? ok("billing", counted(methods.length, "method"))
    : problem(
        "billing",
        "the account has no billing method, so nothing can be bought. Add one in the service's control panel.",
      );
}
