import { z } from "zod";

/** What the stack's saved state says about an order that a program imports. */
export const ImportSituation = z.object({
  /** The entries of the state that hold this very order. */
  heldBy: z.array(z.string()),
  /** The order that this declaration holds already. */
  ownOrder: z.number().optional(),
});
export type ImportSituation = z.infer<typeof ImportSituation>;

/** An order's number as the option gives it. */
export const ImportedOid = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/)
  .transform(Number);
