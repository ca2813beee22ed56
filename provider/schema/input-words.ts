// What must be known of inputs in a program too. Free of zod, which programs do not load.

import { secretArguments } from "./vps-arguments";

/** Every secret property of a server or a ledger: of the program, of the state, and handed over to a check. */
export const secretProperties: readonly string[] = [
  ...secretArguments,
  "__nextPassword",
  "__ledgerSecret",
  "__saved",
  "__accounts",
  "secret",
];

/** What a program that imports a server wants done about differences between the two. */
export const importConsents = ["fail", "change", "reinstall"] as const;

export type ImportConsent = (typeof importConsents)[number];
