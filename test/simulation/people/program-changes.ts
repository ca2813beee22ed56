import type { History } from "../history";
import { type Declared, isAt, type Place } from "../models/declared";
import type { Stack } from "../models/stack";

const dataCenters = ["DCDALLAS", "DCLONDON", "DCSYDNEY"] as const;

const names = ["web", "app", "db", "mail", "shop"] as const;

/** A domain that two servers of one program may request with identical arguments. */
const sharedDomain = "pool.example.com";

/** In USD: too little for any server, or enough for 2 GB of memory. */
const chooseLimit = ({ accidents }: History): number => (accidents.oddities.random.chance(0.4) ? 5 : 9);

/** One change of the program by a person. */
export type ProgramChange = (history: History, stack: Stack) => void;

export const server = (name: string, more: Partial<Declared> = {}): Declared => ({
  name,
  domainName: `${name}-1.example.com`,
  memoryMb: 1024,
  provider: "default",
  deleteBeforeReplace: true,
  aliases: [],
  ...more,
});

const without = (places: readonly Place[], name: string): readonly Place[] =>
  places.filter((place) => place.name !== name);

/** A name that nothing in the program has, nor any renamed server in the state. */
function freeName({ random }: History, stack: Stack): string | undefined {
  const taken = new Set(
    stack.program.flatMap(({ name, aliases }) => [
      name,
      ...aliases.map((place) => place.name).filter((old) => stack.isNameInState(old)),
    ]),
  );
  return random.pick(names.filter((known) => !taken.has(known)));
}

export function declare(history: History, stack: Stack, more: Partial<Declared> = {}): void {
  const { random, conditions } = history;
  const name = freeName(history, stack);
  if (name === undefined) return;
  const isTwin = random.chance(0.06);
  const after = random.chance(0.08) ? random.pick(stack.program.filter((one) => one.after === undefined)) : undefined;
  const one = server(name, {
    ...(isTwin ? { domainName: sharedDomain } : {}),
    ...(more.imported === undefined && random.chance(0.15)
      ? { runningState: random.chance(0.5) ? ("NOTRUNNING" as const) : ("RUNNING" as const) }
      : {}),
    ...(after === undefined ? {} : { after: after.name }),
    ...(conditions.limits === "server" ? { maxMonthlyCostUsd: chooseLimit(history) } : {}),
    provider: random.pick(conditions.providers) ?? "default",
    deleteBeforeReplace: random.chance(0.8),
    ...more,
  });
  history.note(`declare ${JSON.stringify(one)}`);
  // A name that is reused is removed from the aliases.
  const others = stack.program.map((other) => ({ ...other, aliases: without(other.aliases, name) }));
  stack.program = [...others, one];
}

function edit(history: History, stack: Stack, what: string, change: (one: Declared) => Declared): void {
  // An import is declared as the server is, until it is in the state.
  const isSettled = (one: Declared): boolean => one.imported === undefined || stack.entryOf(one) !== undefined;
  const chosen = history.random.pick(stack.program.filter(isSettled));
  if (chosen === undefined) return;
  const changed = change(chosen);
  history.note(`${what}: ${JSON.stringify(changed)}`);
  stack.program = stack.program.map((one) => (one === chosen ? changed : one));
}

/** All servers that the program has by now do the same work from now on, and get more memory. What an interrupted run may have bought stays as it was asked for. */
export function resizeGroup(history: History, stack: Stack): void {
  history.note("resize all, as one group");
  stack.program = stack.program.map((one) =>
    stack.entryOf(one) === undefined ? one : { ...one, changeGroup: "pool", memoryMb: one.memoryMb + 1024 },
  );
}

/** Moves a server within the program; the old place may be declared again once the state has followed. */
function relocate(
  history: History,
  stack: Stack,
  what: string,
  place: Place,
  chosen: Declared,
  hasAlias: boolean,
): void {
  const { parent: _, ...rest } = chosen;
  const { name, parent } = chosen;
  const old: Place = parent === undefined ? { name } : { name, parent };
  const aliases = hasAlias ? [...chosen.aliases.filter((alias) => !isAt(alias, place)), old] : [];
  const moved: Declared = { ...rest, ...place, aliases };
  history.note(`${what} ${name}: ${JSON.stringify(moved)}`);
  stack.program = stack.program.map((one) => {
    if (one === chosen) return moved;
    return {
      ...one,
      ...(one.after === name ? { after: place.name } : {}),
      ...(one.deletedWith === name ? { deletedWith: place.name } : {}),
    };
  });
}

function rename(history: History, stack: Stack, hasAlias: boolean): void {
  const chosen = history.random.pick(stack.program);
  const free = names.filter(
    (name) =>
      !stack.isNameInState(name) &&
      !stack.program.some((one) => [one, ...one.aliases].some((place) => place.name === name)),
  );
  const name = history.random.pick(free);
  if (chosen === undefined || name === undefined) return;
  const { parent } = chosen;
  const place = parent === undefined ? { name } : { name, parent };
  relocate(history, stack, hasAlias ? "rename with alias" : "rename", place, chosen, hasAlias);
}

function reparent(history: History, stack: Stack, hasAlias: boolean): void {
  const chosen = history.random.pick(stack.program);
  if (chosen === undefined) return;
  const { name } = chosen;
  const place = chosen.parent === undefined ? { name, parent: "Site" } : { name };
  relocate(history, stack, hasAlias ? "new parent with alias" : "new parent", place, chosen, hasAlias);
}

/** Toggles the option. */
const toggled = <K extends keyof Declared>(one: Declared, option: K, value: Declared[K]): Declared => {
  const { [option]: present, ...rest } = one;
  return (present === undefined ? { ...one, [option]: value } : rest) as Declared;
};

/** Everything that people do to programs, by name. */
export const programChanges = {
  declare: (history, stack) => declare(history, stack),
  declareSeveral: (history, stack) => {
    for (let left = history.random.between(3, 5); left > 0; left--) declare(history, stack);
  },
  resize: (history, stack) => edit(history, stack, "resize", (one) => ({ ...one, memoryMb: one.memoryMb + 1024 })),
  /** Sometimes back to what it was before: to what an interrupted run may have ordered. */
  changeDomain: (history, stack) => {
    const version = history.random.between(1, 3);
    edit(history, stack, "change domain", (one) => ({
      ...one,
      domainName: `${one.domainName.split(/[-.]/)[0]}-${version}.example.com`,
    }));
  },
  changeDataCenter: (history, stack) => {
    const dcLocation = history.random.pick(dataCenters);
    if (dcLocation !== undefined) edit(history, stack, "change data centre", (one) => ({ ...one, dcLocation }));
  },
  changeRunningState: (history, stack) => {
    const state = history.random.weighted({ RUNNING: 2, NOTRUNNING: 3, unset: 2 });
    edit(history, stack, `running state ${state}`, ({ runningState: _, ...one }) =>
      state === "unset" ? one : { ...one, runningState: state },
    );
  },
  changeCancel: (history, stack) => edit(history, stack, "cancel", (one) => toggled(one, "cancel", "at-period-end")),
  changeOrderOfReplacing: (history, stack) =>
    edit(history, stack, "delete before replace or after", (one) => ({
      ...one,
      deleteBeforeReplace: !one.deleteBeforeReplace,
    })),
  changeRetain: (history, stack) => edit(history, stack, "retain", (one) => toggled(one, "retainOnDelete", true)),
  changeDeletedWith: (history, stack) => {
    const other = history.random.pick(stack.program);
    edit(history, stack, "deleted with", (one) =>
      other === undefined || other === one ? one : toggled(one, "deletedWith", other.name),
    );
  },
  /** To another provider of the same account, with its own host process. */
  changeProvider: (history, stack) => {
    if (!history.conditions.providers.includes("eu")) return;
    edit(history, stack, "provider", (one) => ({ ...one, provider: one.provider === "eu" ? "default" : "eu" }));
  },
  undeclare: (history, stack) => {
    const one = history.random.pick(stack.program);
    history.note(`remove ${one?.name} from the program`);
    stack.program = stack.program.filter((other) => other !== one);
  },
  rename: (history, stack) => rename(history, stack, true),
  renameWithoutAlias: (history, stack) => rename(history, stack, false),
  reparent: (history, stack) => reparent(history, stack, true),
  reparentWithoutAlias: (history, stack) => reparent(history, stack, false),
} satisfies Record<string, ProgramChange>;
