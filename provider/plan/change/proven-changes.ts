import type { VpsArgument } from "../../schema/vps/vps-inputs";
import { vpsArguments } from "../argument/arguments";
import { changeTable } from "../argument/change-table";
import { sameArgument } from "../argument/same-argument";
import { type Change, type Desired, type Properties, Unknown } from "../model";
import { replacesServer } from "./replacement";

/**
 * The changes that a check can be sure of, which knows the old inputs and not the state: both values are given, and they
 * differ. What is taken out of the program is left alone by the diff, and what is set for the first time may be what the
 * server has already: neither proves anything.
 */
export const provenChanges = (olds: Properties, desired: Desired): Change[] =>
  vpsArguments
    .filter((argument) => isGiven(olds, argument) && isGiven(desired, argument))
    .filter((argument) => !sameArgument(argument, olds[argument], desired[argument]))
    .map((argument) => ({ argument, effect: changeTable[argument], isUnknown: false }));

/** What the program sets for the first time: a change, unless the server has the value already. Only the diff can tell. */
export const possibleChanges = (olds: Properties, desired: Desired): Change[] =>
  vpsArguments
    .filter((argument) => !isGiven(olds, argument) && isGiven(desired, argument))
    .map((argument) => ({ argument, effect: changeTable[argument], isUnknown: false }));

/** Whether the diff will replace the server for one of these changes. */
export const isReplacedFor = (changes: readonly Change[], olds: Properties, desired: Desired): boolean =>
  changes.some((change) => replacesServer(change, olds[change.argument], desired));

const isGiven = (values: Properties, argument: VpsArgument): boolean =>
  values[argument] !== undefined && values[argument] !== null && !(values[argument] instanceof Unknown);
