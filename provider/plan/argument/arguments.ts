import type { VpsArgument } from "../../schema/vps/vps-inputs";
import { changeTable } from "./change-table";

/*
 * The names alone, without the schemas: a program that declares servers loads no more than these.
 */

export const vpsArguments = Object.keys(changeTable) as VpsArgument[];

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
