export type Bag = Record<string, unknown>;

/** One resource of a stack's state, as the engine saves it. */
export interface Entry {
  /** Tells the resource through renames, updates and moves from every other one. */
  readonly serial: number;
  urn: string;
  id: string;
  inputs: Bag;
  outputs: Bag;
  initErrors: readonly string[];
  /** Replaced, and still to be deleted. */
  isToBeDeleted: boolean;
  /** Deleted, and still to be created anew. */
  isPendingReplacement: boolean;
  isTainted: boolean;
}

export interface SavedLedger {
  readonly id: string;
  readonly inputs: Bag;
  readonly outputs: Bag;
}

/** What a backend keeps of a stack. */
export interface StackState {
  readonly ledger: SavedLedger | undefined;
  readonly entries: readonly Entry[];
}

export const orderOf = (entry: Entry): number | undefined => {
  const oid = entry.outputs["orderOid"];
  return typeof oid === "number" ? oid : undefined;
};

/** What the engine writes to disk at this moment: bags are never changed, only exchanged. */
export const snapshotOf = ({ ledger, entries }: StackState): StackState => ({
  ledger,
  entries: entries.map((entry) => ({ ...entry })),
});

/** As it goes over the wire, which has no word for absent parts. */
export const copyOf = <T>(value: T): T => (value === undefined ? value : JSON.parse(JSON.stringify(value)));

/** Resources that are in use: neither replaced nor deleted already. */
export const liveEntries = (state: StackState): readonly Entry[] =>
  state.entries.filter((entry) => !entry.isToBeDeleted && !entry.isPendingReplacement);
