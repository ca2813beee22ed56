import { z } from "zod";

/**
 * What the provider needs beside the user's arguments. The engine hides properties whose names begin with two
 * underscores; all of them are optional because `Vps.get` and unit tests give none.
 */
export const HiddenInputs = z.object({
  /** The code that the engine's host runs; kept by the engine, never ours to change. */
  __provider: z.string().optional(),
  /** Where the program declares this resource. */
  __declaredUrn: z.string().optional(),
  /** The id of the stack's ledger. */
  __ledger: z.string().optional(),
  /** The ledger's secret: passwords are derived and fingerprints keyed with it. */
  __ledgerSecret: z.string().optional(),
  /** The provider instance that the server belongs to: the name of an explicit one, absent for the default one. */
  __account: z.string().optional(),
  /** `protect`, own or inherited: forbids what wipes the server. */
  __isProtected: z.boolean().optional(),
  /** `retainOnDelete`: the engine leaves the server alone where it would delete it, as the last finished run said it. */
  __isRetained: z.boolean().optional(),
  /** Properties named in `replaceOnChanges`. */
  __replaceOnChanges: z.array(z.string()).optional(),
  /** `deleteBeforeReplace: false`: a replacement buys first and cancels then. */
  __isReplacedLast: z.boolean().optional(),
  /** Transformations of the program may have changed the options: what they made of them is seen of `protect` alone. */
  __isTransformed: z.boolean().optional(),
  /** The option `import`: the number of the order to adopt. */
  __import: z.string().optional(),
  /** The option `onImportDifference`. */
  __onImportDifference: z.enum(["fail", "change", "reinstall"]).optional(),
  /** `customTimeouts`, in milliseconds. */
  __timeouts: z
    .object({ createMs: z.number().optional(), updateMs: z.number().optional(), deleteMs: z.number().optional() })
    .optional(),
});

export type HiddenInputs = z.infer<typeof HiddenInputs>;

export const isHidden = (property: string): boolean => property.startsWith("__");
