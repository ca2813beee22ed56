import type { HiddenInputs } from "../schema/hidden-inputs";
import type { Ownership } from "../schema/ownership";
import type { VpsArgument, VpsInputs } from "../schema/vps-inputs";
import type { Effect } from "./change-table";

/** What a program asks for, as check let it through; in a preview any value may be unknown. */
export type Desired = Partial<VpsInputs> &
  HiddenInputs & {
    /** What the program hands over with this resource in this run; never saved. */
    readonly __ownership?: Ownership | undefined;
  };

export interface Change {
  readonly argument: VpsArgument;
  readonly effect: Effect;
  /** The value will be known only in the `up`: whether it differs is open. */
  readonly isUnknown: boolean;
}

/**
 * A complaint about one argument. The reason names it and the property stays empty: the engine prints the value of the
 * property that a failure names, and any value may be a secret of the program, also one under a misspelt name.
 */
export interface CheckFailure {
  readonly property: "";
  readonly reason: string;
}

/** The only place that makes one. */
export const checkFailure = (reason: string): CheckFailure => ({ property: "", reason });

/** What a program that imports a server wants done where the two differ. */
export const importConsents = ["fail", "change", "reinstall"] as const;

export type ImportConsent = (typeof importConsents)[number];
