import { secretArguments } from "./vps-arguments";

/** Every secret property of a server or a ledger: in the program, in the state, and in what a program passes to a check. */
export const secretProperties: readonly string[] = [
  ...secretArguments,
  "__nextPassword",
  "__ledgerSecret",
  "__saved",
  "__accounts",
  "__declaredAccounts",
  "secret",
];
