import * as z from "zod";
import { namesIn } from "./parts";
import { type StackOrders, unpackOrders } from "./stack-orders";
import { importConsents, refusedOptions } from "./vps-options";

/**
 * What the provider needs in addition to the user's arguments. The engine hides properties whose names start with two
 * underscores. All of them are optional, because `Vps.get` and unit tests set none.
 */
export const HiddenInputs = z.object({
  /** The code that the engine's host runs. The engine keeps it; the provider must never change it. */
  __provider: z.string().optional(),
  /** Where the program declares this resource. */
  __declaredUrn: z.string().optional(),
  /** The provider instance that the server belongs to: the name of an explicit one, absent for the default one. */
  __providerName: z.string().optional(),
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
  /** A transform has set an option that cannot work: the check refuses. Never saved. */
  __refusedOption: z.enum(namesIn(refusedOptions)).optional(),
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

/** Another server in the state, with the domain name of one that is to be bought. */
export const Namesake = z.object({
  urn: z.string(),
  /** Absent while it waits for the order of a purchase that got no answer. */
  orderOid: z.number().optional(),
  /** Whether the program declares it too. If not, this run deletes it. */
  isDeclared: z.boolean(),
  /** `retainOnDelete`: a deletion leaves it running. */
  isRetained: z.boolean(),
});

export type Namesake = z.infer<typeof Namesake>;

/** The name of the stack as `project/stack`, those that it had before, and since when it has the present one, if a run has noted that. */
export const StackNames = z.object({ here: z.string(), former: z.array(z.string()), since: z.string().optional() });

export type StackNames = z.infer<typeof StackNames>;

const Declaration = z.object({
  /** Identifies this run of the program; part of the tag of every purchase it makes. */
  run: z.string(),
  /** This run carries out what it declares: what that comes to was for a preview to say. */
  isUpdate: z.boolean().optional(),
  /** Every key under which this declaration may have bought, the current one first; none before there is a ledger. */
  keys: z.array(z.string()),
  /** The order that the state holds for this declaration. */
  own: z.number().optional(),
  /** That order's server was installed but not reached: the engine still has the inputs from before the install. */
  awaitsPort: z.boolean().optional(),
  /** Orders that this declaration held earlier and left running on purpose: kept by `retainOnDelete`, or ending by themselves. */
  earlier: z.array(z.number()),
  /** Other entries of the state that hold the order named by the option `import`. */
  importHeldBy: z.array(z.string()).optional(),
  /** Servers of other providers that replaced the order named by the option `import`: its deletion may be outstanding. */
  importReplacedBy: z.array(z.string()).optional(),
  /** Other resources of the program that import the same order. */
  importedAlsoBy: z.array(z.string()).optional(),
  /** Orders that resources of the program import; no other resource takes them. */
  imports: z.array(z.number()).optional(),
  /** This run leaves out the ledger, which does not know the account of this server's provider: no destroy would search it. */
  isAccountUnsaved: z.boolean().optional(),
  /** Arguments that an up does not know, because it leaves out the resources that they come from. */
  leftOut: z.array(z.string()).optional(),
  /** How many servers the program declares with the same provider, as far as it has run: their prices make up one sum. */
  declared: z.number().optional(),
  /** The program has providers besides this server's: each decides in a process of its own, and two may use the same account. */
  hasOtherProviders: z.boolean().optional(),
  /** Servers of other providers are, or may turn out to be, in the same `changeGroup`. */
  isGroupElsewhere: z.boolean().optional(),
  /** What a rename without alias leaves behind: only for a server that the state does not hold. */
  namesakes: z.array(Namesake).optional(),
  /** Absent if the state remembers none. */
  names: StackNames.optional(),
});

const stack = z.string().transform((text): StackOrders => unpackOrders(text));

/**
 * What a program passes with each server: which orders can be its own, and which are in use. Derived from the state
 * that the program started from, and never saved, because it differs in the next run.
 */
export const Ownership = z.discriminatedUnion("kind", [
  /** The state holds no ledger yet, so nothing was bought under it before this run. The first preview has none. */
  Declaration.extend({ kind: z.literal("first-run"), ledger: z.string().optional(), stack }),
  Declaration.extend({ kind: z.literal("state-unreadable"), ledger: z.string().optional() }),
  /** The state holds the ledger. */
  Declaration.extend({ kind: z.literal("known"), ledger: z.string(), stack }),
]);

export type Ownership = z.infer<typeof Ownership>;

/** An order's number, as set in the option `import`. */
export const ImportedOid = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/)
  .transform(Number);
