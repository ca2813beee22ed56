import type { Declared, StackName } from "../declared";
import type { Plugins, ProgramRun } from "../provider-under-test";
import type { Random } from "../random";
import type { Life, Run } from "../run";
import type { Entry, ProviderName, StackState } from "../stack-state";

/** A host process with the provider's half in it. */
export interface Host extends Plugins {
  readonly life: Life;
}

/** How the engine came to drop a resource: by calling the provider, or without. */
export type Ending = "called" | "retained" | "deleted-with";

/** What one command of the CLI uses. */
export interface EngineContext {
  readonly run: Run;
  readonly random: Random;
  readonly stack: StackName;
  readonly state: StackState;
  /** Writes the state to the backend. */
  readonly save: (state: StackState) => void;
  /** The host process of a provider, started when it is first needed. */
  readonly hostOf: (provider: ProviderName) => Host;
  readonly newSerial: () => number;
  /** Called for each resource that is about to be deleted. */
  readonly onDelete: (entry: Entry) => void;
  /** Called for each resource that has left the state. */
  readonly onEnded: (entry: Entry, ending: Ending) => void;
  /** Called for each entry whose order is new. */
  readonly onHeld: (entry: Entry) => void;
  readonly trace: (event: string) => void;
}

/** A program, for one run. */
export interface ProgramOfRun {
  readonly declared: readonly Declared[];
  readonly run: ProgramRun;
  /** Searches for strays and reports them. */
  readonly look: () => Promise<void>;
}

export interface UpOptions {
  /** Names passed with `--replace`. */
  readonly replace: ReadonlySet<string>;
  /** Names passed with `--target`; absent means everything. */
  readonly targets?: ReadonlySet<string> | undefined;
}

/** A failure that the engine shows and that ends the run once running steps have finished. */
export class StepFailure extends Error {}
