// What must be known of inputs in a program too. Free of zod, which programs do not load.

import type { VpsArgument } from "./vps-inputs";

/** Arguments whose values must never appear in a log, an error or an unencrypted state. */
export const secretArguments = [
  "password",
  "cloudConfig",
  "cloudConfigData",
  "fileInjectionData",
] as const satisfies readonly VpsArgument[];

/** What only the state has of a server's secrets. */
export const secretOutputs = [...secretArguments, "__nextPassword"] as const;

/** What a program hands over to the check of a server or of the ledger, which saves none of it. */
const handedOver = ["__ledgerSecret", "__saved", "__accounts"] as const;

/** Every secret property of a server or a ledger, including those that no program sets. */
export const secretProperties: readonly string[] = [...secretOutputs, ...handedOver, "secret"];

/** What a program that imports a server wants done about differences between the two. */
export const importConsents = ["fail", "change", "reinstall"] as const;

export type ImportConsent = (typeof importConsents)[number];
