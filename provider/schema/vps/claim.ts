import { z } from "zod";

/**
 * What a program tells create about the state it started from. Every order of the service that carries one of `keys` is
 * either named in `held`, and then some entry of the state owns it, or it belongs to nobody in this stack.
 */
export const Claim = z.object({
  /** Every key that this declaration may have bought under, the current one first. */
  keys: z.array(z.string()),
  /** Orders that the state holds under any of those keys; `undefined` where the state could not be read. */
  held: z.array(z.number()).optional(),
});
export type Claim = z.infer<typeof Claim>;
