import { nearest, shortened } from "./names";

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

export type SettingName = (typeof settingNames)[number];

/** The environment variable of a setting. */
export const environmentVariable = (name: string): string => `RIMUHOSTING_${name.toUpperCase()}`;

const letters = (name: string): string => name.replace(/[^a-z0-9]/gi, "").toLowerCase();

/** The setting whose name differs from this one by letter case, underscores and the like alone. */
export const sameLetters = (name: string): SettingName | undefined =>
  settingNames.find((setting) => letters(setting) === letters(name));

/** Variables whose names resemble one of ours: a misspelt limit would be none. Others, such as `RIMUHOSTING_HOME`, may be somebody's own. */
export const misnamedVariables = (environment: Environment): string[] =>
  Object.keys(environment).flatMap((variable) => {
    const [, name] = /^rimuhosting_(.+)/i.exec(variable) ?? [];
    if (
      name === undefined ||
      !environment[variable] ||
      settingNames.some((setting) => environmentVariable(setting) === variable)
    )
      return [];
    const meant = sameLetters(name) ?? (isOwn(name) ? undefined : resembled(letters(name)));
    if (meant === undefined) return [];
    const instead = environmentVariable(meant);
    return [`The environment variable ${variable} is not used: did you mean ${instead}? Rename it or unset it.`];
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

/** A setting's whole name and another word, as in `RIMUHOSTING_APIKEY_EU`. */
const isOwn = (name: string): boolean =>
  settingNames.some((setting) => `_${name}_`.toLowerCase().includes(`_${setting.toLowerCase()}_`));

const resembled = (name: string) => nearest(name, settingNames) ?? shortened(name, settingNames, 2);

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
