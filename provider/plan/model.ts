import type { HiddenInputs } from "../schema/vps/hidden-inputs";
import type { Ownership } from "../schema/vps/ownership";
import type { VpsArgument, VpsInputs } from "../schema/vps/vps-inputs";
import type { Effect } from "./argument/change-table";

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
