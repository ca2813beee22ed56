import { type Properties, Unknown } from "../engine/properties";
import { argumentsWith, type Effect } from "./arguments";
import { type Change, type Desired, type Resolved, resolvedPart } from "./desired";
import { diffVps, lacksAddress, managedArguments, replacesServer } from "./diff";
import { sameValue } from "./equality";
import { lapsesWhenUnset, recordProgram } from "./record";
import { isOwned, type OwnedServer, RecordedInputs, recordedFrom, type VpsOutputs } from "./state";
import { wipesServer } from "./steps";

const outputs = <const Names extends readonly (keyof VpsOutputs)[]>(...names: Names): readonly string[] => names;

const terms = outputs(
  "orderDescription",
  "monthlyCost",
  "monthlyRecurringFee",
  "pricingPlan",
  "dataTransferAllowanceGb",
);

/**
 * What the steps of each effect touch. An update changes this in the state, and what the program sets, and nothing else: what somebody
 * changed outside belongs to a refresh. For an effect that is not listed, nothing is foreseen.
 */
const touched: { readonly [E in Effect]?: readonly string[] } = {
  resize: [...argumentsWith("resize"), ...outputs("observedRunningState"), ...terms],
  move: [
    ...argumentsWith("resize"),
    ...outputs("hostServerOid", "primaryIp", "secondaryIps", "location", "dcLocation", "observedRunningState"),
    ...terms,
  ],
  image: outputs("distro", "password", "deployedState", "orderDescription", "observedRunningState"),
  "first-boot": [],
  power: outputs("observedRunningState"),
  restart: outputs("observedRunningState"),
  behaviour: [],
};

/**
 * The outputs that an update leaves as they are, or sets to what the program says. Leaves out whatever it may alter, and everything if it
 * may turn out to be a replacement.
 *
 * @param names all outputs
 * @param saved those in the state
 * @param asked the arguments that are given, `Unknown` for those that this preview does not know
 */
export function foreseenOutputs(
  names: readonly string[],
  saved: Properties,
  asked: Properties,
): ReadonlyMap<string, unknown> {
  const recorded = recordedFrom(saved);
  const unknown = Object.entries(asked).filter(([, value]) => value instanceof Unknown);
  const desired: Desired = {
    ...RecordedInputs.parse(asked),
    ...Object.fromEntries(unknown),
  };
  const { changes } = diffVps(recorded, desired);
  if (!isOwned(recorded) || changes.some((change) => isUnforeseeable(change, desired))) return new Map();
  const after: Properties = { ...recordProgram(recorded, resolvedPart(desired), undefined) };
  const open = new Set([...touchedBy(recorded, changes, desired), ...unknown.map(([argument]) => argument)]);
  // Exactly as the state has it, down to the order of its keys: a program may turn it into text.
  const asSaved = (name: string): unknown => (sameValue(saved[name], after[name]) ? saved[name] : after[name]);
  return new Map(names.filter((name) => !open.has(name)).map((name) => [name, asSaved(name)]));
}

/** The state after an update, keeping what none of its steps touches: the preview has said so, and other resources may depend on it. */
export function withOnlyTouched(
  before: OwnedServer,
  after: OwnedServer,
  changes: readonly Change[],
  desired: Resolved<Desired>,
): OwnedServer {
  const mayDiffer = new Set<string>([
    ...touchedBy(before, changes, desired),
    ...managedArguments(desired),
    ...(before.__managed ?? []).filter((name) => lapsesWhenUnset.has(name)),
  ]);
  const kept = Object.entries(before).filter(([name]) => !name.startsWith("__") && !mayDiffer.has(name));
  return { ...after, ...Object.fromEntries(kept) };
}

/** What a refresh would tell of, in the order in which it is named. */
const watched = [
  ...outputs("primaryIp", "location", "hostServerOid", "distro"),
  ...argumentsWith("resize"),
  ...outputs("monthlyCost"),
];

/** What differs from the state, and an update keeps as it is there. */
export function leftToRefresh(
  recorded: OwnedServer,
  refreshed: OwnedServer,
  changes: readonly Change[],
  desired: Desired,
): string[] {
  const saved = new Set(touchedBy(recorded, changes, desired));
  return watched.filter((name) => {
    // The estimate of a price in dollars follows a rate.
    const [before, now]: unknown[] = [recorded, refreshed].map((server) =>
      name === "monthlyCost" ? server.monthlyCost?.amount : server[name as keyof OwnedServer],
    );
    return !saved.has(name) && before !== undefined && now !== undefined && !sameValue(before, now);
  });
}

/** What an update touches: by its steps, and by fetching an address that was not there yet. */
const touchedBy = (recorded: OwnedServer, changes: readonly Change[], desired: Desired): readonly string[] => [
  ...changes.flatMap((change) => touchedByChange(change, desired)),
  ...(lacksAddress(recorded) ? outputs("primaryIp", "secondaryIps") : []),
];

const isUnforeseeable = (change: Change, desired: Desired): boolean =>
  touched[change.effect] === undefined || replacesServer(change, desired);

const touchedByChange = (change: Change, desired: Desired): readonly string[] =>
  touched[wipesServer(change, desired) ? "image" : change.effect] ?? [];
