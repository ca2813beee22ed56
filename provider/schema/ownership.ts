import { z } from "zod";

/** What the saved state of the whole stack says of orders; the same for every server of a run. */
export const StackOrders = z.object({
  /** Orders that an entry of the state holds. */
  held: z.array(z.number()),
  /** Orders that the state has ever held, as far as it remembers. */
  everHeld: z.array(z.number()),
  /** Attempts of purchases whose outcome an entry of the state still waits for. */
  pending: z.array(z.string()),
});

export type StackOrders = z.infer<typeof StackOrders>;

/**
 * What a program hands over with one server: which orders can be its own, and which are in use. Derived from the state
 * that the program started from, and never saved: it is another one in the next run.
 */
export const Ownership = z.object({
  /** Names this run of the program; part of the tag of every purchase that it makes. */
  run: z.string(),
  /** The ledger that the state holds; absent before there is one. */
  ledger: z.string().optional(),
  /** Every key that this declaration may have bought under, the current one first; none before there is a ledger. */
  keys: z.array(z.string()),
  /** The order that the state holds for this very declaration. */
  own: z.number().optional(),
  /** Orders that this declaration held earlier and that were meant to go on: kept by `retainOnDelete`, or ending by themselves. */
  earlier: z.array(z.number()),
  /** The other entries of the state that hold the order which the option `import` names. */
  importHeldBy: z.array(z.string()).optional(),
  /** Other resources of the program whose option `import` names the same order. */
  importedAlsoBy: z.array(z.string()).optional(),
  /** Orders that resources of the program import: no other one takes them. */
  imports: z.array(z.number()).optional(),
  /** Absent where the state could not be read. */
  stack: StackOrders.optional(),
});

export type Ownership = z.infer<typeof Ownership>;

/** An order's number as the option `import` gives it. */
export const ImportedOid = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/)
  .transform(Number);
