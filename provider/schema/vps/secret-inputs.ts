import type { VpsArgument } from "./vps-inputs";

/** Arguments whose values appear in no log, no error and no unencrypted state. */
export const secretArguments = [
  "password",
  "cloudConfigData",
  "fileInjectionData",
] as const satisfies readonly VpsArgument[];

/** Also what the constructor adds. */
export const secretInputs = [...secretArguments, "__ledgerSecret"] as const;
