import { z } from "zod";

/**
 * Rules that a service like this may well have, but that no source shows. They are off: a client that passes only because
 * the simulator is kinder than the service can be found by switching them on.
 */
export const ExtraRefusal = z.enum([
  /** A named plan refuses sizes below its minimum. The plan list says that sizes may vary, and captures agree. */
  "below-plan-minimum",
  /** An image that exists but is no longer listed cannot be ordered, nor put on a server that has another one. */
  "unlisted-distro",
  /** A reinstall that names another location is refused; otherwise the location is ignored. */
  "reinstall-elsewhere",
  /** The path of an injected file must be absolute. */
  "relative-file-path",
]);
export type ExtraRefusal = z.infer<typeof ExtraRefusal>;

/** Unproven behaviour of the service. A client must work correctly with every value. */
export const Variants = z.strictObject({
  /** Whether a second connection can see an order while `new-vps` still runs. */
  halfMadeOrders: z.enum(["listed", "hidden"]).default("listed"),
  /** Unless `exact`, only the single order shows its `meta_data`: lists show it empty, leave it out, or have `null` or another shape. */
  tagsInLists: z.enum(["exact", "missing", "absent", "null", "other-shape"]).default("exact"),
  /** Lists show the orders as they were this long ago: without newer ones, and without later changes and cancellations. */
  listLagMs: z.number().min(0).default(0),
  /** Lists show at most so many of the orders that match, the oldest. */
  listLimit: z.number().int().min(0).nullable().default(null),
  /** Lists show each order twice. */
  listRepeats: z.boolean().default(false),
  /** What a list without orders has for `about_orders`. */
  emptyList: z.enum(["array", "null"]).default("array"),
  /** By the order's number: fields that are different wherever the service shows it. Objects are merged. */
  oddOrders: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  /** How long after the answer to `new-vps` the server is installed; until then the order has no address. */
  installLagMs: z.number().min(0).default(0),
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
  /** A move to another host may change the addresses; it need not. */
  moveAddress: z.enum(["changed", "kept"]).default("changed"),
  /** Whether the domain after the oid in a path must be the order's own. The docs say that it is ignored. */
  pathDomain: z.enum(["ignored", "must-match"]).default("ignored"),
  /** How orders show `running_state`, which may be missing. */
  runningStateForm: z.enum(["upper-case", "lower-case", "null", "absent"]).default("upper-case"),
  /** How orders show their dates; `words` is one that only a person can read. */
  dateForm: z.enum(["object", "iso", "sql", "rfc-1123", "epoch-s", "words"]).default("object"),
  /** How far the header `Date` is ahead of the service's clock; below 0, behind it. */
  dateErrorMs: z.number().default(0),
  /** Harmless differences of the form that JSON answers have: another content type, a mark before the text, a field beside the root. */
  answerForm: z
    .enum(["plain", "charset", "text-json", "text-plain", "byte-order-mark", "further-root"])
    .default("plain"),
  /** What a request gets that has no `Accept` header, or one that takes anything. */
  missingAccept: z.enum(["json", "xml"]).default("json"),
  extraRefusals: z.array(ExtraRefusal).default([]),
});
export type Variants = z.infer<typeof Variants>;
