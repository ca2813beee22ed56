import { getOrInsertComputed } from "../../schema/computed";
import type { Ownership, StackNames } from "../../schema/hidden-inputs";
import type { SavedLedger } from "../../schema/ledger";
import type { SavedServer } from "../../schema/saved-state";
import { packOrders, type StackOrders } from "../../schema/stack-orders";
import { sameDomainName } from "../equality";
import { deriveKey } from "./derive";
import type { DatedName } from "./stack-names";

/** What the stack's saved state holds of our resources; `undefined` if it could not be read. */
export type StackState = SavedStack | undefined;

export interface SavedStack {
  readonly entries: readonly StateEntry[];
  /** Of every resource, ours or not. */
  readonly urns?: ReadonlySet<string>;
  /** Orders that the state has ever held, according to its order history. */
  readonly everHeld: readonly number[];
  readonly ledger?: SavedLedger | undefined;
  readonly names?: StackNames | undefined;
  /** What the order history holds of them. */
  readonly savedNames?: readonly DatedName[] | undefined;
}

/** A server in the state, and where the program declared it. */
export interface StateEntry extends SavedServer {
  readonly urn: string;
  /** All that the state has of it, secrets marked as such. Kept for a preview alone. */
  readonly outputs?: object | undefined;
}

/** A declared server, as far as its place in the program identifies it. */
export interface Place
  extends Readonly<
    Pick<
      Ownership,
      "isUpdate" | "declared" | "hasOtherProviders" | "isGroupElsewhere" | "isAccountUnsaved" | "namesakes" | "leftOut"
    >
  > {
  readonly urn: string;
  /** Where it was declared before, and where the state may still have it. */
  readonly earlierUrns: readonly string[];
  /** Where else it was declared before: the state has moved on from there, an interrupted purchase has not. */
  readonly interruptedUrns?: readonly string[] | undefined;
  /** The provider instance: the name of an explicit one. */
  readonly providerName?: string | undefined;
  /** The order that the option `import` names. */
  readonly imported?: string | undefined;
  /** Every place in the program that imports the same order. */
  readonly importedBy?: readonly string[] | undefined;
  /** All orders that the program imports. */
  readonly imports?: readonly string[] | undefined;
}

/** What every server of a run looks up in the state. */
interface StateIndex {
  /** The servers that hold an order, or wait for one. */
  readonly entries: readonly StateEntry[];
  readonly byUrn: ReadonlyMap<string, StateEntry>;
  readonly byKey: ReadonlyMap<string, readonly StateEntry[]>;
  /** By provider: what all of its servers pass to the host. */
  readonly orders: Map<string | undefined, StackOrders>;
  readonly everHeld: readonly number[];
}

/** A cache: a fleet asks as often as it has servers. */
const indexes = new WeakMap<SavedStack, StateIndex>();

const nothing: SavedStack = { entries: [], everHeld: [] };

const indexOf = (state: SavedStack = nothing): StateIndex => getOrInsertComputed(indexes, state, makeIndex);

function makeIndex(state: SavedStack): StateIndex {
  const entries = state.entries.filter((entry) => entry.key !== undefined);
  return {
    entries,
    byUrn: new Map(entries.map((entry) => [entry.urn, entry])),
    byKey: Map.groupBy(entries, ({ key = "" }) => key),
    orders: new Map(),
    everHeld: state.everHeld,
  };
}

/** What the state says about one declared server. */
export function ownershipOf(run: string, ledger: string | undefined, state: StackState, place: Place): Ownership {
  const index = indexOf(state);
  const own = entryAt(index, place);
  const { imported, importedBy = [], imports = [] } = place;
  const ofImport = imported === undefined ? [] : index.entries;
  const others = ofImport.filter((entry) => entry !== own && String(entry.orderOid) === imported);
  const successors = ofImport.filter((entry) => mayCancelElsewhere(entry, place));
  const declaration = {
    run,
    isUpdate: place.isUpdate || undefined,
    keys: ledger === undefined ? [] : keysOf(ledger, index, own, place),
    own: own?.orderOid,
    awaitsPort: own?.awaitsPort || undefined,
    earlier: [...(own?.earlier ?? [])],
    importHeldBy: imported === undefined ? undefined : others.map(({ urn }) => urn),
    importReplacedBy: ifAny(successors.map(({ urn }) => urn)),
    imports: ifAny(imports.map(Number).filter(Number.isSafeInteger)),
    importedAlsoBy: ifAny(importedBy.filter((urn) => urn !== place.urn)),
    namesakes: ifAny(place.namesakes),
    leftOut: ifAny(place.leftOut),
    hasOtherProviders: place.hasOtherProviders || undefined,
    isGroupElsewhere: place.isGroupElsewhere || undefined,
    isAccountUnsaved: place.isAccountUnsaved || undefined,
    declared: place.declared,
    names: state?.names,
  };
  if (state === undefined) return { kind: "state-unreadable", ...declaration, ledger };
  const stack = ordersFor(index, place.providerName);
  if (state.ledger === undefined) return { kind: "first-run", ...declaration, ledger, stack };
  return { kind: "known", ...declaration, ledger: ledger ?? state.ledger.id, stack };
}

const ifAny = <T>(all: readonly T[] = []): T[] | undefined => (all.length === 0 ? undefined : [...all]);

/** The orders that the state holds; none if it could not be read. */
export const heldInState = (ownership: Ownership | undefined): readonly number[] =>
  ownership !== undefined && "stack" in ownership ? ownership.stack.held : [];

/** The attempts that an entry of the state waits for; none if it could not be read. */
export const pendingInState = (ownership: Ownership | undefined): readonly string[] =>
  ownership !== undefined && "stack" in ownership ? ownership.stack.pending : [];

/** The ownership as a program hands it over with a server. */
export const packOwnership = (ownership: Ownership): string =>
  JSON.stringify({ ...ownership, ...("stack" in ownership ? { stack: packOrders(ownership.stack) } : {}) });

/**
 * Whether a replacement may have left the imported order behind, still to be deleted, where a program does not see it. The provider
 * of the server that replaced it deletes it, in a process that knows nothing of an import by another provider.
 */
const mayCancelElsewhere = ({ earlier = [], isRetained, providerName }: StateEntry, place: Place): boolean =>
  earlier.some((orderOid) => String(orderOid) === place.imported) &&
  isRetained !== true &&
  providerName !== place.providerName;

/** The servers in the state that have this domain name, for a server that the state does not hold. */
export function entriesNamed(state: StackState, place: Place, domainName: string | undefined): StateEntry[] {
  const index = indexOf(state);
  if (place.imported !== undefined || entryAt(index, place) !== undefined) return [];
  return index.entries.filter((entry) => sameDomainName(entry.domainName, domainName));
}

type Urns = Pick<Place, "urn" | "earlierUrns">;

/** The server that the state manages at a place. */
export const managedEntry = (state: StackState, urns: Urns): StateEntry | undefined => entryAt(indexOf(state), urns);

const entryAt = ({ byUrn }: StateIndex, { urn, earlierUrns }: Urns): StateEntry | undefined =>
  [urn, ...earlierUrns].map((place) => byUrn.get(place)).find(Boolean);

/**
 * Chooses the key of a declared server. If another declaration holds this one's key (it was renamed from this name,
 * and keeps its key), the key is salted, the same way in every run. The keys that were passed over stay in the list,
 * because a purchase may have been made under one before that declaration was saved. So do the keys of the places where
 * this server was declared earlier: an interrupted purchase leaves nothing in the state that a rename could carry over.
 */
function keysOf(
  ledger: string,
  { byKey }: StateIndex,
  own: StateEntry | undefined,
  { urn, earlierUrns, interruptedUrns = [] }: Place,
): string[] {
  const isOfAnother = (key: string): boolean => byKey.get(key)?.some((entry) => entry !== own) === true;
  const keys: string[] = [];
  for (let salt = 0; ; salt++) {
    const key = deriveKey(ledger, urn, salt);
    keys.unshift(key);
    if (!isOfAnother(key)) break;
  }
  const earlier = [...earlierUrns, ...interruptedUrns]
    .map((place) => deriveKey(ledger, place, 0))
    .filter((key) => !isOfAnother(key));
  return [...new Set([...(own?.key === undefined ? [] : [own.key]), ...keys, ...earlier])];
}

const ordersFor = ({ orders, everHeld, entries }: StateIndex, providerName: string | undefined): StackOrders =>
  getOrInsertComputed(orders, providerName, () => ordersOf(everHeld, entries, providerName));

/** The orders in the entries of a state, as a server of one provider sees them. */
export const ordersOf = (
  everHeld: readonly number[],
  entries: readonly StateEntry[],
  providerName: string | undefined,
): StackOrders => ({
  held: entries.flatMap(({ orderOid }) => orderOid ?? []),
  elsewhere: entries.flatMap((entry) => (entry.providerName === providerName ? [] : (entry.orderOid ?? []))),
  everHeld: [...new Set([...everHeld, ...entries.flatMap(({ earlier }) => earlier ?? [])])],
  pending: entries.flatMap(({ orderOid, attempt }) => (orderOid === undefined ? (attempt ?? []) : [])),
});

/** The orders that a state remembers from now on: all that it held before, those that it holds, and those just bought. */
export const rememberedOrders = (state: StackState, bought: readonly number[]): number[] => {
  const held = (state?.entries ?? []).flatMap(({ orderOid, key, earlier = [] }) =>
    key === undefined || orderOid === undefined ? earlier : [orderOid, ...earlier],
  );
  return [...new Set([...(state?.everHeld ?? []), ...held, ...bought])].sort((a, b) => a - b);
};
