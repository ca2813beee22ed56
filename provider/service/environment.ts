import { nearest } from "./names";

/** The environment variables, as they were when read. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The only place in the provider that reads `process.env`. */
export const readEnvironment = (): Environment => ({ ...process.env });

// What the program checks of its settings before anything else is loaded: free of zod, unlike their table.

/** Every setting, by its name after `rimuhosting:` in the stack's configuration. */
export const settingNames = [
  "apiKey",
  "baseUrl",
  "allowPlainHttpHost",
  "maxTotalMonthlyCostUsd",
  "unknownOutcomeMinutes",
  "listLagSeconds",
  "straysOnDelete",
  "sameDomainName",
  "readableTag",
] as const;

type SettingName = (typeof settingNames)[number];

/** The environment variable of a setting. */
export const environmentVariable = (name: string): string => `RIMUHOSTING_${name.toUpperCase()}`;

const letters = (name: string): string => name.replace(/[^a-z0-9]/gi, "").toLowerCase();

/** The setting whose name differs from this one by letter case, underscores and the like alone. */
const sameLetters = (name: string): SettingName | undefined =>
  settingNames.find((setting) => letters(setting) === letters(name));

/** A setting's whole name and another word, as in `RIMUHOSTING_APIKEY_EU`. */
const isOwn = (name: string): boolean =>
  settingNames.some((setting) => `_${name}_`.toLowerCase().includes(`_${setting.toLowerCase()}_`));

/** The setting that a variable's name resembles. A misspelt limit would be none, so whatever begins with `MAX` is meant as one. */
const resembled = (name: string): SettingName | undefined => {
  if (isOwn(name)) return undefined;
  return /^max/i.test(name) ? "maxTotalMonthlyCostUsd" : nearest(letters(name), settingNames);
};

/** Variables whose names resemble one of ours. Others, such as `RIMUHOSTING_HOME`, may be somebody's own. */
export const misnamedVariables = (environment: Environment): string[] =>
  Object.entries(environment).flatMap(([variable, value]) => {
    const [, name] = /^rimuhosting_(.+)/i.exec(variable) ?? [];
    const isOurs = settingNames.some((setting) => environmentVariable(setting) === variable);
    const meant = name === undefined || isOurs || !value ? undefined : (sameLetters(name) ?? resembled(name));
    return meant === undefined
      ? []
      : [
          `The environment variable ${variable} is not used: did you mean ${environmentVariable(meant)}? Rename it or unset it.`,
        ];
  });

/** Pulumi's way to save a state only at the end of a run. It takes both variables. */
const skipsCheckpoints = (environment: Environment): boolean =>
  ["PULUMI_EXPERIMENTAL", "PULUMI_SKIP_CHECKPOINTS"].every((variable) =>
    /^(1|true)$/i.test(environment[variable] ?? ""),
  );

/** What is wrong with the variables of a run. */
export const variableProblems = (environment: Environment): string[] => [
  ...misnamedVariables(environment),
  ...(skipsCheckpoints(environment)
    ? [
        "PULUMI_SKIP_CHECKPOINTS is set: Pulumi would not save the idempotency key of a server before the server is bought, and a run that is interrupted could buy it twice. Unset it.",
      ]
    : []),
];

/** The part of a run's surroundings that can hold our settings. */
interface Configuration {
  readonly project: string;
  readonly stack: string;
  /** The full names in the stack's configuration, such as `rimuhosting:apiKey`. */
  readonly keys: readonly string[];
  readonly isSecret: (key: string) => boolean;
  readonly environment: Environment;
  /** Whether the configured service is on this machine: a simulator, whose keys open nothing. */
  readonly isServiceHere: boolean;
  /** What is wrong with the address of the configured service, starting after the setting's name. */
  readonly baseUrlProblem: string | undefined;
}

/** What is wrong with how a stack is configured; each sentence says what to do. */
export const configurationProblems = (configuration: Configuration): string[] => [
  ...configuration.keys.flatMap((key) => misnamedKey(key, configuration.project) ?? []),
  ...variableProblems(configuration.environment),
  ...plainKeyProblems(configuration),
];

/** A value under a wrong name would be ignored silently, and the run would call the real service, not the intended one. */
const misnamedKey = (key: string, project: string): string | undefined => {
  const [, name] = /^rimuhosting:(.+)/.exec(key) ?? [];
  if (name === undefined || settingNames.some((setting) => setting === name)) return undefined;
  const isOwnProject = project === "rimuhosting";
  const meant = sameLetters(name) ?? (isOwnProject ? undefined : nearest(name, settingNames));
  // A project that has our name keeps its own configuration under our prefix: there, only an unmistakable name is an error.
  if (meant === undefined && isOwnProject) return undefined;
  const hint =
    meant === undefined
      ? `. Available: ${settingNames.join(", ")}`
      : `: did you mean "rimuhosting:${meant}"? Set that one`;
  return `There is no setting "${key}"${hint}. "pulumi config rm ${key}" removes the wrong one, unless it is in Pulumi.yaml: delete it there.`;
};

const plainKeyProblems = ({ keys, isSecret, isServiceHere, baseUrlProblem, stack }: Configuration): string[] => {
  const key = "rimuhosting:apiKey";
  if (!keys.includes(key) || isSecret(key) || isServiceHere) return [];
  // A simulator's address without "http://", usually: its key may be in plain text, so the address is the mistake to speak of.
  if (baseUrlProblem !== undefined) return [`rimuhosting:baseUrl ${baseUrlProblem}.`];
  return [plainKeyProblem(key, stack)];
};

/** @param key the full name under which the configuration has the API key */
export const plainKeyProblem = (key: string, stack: string): string =>
  `The API key is in plain text in the configuration of the stack "${stack}", and would be in its state too: ${key} was set without --secret, or is in Pulumi.yaml, where you should delete it. ` +
  `Run "pulumi config set --secret ${key}", which asks for the key and encrypts it. If anyone else may have seen the ` +
  "file (in a repository, for instance), create a new key at https://rimuhosting.com/cp/apikeys.jsp and delete this one.";

interface Unread {
  /** As it stands in the configuration. */
  readonly key: string;
  readonly meant: SettingName;
}

/**
 * Settings under the project's name, as `pulumi config set` saves them without a prefix, which nobody reads. Not wrong in themselves: a
 * program may read them for a `Provider`, so each counts only where the setting has no value.
 */
export const unreadSettings = (keys: readonly string[], project: string | undefined): Unread[] =>
  keys.flatMap((key) => {
    const [space, name = ""] = key.split(":");
    const meant = space === project && space !== "rimuhosting" ? sameLetters(name) : undefined;
    return meant === undefined ? [] : [{ key, meant }];
  });

/** The setting that is read, and how to set it. */
export const unreadMessage = ({ key, meant }: Unread): string => {
  const secret = meant === "apiKey" ? "--secret " : "";
  return `"${key}" is not read by this package. Run "pulumi config set ${secret}rimuhosting:${meant}", or set ${environmentVariable(meant)}.`;
};

/** Whether a URL's host name is this machine. */
export const isLoopback = (hostname: string): boolean => /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/.test(hostname);

/** A simulator's address without "http://" reads as no URL, or ("localhost:8089") as one with a strange protocol. */
const forSimulators = ", or http://127.0.0.1:8089 for a simulator on this machine";

/** What a check of the configuration has to know about the service's address. */
export const serviceAddress = (
  url: string | undefined,
): { readonly isServiceHere: boolean; readonly baseUrlProblem: string | undefined } => ({
  isServiceHere: url !== undefined && URL.canParse(url) && isLoopback(new URL(url).hostname),
  baseUrlProblem: url === undefined ? undefined : baseUrlProblem(url),
});

/** What is wrong with a base URL in itself, or `undefined`. Never quotes the URL, which may hold a password. */
export const baseUrlProblem = (text: string): string | undefined => {
  if (!URL.canParse(text)) return `is not a URL such as https://rimuhosting.com${forSimulators}`;
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return `must start with https://${forSimulators}`;
  if (url.username !== "" || url.password !== "") return "must not contain a user name or a password";
  if (url.search !== "" || url.hash !== "") return "must not contain a query or a fragment";
  if (/\/r\/*$/.test(url.pathname)) return 'must not end in "/r": the provider adds that itself';
  return undefined;
};

/** Every request carries the API key, so plain http is only for this machine or for the one host that the settings allow. */
export const plainHttpProblem = (text: string, allowedHost: string | undefined): string | undefined => {
  const url = new URL(text);
  if (url.protocol === "https:" || isLoopback(url.hostname) || url.hostname === allowedHost) return undefined;
  return `must use https: the API key would travel unencrypted to ${url.hostname}. For a simulator on another host, set allowPlainHttpHost to that host's name`;
};
