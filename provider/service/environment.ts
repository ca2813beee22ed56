/** The environment variables, as they were when read. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The only place in the provider that reads `process.env`. */
export const readEnvironment = (): Environment => ({ ...process.env });

/** Every setting, by its name after `rimuhosting:` in the stack's configuration. Separate from the table, which loads zod. */
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
