import type * as pulumi from "@pulumi/pulumi";
import type { Declared, StackName } from "./declared";
import type { Exchange } from "./service/network";
import type { Properties, ProviderName, SavedLedger, StackState } from "./stack-state";

/** Everything that a process of the provider gets from its surroundings: a host's, or the program's. */
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
  /** The summary on a resource's own line. */
  readonly summarize: (text: string) => void;
  /** Whether the engine still answers: a CLI that was killed does not (its address refuses connections). */
  readonly isEngineThere: () => Promise<boolean>;
  /** The same for an explicit provider, which may have another account. */
  readonly ofProvider: (name: ProviderName) => Surroundings;
}

/** What a program is started with. */
export interface Start {
  /** Identifies this run. */
  readonly id: string;
  readonly stack: StackName;
  readonly declared: readonly Declared[];
  /** The engine's answer to the question for the stack's own saved state; `undefined` if that fails. */
  readonly saved: StackState | undefined;
  readonly isPreview: boolean;
}

/** What the package's constructors, and whatever runs alongside, do in one run of a program. */
export interface ProgramRun {
  /** The message of the error that a constructor throws. */
  readonly refusal: (declared: Declared) => string | undefined;
  readonly ledgerInputs: () => Properties;
  /** Without a ledger: a preview of a stack that has none yet. */
  readonly vpsInputs: (declared: Declared, ledger: SavedLedger | undefined) => Properties;
  /** What a component registers as its outputs once every declared server has its order; `undefined` if there is none. */
  readonly memoryOutputs: (held: readonly number[]) => Properties | undefined;
  /** Warnings from searching the account of every provider that the program has a key for, during the run. */
  readonly strayWarnings: (searched: ReadonlyMap<ProviderName, Surroundings>) => Promise<readonly string[]>;
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
