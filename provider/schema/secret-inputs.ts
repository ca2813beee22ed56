import type { VpsArgument } from "./vps-inputs";

/** Arguments whose values appear in no log, no error and no unencrypted state. */
export const secretArguments = [
  "password",
  "cloudConfigData",
  "fileInjectionData",
] as const satisfies readonly VpsArgument[];

/** Every secret property of a server or a ledger, those included that no program writes. */
export const secretProperties: readonly string[] = [
  ...secretArguments,
  "__ledgerSecret",
  "secret",
  "__identity",
  "__accounts",
];
