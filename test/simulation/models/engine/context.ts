import type { Desired, StackName } from "../desired";
import type { Plugins, Variant } from "../provider-under-test";
import type { Life, Run } from "../run";
import type { Entry, ProviderName, StackState } from "../stack-state";

/** A host process with the provider's half in it. */
export interface Host extends Plugins {
  readonly life: Life;
}

/** How the engine came to drop a resource: by calling the provider, or without. */
export type Ending = "called" | "retained";

/** What the engine does to a resource, by its own names. */
export type Operation =
  | "same"
  | "create"
  | "update"
  | "delete"
  | "replace"
  | "create-replacement"
  | "delete-replaced"
  | "refresh";

/** What a display needs of a resource. */
export type Shown = Pick<Entry, "inputs" | "isProtected"> & Partial<Pick<Entry, "isTainted" | "provider">>;

/** What the engine tells whoever displays the run. */
export type EngineEvent =
  | {
      readonly kind: "begins";
      readonly urn: string;
      readonly op: Operation;
      readonly old?: Shown;
      readonly new?: Shown;
    }
  /** `now` for a refresh: what it came to. */
  | { readonly kind: "ends"; readonly urn: string; readonly now?: { readonly op: Operation; readonly new?: Shown } }
  | { readonly kind: "error"; readonly urn: string; readonly text: string };

/** What one command of the CLI uses. */
export interface EngineContext {
  readonly run: Run;
  readonly stack: StackName;
  readonly state: StackState;
  readonly variant: Variant;
  /** Writes the state to the backend. */
  readonly save: (state: StackState) => void;
  /** The host process of a provider, started when it is first needed. */
  readonly hostOf: (provider: ProviderName) => Host;
  readonly newSerial: () => number;
  /** Called for each resource that is about to be deleted. */
  readonly onDelete: (entry: Entry) => void;
  /** Called for each resource that has left the state. */
  readonly onEnded: (entry: Entry, ending: Ending) => void;
  readonly onEvent?: (event: EngineEvent) => void;
  readonly trace: (event: string) => void;
}

/** What a program declares, in the order in which it registers it. */
export type Program = readonly Desired[];

/** What the command line names. */
export interface Chosen {
  /** `--replace '**::web'`: a server and its key; with `server` the server alone, by its URN. */
  readonly replace?: { readonly names: ReadonlySet<string>; readonly what: "both" | "server" } | undefined;
  /** `--target '**::web'`; absent means everything. */
  readonly targets?: ReadonlySet<string> | undefined;
}

/** A failure that the engine shows and that ends the run once running steps have finished. */
export class StepFailure extends Error {}
