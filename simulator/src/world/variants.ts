import { z } from "zod";

/** Unproven behaviour of the service. A client must work correctly with every value. */
export const Variants = z.strictObject({
  /** Whether a second connection can see an order while `new-vps` still runs. */
  halfMadeOrders: z.enum(["listed", "hidden"]).default("listed"),
  /** Unless `exact`, only the single order shows its `meta_data`: lists show it empty. */
  tagsInLists: z.enum(["exact", "missing"]).default("exact"),
  /** Lists show the orders as they were this long ago: without newer ones, and without later changes and cancellations. */
  listLagMs: z.number().min(0).default(0),
  /** Lists show at most this many of the matching orders, the oldest. */
  listLimit: z.number().int().min(0).nullable().default(null),
  /** How long after the answer to `new-vps` the server is installed; until then the order has no address. */
  installLagMs: z.number().min(0).default(0),
  metaSearch: z.enum(["exact", "partial", "ignored"]).default("exact"),
  reinstallTags: z.enum(["keep", "replace", "drop"]).default("keep"),
  /** A resize forces a restart; this says whether that also boots a stopped VPS. */
  resizeStartsStopped: z.boolean().default(true),
});
export type Variants = z.infer<typeof Variants>;
