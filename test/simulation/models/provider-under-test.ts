import type * as pulumi from "@pulumi/pulumi";
import type { Desired, StackName } from "./desired";
import type { Exchange } from "./service/network";
import type { Properties, StackState } from "./stack-state";

/** Everything that a process of the provider gets from its surroundings. */
export interface Surroundings {
  /** The stack's configuration, by the names after `rimuhosting:`. */
  readonly config: Readonly<Record<string, string>>;
  /** The explicit provider of the program that the process serves; empty for the stack's own. */
  readonly providerName: string;
  readonly exchange: Exchange;
  readonly nowMs: () => number;
  readonly sleep: (durationMs: number) => Promise<void>;
  /** A random number from 0 to below 1. */
  readonly random: () => number;
  readonly newId: () => string;
  /** Shown to a person, for as long as the CLI lives. */
  readonly report: (text: string) => void;
  /** Aborted when the engine asks its hosts to stop. */
  readonly stop: AbortSignal;
  /** Whether the engine still answers: a CLI that was killed does not (its address refuses connections). */
  readonly isEngineThere: () => Promise<boolean>;
}

/** What one run of a program passes to the engine for a declaration. */
export interface ProgramSide {
  readonly keyInputs: (stack: StackName, desired: Desired, saved: StackState) => Properties;
  /**
   * @param saved the state as the program finds it
   * @param key the outputs of the idempotency key; absent in a preview that has none yet
   */
  readonly vpsInputs: (
    stack: StackName,
    desired: Desired,
    program: readonly Desired[],
    saved: StackState,
    key: Properties | undefined,
    isPreview: boolean,
  ) => Properties;
}

/** The host's half, in one host process. */
export interface Plugins {
  readonly vps: pulumi.dynamic.ResourceProvider;
  readonly key: pulumi.dynamic.ResourceProvider;
  readonly ptr?: pulumi.dynamic.ResourceProvider;
  /** What the engine itself does with an explicit provider. */
  readonly provider?: pulumi.dynamic.ResourceProvider;
}

/** The provider that a history is played with. */
export interface Variant {
  readonly program: ProgramSide;
  /** What the constructor makes of the program's option. */
  readonly deletesBeforeReplace: (desired: Desired) => boolean;
  readonly host: (surroundings: Surroundings) => Plugins;
}
