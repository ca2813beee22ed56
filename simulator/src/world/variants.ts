import { z } from "zod";

/** Unproven behaviour of the service. A client must work correctly with every value. */
export const Variants = z.object({
  /** Whether a second connection can see an order while `new-vps` still runs. */
  halfMadeOrders: z.enum(["listed", "hidden"]).default("listed"),
  /** Unless `exact`, only the single order shows its `meta_data`: lists show it empty, leave it out, or have `null` or another shape. */
  tagsInLists: z.enum(["exact", "missing", "absent", "null", "other-shape"]).default("exact"),
  metaSearch: z.enum(["exact", "partial", "ignored"]).default("exact"),
  reinstallTags: z.enum(["keep", "replace", "drop"]).default("keep"),
  /** The root password after a reinstall that gives none. */
  reinstallPassword: z.enum(["generated", "kept"]).default("generated"),
  /** Answer for an oid that does not exist. */
  unknownOrder: z.union([z.literal([400, 403, 404, 500]), z.literal("ok-empty")]).default(404),
  secondDelete: z.enum(["ok", "error"]).default("ok"),
  diskShrink: z.enum(["refused", "allowed"]).default("refused"),
  /** A resize forces a restart; this says whether that also boots a stopped VPS. */
  resizeStartsStopped: z.boolean().default(true),
});
export type Variants = z.infer<typeof Variants>;
