import type { Client } from "../../../../provider/api/client";
import type { Declared, StackName } from "../declared";
import type { AccountName } from "../service/service-model";
import type { Bag, SavedLedger, StackState } from "../stack-state";

/** What a program is started with. */
export interface Start {
  /** Names this run. */
  readonly id: string;
  readonly stack: StackName;
  readonly declared: readonly Declared[];
  /** What the engine answers when it is asked for the stack's own saved state; `undefined` when that fails. */
  readonly saved: StackState | undefined;
  readonly isPreview: boolean;
}

/** What a program can ask of each account that it has a key for. */
interface Look {
  readonly clients: ReadonlyMap<AccountName, Client>;
  readonly ledger: SavedLedger | undefined;
  readonly nowMs: () => number;
}

/** What the package's constructors, and whatever runs beside them, do in one run of a program. */
export interface ProgramRun {
  /** Why a constructor throws, in words for people. */
  readonly refusal: (declared: Declared) => string | undefined;
  readonly ledgerInputs: () => Bag;
  /** Without a ledger: a preview of a stack that has none yet. */
  readonly vpsInputs: (declared: Declared, ledger: SavedLedger | undefined) => Bag;
  /** What a component registers as its outputs once every declared server has its order; `undefined`: there is none. */
  readonly memoryOutputs: (held: readonly number[]) => Bag | undefined;
  /** Warnings of a look into every account, beside the run. */
  readonly strayWarnings: (look: Look) => Promise<readonly string[]>;
}

/** The program's half of the provider under test. */
export interface ProgramSide {
  readonly start: (start: Start) => ProgramRun;
}
