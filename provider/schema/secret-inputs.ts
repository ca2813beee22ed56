import type { VpsArgument } from "./vps-inputs";

/** Arguments whose values must never appear in a log, an error or an unencrypted state. */
export const secretArguments = [
  "password",
  "cloudConfig",
  "cloudConfigData",
  "fileInjectionData",
] as const satisfies readonly VpsArgument[];

/** Every secret property of a server or a ledger, including those that no program sets. */
export const secretProperties: readonly string[] = [
  ...secretArguments,
  "__ledgerSecret",
  "secret",
  "__identity",
  "__accounts",
];
