export type Properties = Record<string, unknown>;

/** The default provider, an explicit one of the same account, and an explicit one of another account: each has its own host process. */
export type ProviderName = "default" | "eu" | "second";

/** One resource of a stack's state, as the engine saves it. */
export interface Entry {
  /** Identifies the resource through renames, updates and moves. */
  readonly serial: number;
  urn: string;
  id: string;
  inputs: Properties;
  outputs: Properties;
  provider: ProviderName;
  initErrors: readonly string[];
  /** Replaced, but not yet deleted. */
  isToBeDeleted: boolean;
  /** Deleted, but not yet created again. */
  isPendingReplacement: boolean;
  isTainted: boolean;
  /** `retainOnDelete`, as last saved. */
  isRetained: boolean;
  /** The URN of `deletedWith`, as last saved. */
  deletedWith: string | undefined;
}

export interface SavedLedger {
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
}

/** What a backend keeps of a stack. */
export interface StackState {
  readonly ledger: SavedLedger | undefined;
  /** What a component of the package registered as its outputs at the end of a successful run. */
  readonly memory: Properties | undefined;
  readonly entries: readonly Entry[];
  /** Only for the judges: all orders that this state has ever held. */
  readonly everHeld: ReadonlySet<number>;
  /** Only for the judges: those that it had held by the end of its last successful run. */
  readonly rememberable: ReadonlySet<number>;
}

export const emptyState: StackState = {
  ledger: undefined,
  memory: undefined,
  entries: [],
  everHeld: new Set(),
  rememberable: new Set(),
};

export const orderOf = (entry: Entry): number | undefined => {
  const oid = entry.outputs["orderOid"];
  return typeof oid === "number" ? oid : undefined;
};

export const heldBy = (entries: readonly Entry[]): number[] => entries.flatMap((entry) => orderOf(entry) ?? []);

/** What the engine writes to disk at this moment: properties are never changed, only replaced. */
export const snapshotOf = (state: StackState): StackState => ({
  ...state,
  entries: state.entries.map((entry) => ({ ...entry })),
});

/** As sent over the wire, which cannot represent absent parts. */
export const copyOf = <T>(value: T): T => (value === undefined ? value : JSON.parse(JSON.stringify(value)));

/** Resources in use: neither replaced nor already deleted. */
export const liveEntries = (state: StackState): readonly Entry[] =>
  state.entries.filter((entry) => !entry.isToBeDeleted && !entry.isPendingReplacement);

/** For the trace. */
export const describeEntry = (entry: Entry): string => {
  const marks = [
    entry.isToBeDeleted ? "to be deleted" : "",
    entry.isPendingReplacement ? "deleted" : "",
    entry.isTainted ? "tainted" : "",
    entry.isRetained ? "retained" : "",
    entry.initErrors.length > 0 ? "failed" : "",
  ].filter(Boolean);
  return `${entry.urn.split("::").at(-1)}=${entry.id}${marks.length > 0 ? ` (${marks.join(", ")})` : ""}`;
};
