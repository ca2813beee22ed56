import {
  ownershipOf,
  packOwnership,
  rememberedOrders,
  type StackState as SavedState,
} from "../../../provider/plan/purchase/ownership";
import { stackName } from "../../../provider/plan/purchase/stack-names";
import { lookForStrays, type OpenedAccount } from "../../../provider/program/strays/search-accounts";
import { numbersIn, savedServer } from "../../../provider/schema/saved-state";
import { type Declared, urnOf } from "../models/declared";
import type { ProgramRun, ProgramSide, Start } from "../models/provider-under-test";
import type { Properties, ProviderName, SavedLedger, StackState } from "../models/stack-state";
import { clientIn, settingsFrom } from "./host-process";

/** What the engine sends in a preview for a value that only the `up` will know. */
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/**
 * What the program can read of its own state. The engine omits what only waits to be deleted, and includes what is already
 * deleted and waits for its replacement (read in Pulumi's source: `GetStackResourceOutputs`).
 */
const stateOf = ({ entries, memory, ledger }: StackState): SavedState => ({
  entries: entries
    .filter((entry) => !entry.isToBeDeleted)
    .map(({ urn, outputs }) => ({ urn, ...savedServer(outputs) })),
  everHeld: numbersIn(memory?.["orders"]),
  ledger: ledger && {
    id: ledger.id,
    secret: text(ledger.outputs["secret"]) ?? "",
    accounts: text(ledger.outputs["__accounts"]),
  },
});

/** The constructors of `Vps`, ledger and memory, and the search for strays. */
function startProgram({ id, stack, declared: program, saved, isPreview }: Start): ProgramRun {
  const state = saved && stateOf(saved);
  const place = (declared: Declared): string => urnOf(stack, declared);
  const ownership = (declared: Declared, ledger: SavedLedger | undefined): string =>
    packOwnership(
      ownershipOf(id, state?.ledger?.id ?? ledger?.id, state, {
        urn: place(declared),
        isUpdate: !isPreview,
        earlierUrns: declared.aliases.map((alias) => urnOf(stack, alias)),
        providerName: declared.provider === "default" ? undefined : declared.provider,
        hasOtherProviders: program.some(({ provider }) => provider !== declared.provider),
        ...importOf(declared),
        imports: program.flatMap(({ imported }) => (imported === undefined ? [] : [String(imported)])),
        importedBy: program
          .filter(({ imported }) => imported !== undefined && imported === declared.imported)
          .map(place),
      }),
    );
  return {
    refusal: ({ deletedWith }) => (deletedWith === undefined ? undefined : "the option deletedWith is not supported"),
    ledgerInputs: () => ({
      ...(state?.ledger === undefined ? {} : { __saved: state.ledger }),
      __declaredAccounts: accountsOf(program),
    }),
    vpsInputs: (declared, ledger) => ({
      ...argumentsOf(declared),
      ...hiddenInputs(declared, place(declared)),
      __ledgerSecret: ledger?.outputs["secret"] ?? unknown,
      __ownership: ownership(declared, ledger),
    }),
    memoryOutputs: (held) => (state === undefined ? undefined : { orders: rememberedOrders(state, held) }),
    strayWarnings: async (searched) => {
      if (state === undefined) return [];
      const accounts = [...searched].map(
        ([name, surroundings]): OpenedAccount => ({
          client: clientIn(surroundings),
          provider: name === "default" ? undefined : name,
          urns: program.filter(({ provider }) => provider === name).map(place),
          settings: settingsFrom(surroundings.config),
        }),
      );
      const { warnings, errors } = await lookForStrays(
        { id, here: stackName(stack.project, stack.name), state },
        accounts,
      );
      return [...warnings, ...errors];
    },
  };
}

/** The explicit providers that the program declares. */
function accountsOf(program: readonly Declared[]): string {
  const explicit = [...new Set(program.map(({ provider }) => provider))].filter((name) => name !== "default").sort();
  return JSON.stringify(explicit.map((name) => ({ name, config: {} })));
}

/** Explicit providers, including those that have left the program. */
export function rememberedProviders(ledger: SavedLedger | undefined): ProviderName[] {
  const accounts = ledger?.outputs["__accounts"];
  return typeof accounts === "string" ? JSON.parse(accounts).map(({ name }: { name: ProviderName }) => name) : [];
}

const argumentsOf = (declared: Declared): Properties => {
  const { domainName, memoryMb, dcLocation, runningState, cancel, maxMonthlyCostUsd, changeGroup } = declared;
  return {
    domainName,
    memoryMb,
    ...(dcLocation === undefined ? {} : { dcLocation }),
    ...(runningState === undefined ? {} : { runningState }),
    ...(cancel === undefined ? {} : { cancel }),
    ...(maxMonthlyCostUsd === undefined ? {} : { maxMonthlyCostUsd }),
    ...(changeGroup === undefined ? {} : { changeGroup }),
  };
};

const hiddenInputs = (declared: Declared, urn: string): Properties => ({
  __provider: "the provider's code",
  __declaredUrn: urn,
  ...(declared.provider === "default" ? {} : { __providerName: declared.provider }),
  ...(declared.deleteBeforeReplace ? {} : { __isReplacedLast: true }),
  ...(declared.retainOnDelete === true ? { __isRetained: true } : {}),
  ...(declared.imported === undefined ? {} : { __import: String(declared.imported) }),
});

const importOf = ({ imported }: Declared) => (imported === undefined ? {} : { imported: String(imported) });

export const programSide: ProgramSide = { start: startProgram };
