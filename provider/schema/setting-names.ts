/** Every setting, by the name that it has in the stack's configuration after `rimuhosting:`. Apart from the table, which loads zod. */
export const settingNames = [
  "apiKey",
  "baseUrl",
  "authScheme",
  "allowPlainHttpHost",
  "maxConcurrentPurchases",
  "unknownOutcomeMinutes",
  "leftoversOnDestroy",
  "foreignOrders",
  "takeOver",
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

/** The environment variable that stands in for a setting. */
export const environmentVariable = (name: SettingName): string => `RIMUHOSTING_${name.toUpperCase()}`;
