import { z } from "zod";

/** Behaviours of the service that nobody has proven. A client must be right with each value. */
export const Variants = z.object({
  /** Whether an order can be seen from a second connection while `new-vps` still runs. */
  halfMadeOrders: z.enum(["listed", "hidden"]).default("listed"),
  /** Else only the single order shows its `meta_data`: a list has none of it, an empty one, `null`, or one of another shape. */
  tagsInLists: z.enum(["exact", "missing", "absent", "null", "other-shape"]).default("exact"),
  metaSearch: z.enum(["exact", "partial", "ignored"]).default("exact"),
  reinstallTags: z.enum(["keep", "replace", "drop"]).default("keep"),
  /** What becomes of the root password when a reinstall names none. */
  reinstallPassword: z.enum(["generated", "kept"]).default("generated"),
  /** Answer for an oid that does not exist. */
  unknownOrder: z.union([z.literal([400, 403, 404, 500]), z.literal("ok-empty")]).default(404),
  secondDelete: z.enum(["ok", "error"]).default("ok"),
  diskShrink: z.enum(["refused", "allowed"]).default("refused"),
  /** A resize forces a restart; this says whether that boots a VPS which was stopped. */
  resizeStartsStopped: z.boolean().default(true),
});
export type Variants = z.infer<typeof Variants>;
