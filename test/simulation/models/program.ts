import { claimOf, type OwnState } from "../../../provider/plan/purchase/own-state";
import { type Bag, orderOf, type SavedLedger, type StackState } from "./stack-state";

/** A server that a program declares. */
export interface Declared {
  readonly name: string;
  readonly domainName: string;
  readonly memoryMb: number;
  readonly deleteBeforeReplace: boolean;
  /** Earlier names. */
  readonly aliases: readonly string[];
  /** The order that it takes over. */
  readonly imported?: number;
}

const vpsType = "pulumi-nodejs:rimuhosting:Vps";

export const urnOf = (name: string): string => `urn:pulumi:prod::shop::${vpsType}::${name}`;

/** What the constructor of `Vps` gives the engine: the user's arguments, and what the provider needs beside them. */
export function inputsOf(declared: Declared, ledger: SavedLedger, own: OwnState): Bag {
  const urn = urnOf(declared.name);
  return {
    domainName: declared.domainName,
    memoryMb: declared.memoryMb,
    __provider: "the provider's code",
    __declaredUrn: urn,
    __ledger: ledger.id,
    __ledgerSecret: ledger.outputs["secret"],
    ...(declared.deleteBeforeReplace ? {} : { __isReplacedLast: true }),
    ...(declared.imported === undefined ? {} : { __import: String(declared.imported) }),
    __claim: JSON.stringify(claimOf(ledger.id, urn, own, declared.aliases.map(urnOf))),
  };
}

/** What the engine tells a program of its own saved state: nothing of what is only to be deleted. */
export const ownStateOf = (state: StackState): OwnState =>
  state.entries
    .filter((entry) => !entry.isToBeDeleted)
    .map((entry) => {
      const key = entry.outputs["__key"];
      return { urn: entry.urn, key: typeof key === "string" ? key : undefined, orderOid: orderOf(entry) };
    });

/** What the constructor of the ledger gives: the orders that the state holds now. */
export const ledgerInputs = (own: OwnState): Bag => ({
  __seen: own?.flatMap(({ orderOid }) => orderOid ?? []).sort((a, b) => a - b),
});
