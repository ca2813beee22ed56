import type { History } from "../history";
import { nameIn, urnOf } from "../models/desired";
import type { Stack } from "../models/stack";
import { type Entry, keyOf, liveServers, orderOf, type StackState, snapshotOf } from "../models/stack-state";
import { tagNames } from "../subject/words";
import type { ProgramChange } from "./program-changes";

/** What people take out of a state, or move. */
export type Part = "server" | "both";

function pickServer(history: History, stack: Stack, what: string): Entry | undefined {
  const chosen = history.random.pick(liveServers(stack.state));
  if (chosen !== undefined) history.note(`${what}: ${nameIn(chosen.urn)} (${chosen.id})`);
  return chosen;
}

/** Of what the program declares there, or did: its server, or its key too. */
const partOf = (stack: Stack, { urn }: Entry, part: Part): readonly Entry[] =>
  stack.state.filter(
    (one) => one.urn === urn || (part === "both" && one.urn === urn.replace("Vps::", "IdempotencyKey::")),
  );

/** `pulumi state delete` of a server and what is left of it, of its key too, or of a key that has no server any more. */
export function deleteFromState(history: History, stack: Stack, chosen: Entry, part: Part): void {
  const deleted = partOf(stack, chosen, part);
  history.edit(
    stack,
    stack.state.filter((entry) => !deleted.includes(entry)),
  );
}

/** `pulumi state move`, with the declaration. */
export function moveToOtherStack(history: History, stack: Stack, chosen: Entry, part: Part): void {
  const { other } = history;
  const moved = partOf(stack, chosen, part);
  const desired = stack.program.find((one) => urnOf(stack, "vps", one) === chosen.urn);
  other.state = [...other.state, ...other.adopted(moved)];
  history.edit(
    stack,
    stack.state.filter((entry) => !moved.includes(entry)),
  );
  if (part === "server") stack.left.add(nameIn(chosen.urn));
  stack.program = stack.program.filter((one) => one !== desired);
  if (desired !== undefined) other.program = [...other.program, { ...desired, aliases: [] }];
}

/** An earlier state is restored, without what another stack has by now. */
function restore(history: History, stack: Stack, backup: StackState): void {
  const marksOf = (entry: Entry) => [entry.serial, orderOf(entry), keyOf(entry)].filter((mark) => mark !== undefined);
  const moved = new Set(history.other.state.flatMap(marksOf));
  const entries = snapshotOf(backup).filter((entry) => !marksOf(entry).some((mark) => moved.has(mark)));
  history.edit(stack, stack.adopted(entries));
}

/** A new machine, a new backend: nothing is left of the stack but its program. */
function loseState(history: History, stack: Stack): void {
  history.note("lose the state");
  restore(history, stack, []);
  stack.backups = [[]];
}

export function restoreBackup(history: History, stack: Stack, backup: StackState): void {
  history.note("restore an old state");
  restore(history, stack, backup);
}

function move(history: History, stack: Stack, part: Part): void {
  // As the guide asks, only what a run has left in order.
  if (stack.lastOutcome !== "good" || stack.label !== "ours") return;
  const { other } = history;
  const chosen = pickServer(history, stack, `state move of ${part}`);
  if (chosen === undefined || other.isNameInState(nameIn(chosen.urn))) return;
  // A program cannot declare two resources of one name; and what is moved, with or without its key, is not declared here any more.
  if (other.program.some(({ name }) => name === nameIn(chosen.urn))) return;
  if (!stack.program.some((one) => urnOf(stack, "vps", one) === chosen.urn)) return;
  const both = partOf(stack, chosen, "both");
  if (both.length === 1) return;
  // What was handed over carries the key of whoever bought it: while the state has that one too, a run has work left.
  const carried = history.order(orderOf(chosen))?.tags[tagNames.key];
  if (stack.state.some((entry) => entry.kind === "key" && !both.includes(entry) && keyOf(entry) === carried)) return;
  moveToOtherStack(history, stack, chosen, part);
}

function drop(history: History, stack: Stack, part: Part): void {
  const chosen = pickServer(history, stack, `state delete of ${part}`);
  if (chosen !== undefined) deleteFromState(history, stack, chosen, part);
}

/** Everything that people do to saved states, by name. */
export const stateChanges = {
  taint: (history, stack) => {
    const chosen = pickServer(history, stack, "state taint");
    stack.state = stack.state.map((entry) => (entry === chosen ? { ...entry, isTainted: true } : entry));
  },
  deleteServer: (history, stack) => drop(history, stack, "server"),
  deleteBoth: (history, stack) => drop(history, stack, "both"),
  moveServer: (history, stack) => move(history, stack, "server"),
  moveBoth: (history, stack) => move(history, stack, "both"),
  restoreBackup: (history, stack) => {
    const backup = history.random.pick(stack.backups);
    if (backup !== undefined) restoreBackup(history, stack, backup);
  },
  loseState,
  renameStack: (history, stack) => {
    if (stack.label !== "ours") return;
    const name = stack.name === "prod" ? "live" : "prod";
    history.note(`stack rename ${name}`);
    stack.rename(name);
  },
} satisfies Record<string, ProgramChange>;
