import type { Effect } from "../../schema/vps-arguments";
import {
  isOwned,
  type OwnedServer,
  type Recorded,
  RecordedInputs,
  recordedFrom,
  type VpsOutputs,
} from "../../schema/vps-outputs";
import { sameValue } from "../equality";
import { type Change, type Desired, type Known, knownPart, type Properties, Unknown } from "../model";
import { diffVps, lacksAddress, managedArguments } from "./diff";
import { recordProgram } from "./record";
import { replacesServer } from "./replacement";
import { isOnlyRecorded, wipesServer } from "./steps";

const outputs = <const Names extends readonly (keyof VpsOutputs)[]>(...names: Names): readonly string[] => names;

/** What stays as it is for as long as an order lives. */
const lasting = outputs("orderOid", "slug", "orderDate");

/** What may have moved by itself since it was last read: an update that changes anything at the service reads the order again. */
const moving = outputs(
  "deployedState",
  "observedRunningState",
  "orderDescription",
  "monthlyCost",
  "prepaidUntil",
  "suspendedDate",
  "cancellationDate",
);

const terms = outputs("pricingPlan", "monthlyRecurringFee", "dataTransferAllowanceGb");

/** What a change of each kind may alter beside the argument itself. Nothing is foreseen where it is not listed. */
const altered: { readonly [E in Effect]?: readonly string[] } = {
  resize: [...outputs("memoryMb", "diskSpaceMb", "diskSpace2Mb", "diskSpace3Mb"), ...terms],
  move: [...outputs("hostServerOid", "primaryIp", "secondaryIps", "location", "dcLocation"), ...terms],
  image: outputs("distro", "password"),
  "first-boot": [],
  power: [],
  restart: [],
  behaviour: [],
};

/**
 * The outputs that an update leaves as they are, or makes what the program says. Left out is whatever it may alter, and everything
 * if it may turn out to be a replacement.
 *
 * @param names all outputs
 * @param saved those in the state
 * @param asked the arguments that are given, `Unknown` for those that this preview does not know
 * @param replaceOnChanges the option
 */
export function foreseenOutputs(
  names: readonly string[],
  saved: Properties,
  asked: Properties,
  replaceOnChanges: readonly string[],
): ReadonlyMap<string, unknown> {
  const recorded = recordedFrom(saved);
  const unknown = Object.entries(asked).filter(([, value]) => value instanceof Unknown);
  const desired: Desired = {
    ...RecordedInputs.parse(asked),
    ...Object.fromEntries(unknown),
    __replaceOnChanges: [...replaceOnChanges],
  };
  const { changes } = diffVps(recorded, desired);
  if (!isOwned(recorded) || changes.some((change) => mayReplace(change, recorded, desired))) return new Map();
  const after: Properties = { ...recordProgram(recorded, knownPart(desired), undefined) };
  const open = new Set([
    ...changes.flatMap((change) => altering(change, desired)),
    ...unknown.map(([argument]) => argument),
    ...(lacksAddress(recorded) ? ["primaryIp", "secondaryIps"] : []),
    ...(leftOpen(recorded) ?? []),
  ]);
  const isForeseen = (name: string): boolean =>
    lasting.includes(name) || (leftOpen(recorded) !== undefined && !open.has(name));
  // As the state has it, to the order of its keys: somebody may make a text of it.
  const asSaved = (name: string): unknown => (sameValue(saved[name], after[name]) ? saved[name] : after[name]);
  return new Map(names.filter(isForeseen).map((name) => [name, asSaved(name)]));
}

/**
 * The state after an update, with what no change of it alters left as it was. The preview has said so, and other servers may hang on
 * it: what else has changed at the service is for a refresh to tell, and for the preview that follows.
 */
export function asForeseen(
  before: OwnedServer,
  after: OwnedServer,
  changes: readonly Change[],
  desired: Known<Desired>,
): OwnedServer {
  const open = leftOpen(before);
  if (open === undefined || lacksAddress(before)) return after;
  const mayDiffer = new Set<string>([
    ...open,
    ...changes.flatMap((change) => altering(change, desired)),
    ...managedArguments(desired),
    ...(before.__managed ?? []),
    "password",
  ]);
  const kept = Object.entries(before).filter(([name]) => !name.startsWith("__") && !mayDiffer.has(name));
  return { ...after, ...Object.fromEntries(kept) };
}

/**
 * What is open because of an earlier run; `undefined` if anything may be: what that left unfinished, this one sees to in its own way.
 * An image that was installed outside looks like that of an interrupted run, and no install alters more.
 */
function leftOpen({ __unfinished: unfinished = [] }: Recorded): readonly string[] | undefined {
  if (unfinished.length === 0) return [];
  return unfinished.every(({ kind }) => kind === "image") ? [...moving, ...outputs("distro", "password")] : undefined;
}

/** Only the `up` may know what a change of the image or of first-boot data does. */
const mayReplace = (change: Change, recorded: Recorded, desired: Desired): boolean =>
  desired.onImageChange instanceof Unknown ||
  desired.reinstallOnFirstBootChange instanceof Unknown ||
  altered[change.effect] === undefined ||
  replacesServer(change, recorded[change.argument], desired);

function altering(change: Change, desired: Desired): readonly string[] {
  if (isOnlyRecorded(change, desired)) return [];
  return [...moving, ...(altered[wipesServer(change, desired) ? "image" : change.effect] ?? [])];
}
