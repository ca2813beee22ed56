import type { History } from "./history";
import type { Declared } from "./models/program";
import { urnOf } from "./models/program";
import { type Entry, liveEntries, orderOf, type StackState, snapshotOf } from "./models/stack-state";

const names = ["web", "app", "db"] as const;

/** What a person does between two commands, and how often. */
const weights = {
  nothing: 14,
  declare: 22,
  resize: 10,
  changeDomain: 10,
  undeclare: 5,
  rename: 7,
  taint: 5,
  deleteFromState: 3,
  moveToOtherStack: 3,
  restoreBackup: 3,
  cancelOutside: 3,
  followReports: 6,
  changeOrderOfReplacing: 3,
} as const;
type Change = keyof typeof weights;

export function changeSomething(history: History): void {
  // After a run that did not end well most people run it again before they go on.
  if (history.lastOutcome !== "good" && !history.random.chance(0.1)) return;
  const change = history.program.length === 0 ? "declare" : history.random.weighted(weights);
  changes[change](history);
}

const changes: Record<Change, (history: History) => void> = {
  nothing: () => undefined,
  declare,
  resize: (history) => edit(history, "resize", (one) => ({ ...one, memoryMb: one.memoryMb + 1024 })),
  // Sometimes back to what it was before: to what an interrupted run may have ordered.
  changeDomain: (history) => {
    const version = history.random.between(1, 3);
    edit(history, "change domain", (one) => ({
      ...one,
      domainName: `${one.domainName.split("-")[0]}-${version}.example.com`,
    }));
  },
  changeOrderOfReplacing: (history) =>
    edit(history, "delete before replace or after", (one) => ({
      ...one,
      deleteBeforeReplace: !one.deleteBeforeReplace,
    })),
  undeclare: (history) => {
    const one = history.random.pick(history.program);
    history.note(`remove ${one?.name} from the program`);
    history.program = history.program.filter((other) => other !== one);
  },
  rename,
  taint: (history) =>
    editState(history, "taint", (entries, chosen) =>
      entries.map((entry) => (entry.serial === chosen.serial ? { ...entry, isTainted: true } : entry)),
    ),
  deleteFromState: (history) => {
    editState(
      history,
      "state delete",
      (entries, chosen) => {
        release(history, chosen);
        return entries.filter((entry) => entry.serial !== chosen.serial);
      },
      true,
    );
  },
  moveToOtherStack,
  restoreBackup,
  cancelOutside: (history) => {
    const order = history.service.order(history.random.pick(liveEntries(history.state).map(orderOf)));
    if (order === undefined) return;
    history.note(`a person cancels order ${order.oid} at the service`);
    history.service.cancel(order, "person");
  },
  followReports: cancelWhatWasTold,
};

function declare(history: History): void {
  const { program, state, random } = history;
  const taken = new Set(program.flatMap(({ name, aliases }) => [name, ...aliases.filter((old) => isUsed(state, old))]));
  const name = random.pick(names.filter((known) => !taken.has(known)));
  if (name === undefined) return;
  history.note(`declare ${name}`);
  const deleteBeforeReplace = random.chance(0.8);
  const one: Declared = { name, domainName: `${name}-1.example.com`, memoryMb: 1024, deleteBeforeReplace, aliases: [] };
  // Who gives a name to something else takes it out of the aliases.
  const others = program.map((other) => ({ ...other, aliases: other.aliases.filter((alias) => alias !== name) }));
  history.program = [...others, one];
}

const isUsed = (state: StackState, name: string): boolean => state.entries.some((entry) => entry.urn === urnOf(name));

function edit(history: History, what: string, change: (one: Declared) => Declared): void {
  const chosen = history.random.pick(history.program);
  if (chosen === undefined) return;
  const changed = change(chosen);
  history.note(`${what}: ${JSON.stringify(changed)}`);
  history.program = history.program.map((one) => (one === chosen ? changed : one));
}

/** The old name may be declared anew later, when the state has followed. */
function rename(history: History): void {
  const { program, state, random } = history;
  const chosen = random.pick(program);
  const free = names.filter(
    (name) => !isUsed(state, name) && !program.some((one) => [one.name, ...one.aliases].includes(name)),
  );
  const name = random.pick(free);
  if (chosen === undefined || name === undefined) return;
  history.note(`rename ${chosen.name} to ${name}, with an alias`);
  const renamed = { ...chosen, name, aliases: [...chosen.aliases, chosen.name] };
  history.program = program.map((one) => (one === chosen ? renamed : one));
}

function editState(
  history: History,
  what: string,
  change: (entries: readonly Entry[], chosen: Entry) => readonly Entry[],
  isTouching = false,
  isChosen: (entry: Entry) => boolean = () => true,
): void {
  const chosen = history.random.pick(liveEntries(history.state).filter(isChosen));
  if (chosen === undefined) return;
  history.note(`${what}: ${chosen.urn.split("::").at(-1)} (${chosen.id})`);
  history.isStateTouched ||= isTouching;
  history.state = { ...history.state, entries: change(history.state.entries, chosen) };
}

function release(history: History, entry: Entry): void {
  const order = history.service.order(orderOf(entry));
  if (order !== undefined) order.releasedMs = history.clock.nowMs;
}

function moveToOtherStack(history: History): void {
  editState(
    history,
    "state move",
    (entries, chosen) => {
      history.elsewhere = { ledger: undefined, entries: [...history.elsewhere.entries, chosen] };
      history.program = history.program.filter(({ name }) => urnOf(name) !== chosen.urn);
      return entries.filter((entry) => entry.serial !== chosen.serial);
    },
    true,
    (entry) => isRemembered(history.state, entry),
  );
}

/**
 * Has the ledger seen it? A server that is moved away before the next `up` looks like one of an interrupted run: nobody
 * can tell, so the guide says to run `up` before moving.
 */
function isRemembered({ ledger }: StackState, entry: Entry): boolean {
  const seen = ledger?.inputs["__seen"];
  return Array.isArray(seen) && seen.includes(orderOf(entry));
}

/** An earlier state comes back, without what another stack has by now. */
function restoreBackup(history: History): void {
  const backup = history.random.pick(history.backups);
  if (backup === undefined) return;
  history.note("restore an old state");
  history.isStateTouched = true;
  const moved = new Set(history.elsewhere.entries.map(({ serial }) => serial));
  const entries = snapshotOf(backup).entries.filter(({ serial }) => !moved.has(serial));
  const kept = new Set(entries.map(orderOf));
  for (const entry of history.state.entries) if (!kept.has(orderOf(entry))) release(history, entry);
  history.state = { ledger: backup.ledger, entries };
}

/** A person cancels what the provider has named and nothing uses. */
export function cancelWhatWasTold(history: History): void {
  const held = new Set([history.state, history.elsewhere].flatMap((state) => liveEntries(state).map(orderOf)));
  for (const order of history.service.active()) {
    if (held.has(order.oid)) continue;
    if (!history.isTold(order)) continue;
    history.note(`a person cancels order ${order.oid}, as a message asked`);
    history.service.cancel(order, "person");
  }
}
