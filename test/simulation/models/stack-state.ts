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

/** As written to disk and read again. */
export const copyOf = <T>(value: T): T => (value === undefined ? value : JSON.parse(JSON.stringify(value)));

/** Resources that are in use: neither replaced nor deleted already. */
export const liveEntries = (state: StackState): readonly Entry[] =>
  state.entries.filter((entry) => !entry.isToBeDeleted && !entry.isPendingReplacement);
