import type { History } from "../history";
import { type Desired, isAt, nameIn, type Place } from "../models/desired";
import type { Stack } from "../models/stack";
import { liveServers } from "../models/stack-state";

const dataCenters = ["DCDALLAS", "DCLONDON", "DCSYDNEY"] as const;

const distros = ["deb12.64", "deb13.64"] as const;

const names = ["web", "app", "db", "mail", "shop"] as const;

/** In USD: enough for any server. A limit needs a price. */
const generousUsd = 1_000;

/** One change of the program by a person. */
export type ProgramChange = (history: History, stack: Stack) => void;

export const server = (name: string, more: Partial<Desired> = {}): Desired => ({
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

/** A name that nothing in the program has, and of which the state keeps nothing that was renamed or moved away. */
function freeName({ random }: History, stack: Stack): string | undefined {
  const isTaken = (name: string): boolean =>
    stack.program.some((one) => one.name === name) ||
    (stack.isNameInState(name) && stack.program.some(({ aliases }) => aliases.some((place) => place.name === name))) ||
    stack.left.has(name);
  return random.pick(names.filter((name) => !isTaken(name)));
}

export function declare(history: History, stack: Stack, more: Partial<Desired> = {}): void {
  const { random, conditions } = history;
  const name = freeName(history, stack);
  if (name === undefined) return;
  const one = server(name, {
    ...(more.imported === undefined && random.chance(0.15)
      ? { runningState: random.chance(0.5) ? ("NOTRUNNING" as const) : ("RUNNING" as const) }
      : {}),
    ...(conditions.limits === "server" ? { maxMonthlyCostUsd: generousUsd } : {}),
    // What is still in the state stays in its account.
    provider:
      liveServers(stack.state).find(({ urn }) => nameIn(urn) === name)?.provider ??
      random.pick(conditions.providers) ??
      "default",
    ...(random.chance(0.05) && { retriesByHook: true }),
    ...more,
  });
  history.note(`declare ${JSON.stringify(one)}`);
  // A name that is reused is removed from the aliases.
  const others = stack.program.map((other) => ({ ...other, aliases: without(other.aliases, name) }));
  stack.program = [...others, one];
}

function edit(history: History, stack: Stack, what: string, change: (one: Desired) => Desired): void {
  // An import is declared as the server is, until it is in the state.
  const isSettled = (one: Desired): boolean => one.imported === undefined || stack.entryOf(one) !== undefined;
  const chosen = history.random.pick(stack.program.filter(isSettled));
  if (chosen === undefined) return;
  const changed = change(chosen);
  history.note(`${what}: ${JSON.stringify(changed)}`);
  stack.program = stack.program.map((one) => (one === chosen ? changed : one));
}

/** Moves a server within the program; the old place may be declared again once the state has followed. */
function relocate(history: History, stack: Stack, place: Place, chosen: Desired, hasAlias: boolean): void {
  const { parent, ...rest } = chosen;
  const old: Place = parent === undefined ? { name: rest.name } : { name: rest.name, parent };
  const aliases = hasAlias ? [...chosen.aliases.filter((alias) => !isAt(alias, place)), old] : [];
  const moved: Desired = { ...rest, ...place, aliases };
  history.note(`relocate ${rest.name}: ${JSON.stringify(moved)}`);
  stack.program = stack.program.map((one) => (one === chosen ? moved : one));
}

function rename(history: History, stack: Stack, hasAlias: boolean): void {
  const chosen = history.random.pick(stack.program);
  const isFree = (name: string): boolean =>
    !stack.isNameInState(name) &&
    !stack.program.some((one) => [one, ...one.aliases].some((place) => place.name === name));
  const name = history.random.pick(names.filter(isFree));
  if (chosen === undefined || name === undefined) return;
  const { parent } = chosen;
  relocate(history, stack, parent === undefined ? { name } : { name, parent }, chosen, hasAlias);
}

function reparent(history: History, stack: Stack, hasAlias: boolean): void {
  const chosen = history.random.pick(stack.program);
  if (chosen === undefined) return;
  const { name, parent } = chosen;
  relocate(history, stack, parent === undefined ? { name, parent: "Site" } : { name }, chosen, hasAlias);
}

/** Toggles the option. */
const toggled = <K extends keyof Desired>(one: Desired, option: K, value: Desired[K]): Desired => {
  const { [option]: present, ...rest } = one;
  return (present === undefined ? { ...one, [option]: value } : rest) as Desired;
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
  /** Reinstalls. */
  changeImage: (history, stack) => {
    const distro = history.random.pick(distros);
    if (distro !== undefined) edit(history, stack, "change image", (one) => ({ ...one, distro }));
  },
  changeImageMode: (history, stack) => {
    const mode = history.random.chance(0.5) ? ("forbid" as const) : ("replace" as const);
    edit(history, stack, "on image change", (one) => toggled(one, "onImageChange", mode));
  },
  /** Refused for a server that there is. */
  changeTags: (history, stack) =>
    edit(history, stack, "change tags", (one) => ({
      ...one,
      metaData: { role: `role-${history.random.between(1, 3)}` },
    })),
  changeRunningState: (history, stack) => {
    const state = history.random.weighted({ RUNNING: 2, NOTRUNNING: 3, unset: 2 });
    edit(history, stack, `running state ${state}`, ({ runningState: _, ...one }) =>
      state === "unset" ? one : { ...one, runningState: state },
    );
  },
  changeCancel: (history, stack) => edit(history, stack, "cancel", (one) => toggled(one, "cancel", "at-period-end")),
  /** A transformation turns deleteBeforeReplace off: neither the constructor nor the provider is told. */
  transformReplacing: (history, stack) =>
    edit(history, stack, "transform deleteBeforeReplace", (one) => ({
      ...one,
      deleteBeforeReplace: !one.deleteBeforeReplace,
    })),
  retryByHook: (history, stack) => edit(history, stack, "hook", (one) => toggled(one, "retriesByHook", true)),
  changeProtect: (history, stack) => edit(history, stack, "protect", (one) => toggled(one, "isProtected", true)),
  changeRetain: (history, stack) => edit(history, stack, "retain", (one) => toggled(one, "retainOnDelete", true)),
  /** To another provider of the same account, with its own host process. An import may still be shared with a declaration of this one. */
  changeProvider: (history, stack) => {
    if (!history.conditions.providers.includes("eu")) return;
    edit(history, stack, "provider", (one) =>
      one.imported === undefined ? { ...one, provider: one.provider === "eu" ? "default" : "eu" } : one,
    );
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
