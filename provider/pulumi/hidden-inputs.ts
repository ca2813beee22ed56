import { z } from "zod";

/**
 * What the provider needs in addition to the user's arguments. The engine hides properties whose names start with two
 * underscores. All of them are optional, because unit tests set none.
 */
export const HiddenInputs = z.object({
  /** The code that the engine's host runs. The engine keeps it; the provider must never change it. */
  __provider: z.string().optional(),
  /** Where the program declares this resource. */
  __urn: z.string().optional(),
  /** The idempotency key that is declared beside the server. An imported order has another one among its tags, or none. */
  __key: z.string().optional(),
  /** The option `protect`, its own or inherited: forbids anything that wipes the server. */
  __isProtected: z.boolean().optional(),
  /** The option `retainOnDelete`: as an output, what the engine goes by until the next update. */
  __isRetained: z.boolean().optional(),
  /** The option `import`: the number of the order to adopt. */
  __import: z.string().optional(),
  /** `customTimeouts`, in milliseconds. */
  __timeouts: z
    .object({ createMs: z.number().optional(), updateMs: z.number().optional(), deleteMs: z.number().optional() })
    .optional(),
});

export type HiddenInputs = z.infer<typeof HiddenInputs>;

/**
 * What a check takes out of the inputs and leaves to the calls that follow in the same process: a secret, which Pulumi would quote when a
 * saved plan is violated, and what differs from run to run, which would make the engine save the whole state.
 */
export const CheckedInputs = z.object({
  /** The root password that the idempotency key holds. Absent while a preview does not know it. */
  __keyPassword: z.string().optional().catch(undefined),
  /** The explicit provider that made the idempotency key; empty for the stack's own. */
  __keyProviderName: z.string().optional().catch(undefined),
  /** Whether this is a preview: the engine itself does not say. Each program says one or the other. */
  __isPreview: z.boolean().optional().catch(undefined),
  /** Arguments that an up does not know, because it leaves out the resources that they come from. */
  __leftOut: z.array(z.string()).optional().catch(undefined),
  /** Arguments that the program marks as secret, beside those that always are: no message quotes them. */
  __secret: z.array(z.string()).optional().catch(undefined),
  /** The orders that servers of other providers import, and the URN of each: no host but theirs can know. */
  __importedElsewhere: z.record(z.string(), z.string()).optional().catch(undefined),
});

export type CheckedInputs = z.infer<typeof CheckedInputs>;

export const isChecked = (property: string): boolean => Object.hasOwn(CheckedInputs.shape, property);

export const isHidden = (property: string): boolean => property.startsWith("__");

/** An order's number, as set in the option `import`. */
export const ImportedOid = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/)
  .transform(Number);
