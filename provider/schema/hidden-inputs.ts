import { z } from "zod";
import { importConsents } from "./input-words";

/**
 * What the provider needs in addition to the user's arguments. The engine hides properties whose names start with two
 * underscores. All of them are optional, because `Vps.get` and unit tests set none.
 */
export const HiddenInputs = z.object({
  /** The code that the engine's host runs. The engine keeps it; the provider must never change it. */
  __provider: z.string().optional(),
  /** Where the program declares this resource. */
  __declaredUrn: z.string().optional(),
  /** The id of the stack's ledger. */
  __ledger: z.string().optional(),
  /** The ledger's secret. Passwords are derived from it, and fingerprints are keyed with it. */
  __ledgerSecret: z.string().optional(),
  /** The provider instance that the server belongs to: the name of an explicit one, absent for the default one. */
  __account: z.string().optional(),
  /** The option `protect`, its own or inherited: forbids anything that wipes the server. */
  __isProtected: z.boolean().optional(),
  /** `retainOnDelete`, as the last finished run set it: the engine leaves the server alone instead of deleting it. */
  __isRetained: z.boolean().optional(),
  /** Properties named in `replaceOnChanges`. */
  __replaceOnChanges: z.array(z.string()).optional(),
  /** `deleteBeforeReplace: false`: a replacement buys first and cancels afterwards. */
  __isReplacedLast: z.boolean().optional(),
  /** The program's transformations may have changed the options. Only their effect on `protect` is visible. */
  __isTransformed: z.boolean().optional(),
  /** The option `import`: the number of the order to adopt. */
  __import: z.string().optional(),
  /** The option `onImportDifference`. */
  __onImportDifference: z.enum(importConsents).optional(),
  /** `customTimeouts`, in milliseconds. */
  __timeouts: z
    .object({ createMs: z.number().optional(), updateMs: z.number().optional(), deleteMs: z.number().optional() })
    .optional(),
});

export type HiddenInputs = z.infer<typeof HiddenInputs>;

export const isHidden = (property: string): boolean => property.startsWith("__");
