/** Every setting, by its name after `rimuhosting:` in the stack's configuration. Separate from the table, which loads zod. */
export const settingNames = [
  "apiKey",
  "baseUrl",
  "authScheme",
  "allowPlainHttpHost",
  "maxTotalMonthlyCostUsd",
  "unknownOutcomeMinutes",
  "listLagSeconds",
  "straysOnDelete",
  "sameDomainName",
  "readableTag",
  "connectTimeoutSeconds",
  "readTimeoutSeconds",
  "stateTimeoutMinutes",
  "setupTimeoutMinutes",
  "moveTimeoutMinutes",
  "pollSeconds",
  "idleMinutes",
] as const;

export type SettingName = (typeof settingNames)[number];

/** The environment variable for a setting. */
export const environmentVariable = (name: SettingName): string => `RIMUHOSTING_${name.toUpperCase()}`;
