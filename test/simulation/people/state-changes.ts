import type { History } from "../history";
import { urnOf } from "../models/declared";
import type { Stack } from "../models/stack";
import {
  type Entry,
  emptyState,
  heldBy,
  liveEntries,
  orderOf,
  type StackState,
  snapshotOf,
} from "../models/stack-state";
import type { ProgramChange } from "./program-changes";

function pickEntry(history: History, stack: Stack, what: string): Entry | undefined {
  const chosen = history.random.pick(liveEntries(stack.state));
  if (chosen !== undefined) history.note(`${what}: ${chosen.urn.split("::").at(-1)} (${chosen.id})`);
  return chosen;
}

function setEntries(history: History, stack: Stack, change: (entries: readonly Entry[]) => readonly Entry[]): void {
  history.save(stack, { ...stack.state, entries: change(stack.state.entries) });
}

const isSame = (one: Entry, other: Entry): boolean => one.serial === other.serial;

function taint(history: History, stack: Stack): void {
  const chosen = pickEntry(history, stack, "state taint");
  if (chosen === undefined) return;
  setEntries(history, stack, (entries) =>
    entries.map((entry) => (isSame(entry, chosen) ? { ...entry, isTainted: true } : entry)),
  );
}

/** `pulumi state delete` */
export function deleteFromState(history: History, stack: Stack, chosen: Entry): void {
  stack.isTouched = true;
  history.release(stack, orderOf(chosen), "given-away");
  setEntries(history, stack, (entries) => entries.filter((entry) => !isSame(entry, chosen)));
}

/** `pulumi state edit`, or an edited export: an entry is copied, and the copy gets another name everywhere. */
export function copyInState(history: History, stack: Stack, chosen: Entry, name: string): void {
  stack.isTouched = true;
  const urn = chosen.urn.replace(/[^:]+$/, name);
  const outputs = { ...chosen.outputs, __declaredUrn: urn };
  const copy = {
    ...chosen,
    serial: history.newSerial(),
    urn,
    inputs: { ...chosen.inputs, __declaredUrn: urn },
    outputs,
  };
  setEntries(history, stack, (entries) => [...entries, copy]);
}

/** `pulumi state move`, with the declaration. */
export function moveToOtherStack(history: History, stack: Stack, chosen: Entry): void {
  const { other } = history;
  deleteFromState(history, stack, chosen);
  history.save(other, { ...other.state, entries: [...other.state.entries, other.adopted(chosen)] });
  const moved = stack.program.find((declared) => urnOf(stack, declared) === chosen.urn);
  stack.program = stack.program.filter((declared) => declared !== moved);
  if (moved === undefined) return;
  const { after: _, deletedWith: __, ...alone } = moved;
  const declared = { ...alone, aliases: [] };
  // A program cannot declare two resources of one name.
  const others = other.program.filter((one) => urnOf(other, one) !== urnOf(other, declared));
  other.program = [...others, declared];
}

/** An earlier state is restored, without what another stack has by now. */
function restore(history: History, stack: Stack, backup: StackState): void {
  stack.isTouched = true;
  const moved = new Set(history.other.state.entries.map(({ serial }) => serial));
  const entries = snapshotOf(backup).entries.filter(({ serial }) => !moved.has(serial));
  // What was cancelled on request, perhaps of a later entry for the same order, is not in use because its older entry is back. A server
  // that was cancelled without one was found by the judge at the end of that run.
  for (const entry of entries)
    if (history.order(orderOf(entry))?.cancelled?.by === "provider") history.askedToDelete.add(entry.serial);
  const kept = new Set(heldBy(entries));
  const lost = heldBy(stack.state.entries).filter((oid) => !kept.has(oid));
  const { ledger } = stack.state;
  if (ledger !== undefined && ledger.id !== backup.ledger?.id) history.ledgerEndsMs.set(ledger.id, history.clock.nowMs);
  history.save(stack, { ...backup, entries: entries.map((entry) => stack.adopted(entry)) });
  for (const oid of lost) history.release(stack, oid, "lost");
  for (const oid of kept) history.releases.delete(oid);
}

/** A new machine, a new backend: nothing is left of the stack but its program. */
export function loseState(history: History, stack: Stack): void {
  history.note("lose the state");
  restore(history, stack, emptyState);
  stack.backups = [emptyState];
}

/** Everything that people do to saved states, by name. */
export const stateChanges = {
  taint,
  deleteFromState: (history, stack) => {
    const chosen = pickEntry(history, stack, "state delete");
    if (chosen !== undefined) deleteFromState(history, stack, chosen);
  },
  /**
   * Only after a successful `up`, as the guide asks: moved away, what an interrupted run left in the state looks like a
   * stray.
   */
  moveToOtherStack: (history, stack) => {
    const { state } = history.other;
    const chosen = stack.lastOutcome === "good" ? pickEntry(history, stack, "state move") : undefined;
    if (chosen === undefined || !stack.state.rememberable.has(orderOf(chosen) ?? 0)) return;
    if (state.entries.some(({ urn }) => urn === history.other.adopted(chosen).urn)) return;
    moveToOtherStack(history, stack, chosen);
  },
  restoreBackup: (history, stack) => {
    const backup = history.random.pick(stack.backups);
    if (backup === undefined) return;
    history.note("restore an old state");
    restore(history, stack, backup);
  },
  loseState,
  renameStack: (history, stack) => {
    const name = stack.name === "prod" ? "live" : "prod";
    history.note(`stack rename ${name}`);
    stack.rename(name);
  },
} satisfies Record<string, ProgramChange>;
