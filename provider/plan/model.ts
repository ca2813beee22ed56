import type { HiddenInputs } from "../schema/vps/hidden-inputs";
import type { VpsArgument, VpsInputs } from "../schema/vps/vps-inputs";
import type { Effect } from "./argument/change-table";

/** What a program asks for, as check let it through; in a preview any value may be unknown. */
export type Desired = Partial<VpsInputs> & HiddenInputs;

export interface Change {
  readonly argument: VpsArgument;
  readonly effect: Effect;
  /** The value will be known only in the `up`: whether it differs is open. */
  readonly isUnknown: boolean;
}
