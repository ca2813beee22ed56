import { z } from "zod";
import { isAbsent, isReservedText, sentence } from "../pulumi/properties";
import {
  baseUrlProblem,
  type Environment,
  environmentVariable,
  plainHttpProblem,
  type settingNames,
} from "./environment";
import { namesIn } from "./names";
import { plainComplaint, stringifiedParts } from "./wire/complaints";

const numberFrom = (minimum: number, unit: string) =>
  z.preprocess(
    (value) => (typeof value === "string" && value.trim() !== "" ? Number(value) : value),
    z
      .number({ error: `must be a number of ${unit}` })
      .min(minimum, { error: `must be at least ${minimum}`, abort: true })
      .max(100_000, { error: "is too large", abort: true })
      .int(`must be a whole number of ${unit}`),
  );

const BaseUrl = z.string({ error: "must be a URL" }).check((context) => {
  const problem = baseUrlProblem(context.value);
  if (problem) context.issues.push({ code: "custom", message: problem, input: context.value });
});

const emptyReason = "is empty: is the setting that it comes from missing?";

const notAHost = "must be a host name without a port";

/** What each setting accepts, and its default; see `ProviderArgs`. All accept text: configuration and environment hold nothing else. */
export const settingTable = {
  apiKey: z
    .string({ error: "must be a string" })
    .min(1, { error: emptyReason, abort: true })
    .regex(/^[\x21-\x7e]{1,512}$/, "contains a space, a line break or another character that no key has")
    .optional(),
  baseUrl: BaseUrl.default("https://rimuhosting.com"),
  allowPlainHttpHost: z
    .string({ error: notAHost })
    .regex(/^[A-Za-z0-9.-]{1,255}$/, notAHost)
    .optional(),
  maxTotalMonthlyCostUsd: z.coerce
    .number({ error: "must be a number of USD, such as 30" })
    .positive("must be above 0")
    .max(1_000_000, "is too large")
    .optional(),
  unknownOutcomeMinutes: numberFrom(0, "minutes").default(10),
  listLagSeconds: numberFrom(0, "seconds").default(30),
  straysOnDelete: z.enum(["fail", "warn"]).default("fail"),
  sameDomainName: z.enum(["refuse", "allow"]).default("refuse"),
  readableTag: z
    .union([z.boolean(), z.stringbool({ truthy: ["true"], falsy: ["false"] })], { error: "must be true or false" })
    .default(true),
} as const satisfies Record<(typeof settingNames)[number], z.ZodType>;

/** How long things may take, and how often something is looked at. Only tests change these, in the environment: `customTimeouts` is for people. */
const timeTable = {
  connectTimeoutSeconds: numberFrom(1, "seconds").default(30),
  readTimeoutSeconds: numberFrom(1, "seconds").default(60),
  stateTimeoutMinutes: numberFrom(1, "minutes").default(15),
  setupTimeoutMinutes: numberFrom(1, "minutes").default(60),
  moveTimeoutMinutes: numberFrom(1, "minutes").default(360),
  pollSeconds: numberFrom(1, "seconds").default(15),
  idleMinutes: numberFrom(0, "minutes").default(10),
} as const;

const tables = { ...settingTable, ...timeTable };

type AnyName = keyof typeof tables;

export type Settings = { readonly [Name in AnyName]: z.output<(typeof tables)[Name]> };

/** Settings that cannot be used. Each problem says which setting it is and where its value came from, but never a secret value. */
export class SettingsError extends Error {
  override readonly name: string = "SettingsError";
  /** As that of a failed call: for whoever has read the rest already. */
  readonly happened = "The settings cannot be used";
  readonly advice: string;
  readonly problems: readonly string[];
  /** What to add where the settings may be those that the last run saved. Without it, people would correct what is correct already. */
  readonly savedSettingsNote: string | undefined;

  constructor(problems: readonly string[], ofSavedSettings?: string) {
    super(problems.join("\n"));
    this.problems = problems;
    this.advice = this.message;
    this.savedSettingsNote = ofSavedSettings;
    this.stack = "";
  }
}

export type SettingSources = {
  /** Arguments of an explicit provider. */
  provider?: Readonly<Record<string, unknown>> | undefined;
  /** The stack's configuration, by the name after `rimuhosting:`. */
  config?: ((name: string) => string | undefined) | undefined;
  /** Where that comes from, if not from the stack alone: a host gets an explicit provider's settings in the same way. */
  configIs?: string | undefined;
  env?: Environment | undefined;
};

export const savedSettings =
  'Refreshes and deletions use the configuration that the last "pulumi up" saved. If you have changed it since, run "pulumi up" with a server in the program first: only that saves it.';

type FoundValue = { value: unknown; origin: string };

/** The first one found wins. */
const find = (
  name: AnyName,
  { provider, config, configIs = "stack config", env }: SettingSources,
): FoundValue | undefined => {
  const explicit = provider?.[name];
  if (!isAbsent(explicit)) return { value: explicit, origin: `argument "${name}" of the explicit provider` };
  const configured = config?.(name);
  if (configured !== undefined) return { value: configured, origin: `${configIs} "rimuhosting:${name}"` };
  const variable = environmentVariable(name);
  const inherited = env?.[variable];
  // Empty is what CI makes of a variable that does not exist: a limit must not disappear with it. Not every run needs a key.
  const isUnset = inherited === undefined || (inherited === "" && name === "apiKey");
  return isUnset ? undefined : { value: inherited, origin: `environment variable ${variable}` };
};

/** Where the value of a setting comes from, in words; `undefined` if it has its default. */
export const originOf = (name: AnyName, sources: SettingSources): string | undefined => find(name, sources)?.origin;

/** In a preview an explicit provider's argument may not be known yet. It then counts as unset, and no other source replaces it. */
const isUnknown = (value: unknown): boolean => typeof value === "string" && isReservedText(value);

/** Returns all settings, or throws one `SettingsError` with every problem. A missing key is not one of them: see `requireApiKey`. */
export const resolveSettings = (sources: SettingSources): Settings => {
  const problems: { name: AnyName; reason: string }[] = [];
  const entries = namesIn(tables).map((name) => {
    const found = find(name, sources);
    const value = isUnknown(found?.value) ? undefined : found?.value;
    const parsed = tables[name].safeParse(value, { error: plainComplaint });
    if (parsed.success) return [name, parsed.data];
    problems.push({
      name,
      reason: value === "" ? emptyReason : parsed.error.issues.map(({ message }) => message).join(", "),
    });
    return [name, tables[name].parse(undefined)];
  });
  // Each value has the type of its schema, which `Object.fromEntries` does not keep.
  const settings = Object.fromEntries(entries) as Settings;
  const unsafe = plainHttpProblem(settings.baseUrl, settings.allowPlainHttpHost);
  if (unsafe) problems.push({ name: "baseUrl", reason: unsafe });
  if (problems.length === 0) return settings;
  const isConfigured = problems.some(({ name }) => sources.config?.(name) !== undefined);
  const lines = problems.map(({ name, reason }) => `${name} (${originOf(name, sources)}) ${sentence(reason)}`);
  throw new SettingsError(lines, isConfigured ? savedSettings : undefined);
};

/** Returns the API key, or throws an error that says how to set one. */
export const requireApiKey = (settings: Pick<Settings, "apiKey">): string => {
  if (settings.apiKey === undefined) throw new MissingKeyError();
  return settings.apiKey;
};

/** A call needs an API key and there is none. */
export class MissingKeyError extends SettingsError {
  override readonly name = "MissingKeyError";

  constructor() {
    super(
      [
        'RimuHosting needs an API key for this, and none is set. Run "pulumi config set --secret rimuhosting:apiKey", or set ' +
          "the environment variable RIMUHOSTING_APIKEY. Create a key at https://rimuhosting.com/cp/apikeys.jsp.",
      ],
      'Refresh and destroy use the settings that the last "pulumi up" saved, which never include a key from the environment: ' +
        "set RIMUHOSTING_APIKEY for them too, or set the key in the configuration and add --run-program.",
    );
  }
}

/** What is wrong with the settings that a program passes. The host, which checks all, cannot tell them from the stack's. */
export const settingComplaints = (given: Readonly<Record<string, unknown>>): string[] =>
  namesIn(settingTable).flatMap((name) => {
    const value = given[name] ?? undefined;
    if (value === undefined) return [];
    const [found] = stringifiedParts(value);
    if (found !== undefined) return [`${name} ${found.reason}`];
    const { error } = settingTable[name].safeParse(String(value), { error: plainComplaint });
    return (error?.issues ?? []).map(({ message }) => `${name} ${message}`);
  });
