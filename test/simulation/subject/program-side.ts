import { importSituation } from "../../../provider/plan/import/import-situation";
import { claimOf, type OwnState } from "../../../provider/plan/purchase/own-state";
import { type Declared, urnOf } from "../models/declared";
import type { ProgramRun, ProgramSide, Start } from "../models/engine/program-side";
import { type Bag, orderOf, type SavedLedger, type StackState } from "../models/stack-state";

/** What the engine sends in a preview for a value that only the `up` will know. */
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/**
 * What is read of the own state. The engine leaves out what is only to be deleted, and keeps in what is deleted already
 * and waits for its replacement (read in Pulumi's source: `GetStackResourceOutputs`).
 */
const ownStateOf = (saved: StackState): OwnState =>
  saved.entries
    .filter((entry) => !entry.isToBeDeleted)
    .map((entry) => {
      const key = entry.outputs["__key"];
      return { urn: entry.urn, key: typeof key === "string" ? key : undefined, orderOid: orderOf(entry) };
    });

/** The constructors of `Vps` and of the ledger. There is no memory component, and nobody looks for strays. */
function startProgram({ stack, saved }: Start): ProgramRun {
  const own = saved && ownStateOf(saved);
  return {
    refusal: () => undefined,
    ledgerInputs: () => ({ __seen: own?.flatMap(({ orderOid }) => orderOid ?? []).sort((a, b) => a - b) }),
    vpsInputs: (declared, ledger) => ({
      ...argumentsOf(declared),
      ...hiddenInputs(declared, urnOf(stack, declared)),
      ...ledgerInputs(ledger, ({ id }) =>
        claimOf(
          id,
          urnOf(stack, declared),
          own,
          declared.aliases.map((place) => urnOf(stack, place)),
        ),
      ),
      ...importInputs(declared, urnOf(stack, declared), own),
    }),
    memoryOutputs: () => undefined,
    strayWarnings: () => Promise.resolve([]),
  };
}

const argumentsOf = ({ domainName, memoryMb, dcLocation, runningState, cancel }: Declared): Bag => ({
  domainName,
  memoryMb,
  ...(dcLocation === undefined ? {} : { dcLocation }),
  ...(runningState === undefined ? {} : { runningState }),
  ...(cancel === undefined ? {} : { cancel }),
});

const hiddenInputs = ({ deleteBeforeReplace }: Declared, urn: string): Bag => ({
  __provider: "the provider's code",
  __declaredUrn: urn,
  ...(deleteBeforeReplace ? {} : { __isReplacedLast: true }),
});

const ledgerInputs = (ledger: SavedLedger | undefined, claim: (ledger: SavedLedger) => object): Bag => ({
  __ledger: ledger?.id ?? unknown,
  __ledgerSecret: ledger?.outputs["secret"] ?? unknown,
  __claim: ledger === undefined ? unknown : JSON.stringify(claim(ledger)),
});

function importInputs({ imported }: Declared, urn: string, own: OwnState): Bag {
  if (imported === undefined) return {};
  const situation = importSituation(String(imported), urn, own);
  return {
    __import: String(imported),
    ...(situation === undefined ? {} : { __importSituation: JSON.stringify(situation) }),
  };
}

export const programSide: ProgramSide = { start: startProgram };
