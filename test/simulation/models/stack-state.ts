import { type Kind, nameIn } from "./desired";

export type Properties = Record<string, unknown>;

/** The default provider, an explicit one of the same account, and an explicit one of another account: each has its own host process. */
export type ProviderName = "default" | "eu" | "second";

/** One resource of a stack's state, as the engine saves it. */
export interface Entry {
  /** Identifies the resource through renames, updates and moves. */
  readonly serial: number;
  readonly kind: Kind;
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
  /** `protect`, as last saved. */
  isProtected?: boolean;
}

/** What a backend keeps of a stack. */
export type StackState = readonly Entry[];

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

export const orderOf = ({ outputs: { orderOid } }: Entry): number | undefined =>
  typeof orderOid === "number" ? orderOid : undefined;

/** The key that a server's order carries, or that a key resource holds. */
export const keyOf = ({ kind, outputs }: Entry): string | undefined => text(outputs[kind === "key" ? "key" : "__key"]);

export const heldBy = (state: StackState): number[] => state.flatMap((entry) => orderOf(entry) ?? []);

/** What the engine writes to disk at this moment: properties are never changed, only replaced. */
export const snapshotOf = (state: StackState): Entry[] => state.map((entry) => ({ ...entry }));

const secretSignatureKey = "4dabf18193072939515e22adb298388d";

/** As it comes back to a host: without what the wire cannot represent, and without the marks of secrets. */
export function copyOf<T>(value: T): T {
  if (value === undefined) return value;
  return JSON.parse(JSON.stringify(value), (_name, part) =>
    typeof part === "object" && part !== null && secretSignatureKey in part ? part.value : part,
  );
}

/** Servers in use: neither replaced nor already deleted. */
export const liveServers = (state: StackState): readonly Entry[] =>
  state.filter((entry) => entry.kind === "vps" && !entry.isToBeDeleted && !entry.isPendingReplacement);

/** For the trace. */
export function describeEntry(entry: Entry): string {
  const { kind, urn, id, isToBeDeleted, isPendingReplacement, isTainted, isRetained, initErrors } = entry;
  const marks = [
    isToBeDeleted ? "to be deleted" : "",
    isPendingReplacement ? "deleted" : "",
    isTainted ? "tainted" : "",
    isRetained ? "retained" : "",
    initErrors.length > 0 ? "failed" : "",
  ].filter(Boolean);
  const what = kind === "key" ? `key of ${nameIn(urn)}` : `${nameIn(urn)}=${id.startsWith("pending") ? "pending" : id}`;
  return `${what}${marks.length > 0 ? ` (${marks.join(", ")})` : ""}`;
}
