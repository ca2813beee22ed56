import type * as pulumi from "@pulumi/pulumi";
import type { Declared, StackName } from "./declared";
import type { AccountName } from "./service/account";
import type { Exchange } from "./service/network";
import type { Properties, ProviderName, SavedLedger, StackState } from "./stack-state";

/** All that a process of the provider gets of its surroundings: a host's, or the program's. */
export interface Surroundings {
  /** The stack's configuration, by the names after `rimuhosting:`. */
  readonly config: Readonly<Record<string, string>>;
  readonly exchange: Exchange;
  /** The machine's clock, which may be wrong by days. */
  readonly nowMs: () => number;
  readonly sleep: (durationMs: number) => Promise<void>;
  /** A random number from 0 to below 1. */
  readonly random: () => number;
  readonly newId: () => string;
  /** Shown to a person, for as long as the CLI lives. */
  readonly warn: (text: string) => void;
  /** The last word on a resource's own line. */
  readonly summarize: (text: string) => void;
  /** Whether the engine still answers: a CLI that was killed does not (its address refuses connections). */
  readonly isEngineThere: () => Promise<boolean>;
  /** The same for an explicit provider, which may have another account. */
  readonly ofProvider: (name: ProviderName) => Surroundings;
}

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

/** What the package's constructors, and whatever runs beside them, do in one run of a program. */
export interface ProgramRun {
  /** Why a constructor throws, in words for people. */
  readonly refusal: (declared: Declared) => string | undefined;
  readonly ledgerInputs: () => Properties;
  /** Without a ledger: a preview of a stack that has none yet. */
  readonly vpsInputs: (declared: Declared, ledger: SavedLedger | undefined) => Properties;
  /** What a component registers as its outputs once every declared server has its order; `undefined`: there is none. */
  readonly memoryOutputs: (held: readonly number[]) => Properties | undefined;
  /** Warnings of a look into every account that the program has a key for, beside the run. */
  readonly strayWarnings: (accounts: ReadonlyMap<AccountName, Surroundings>) => Promise<readonly string[]>;
}

/** The program's half of the provider under test. */
export interface ProgramSide {
  readonly start: (start: Start) => ProgramRun;
}

/** The host's half, in one host process. */
export interface Plugins {
  readonly vps: pulumi.dynamic.ResourceProvider;
  readonly ledger: pulumi.dynamic.ResourceProvider;
}

/** The provider that a history is played with. */
export interface Variant {
  readonly program: ProgramSide;
  readonly host: (surroundings: Surroundings) => Plugins;
}
