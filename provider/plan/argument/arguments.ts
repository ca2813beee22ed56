import { namesIn } from "../../schema/value/parts";
import type { VpsArgument } from "../../schema/vps/vps-inputs";
import { changeTable } from "./change-table";

/*
 * The names alone, without the schemas: a program that declares servers loads no more than these.
 */

export const vpsArguments: readonly VpsArgument[] = namesIn(changeTable);
