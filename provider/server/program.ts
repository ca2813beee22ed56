import { z } from "zod";
import { type Properties, Unknown } from "../pulumi/properties";
import { ifValid, namesIn } from "../service/names";
import { argumentValues } from "./argument-values";
import { type ArgumentWith, type VpsArgument, vpsArguments, vpsRows } from "./arguments";

/** A server without a name cannot be ordered; whatever else a program leaves out, the service chooses. */
type Shape = {
  [Name in VpsArgument]: Name extends "domainName" ? Schema<Name> : z.ZodOptional<Schema<Name>>;
};

type Schema<Name extends VpsArgument> = ReturnType<(typeof vpsRows)[Name]["schema"]>;

const schemaOf = (name: VpsArgument): z.ZodType => vpsRows[name].schema(argumentValues);

/**
 * The arguments of a `Vps`, strictly: a misspelt name is an error. The rows decide what is accepted, and `VpsArgs` says what it
 * means; a type test holds the two equal.
 */
export const VpsInputs = z.strictObject(
  // TypeScript cannot type names that are computed at run time.
  Object.fromEntries(
    namesIn(vpsRows).map((name) => [name, name === "domainName" ? schemaOf(name) : schemaOf(name).optional()]),
  ) as Shape,
);

export type VpsInputs = z.infer<typeof VpsInputs>;

/** Requested total sizes in MB. A size left out stays the same, or the service chooses it; 0 means no additional disk. */
export type VpsSizes = Pick<VpsInputs, ArgumentWith<"resize">>;

/** The arguments as a state has them. The library gives the entries of a shape no types of their own. */
const recordedArguments = Object.fromEntries(
  Object.entries(VpsInputs.shape).map(([name, schema]) => [name, ifValid(schema)]),
) as { [K in keyof typeof VpsInputs.shape]: z.ZodCatch<z.ZodOptional<(typeof VpsInputs.shape)[K]>> };

/** The name of a server that was adopted may be one that nobody could order. */
export const RecordedInputs = z.object({ ...recordedArguments, domainName: ifValid(z.string().min(1)) });

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

/** What a program has found in the stack's saved state: the engine tells no creation what it has. */
const SavedState = z.object({
  /** Whether the state has the server's idempotency key. */
  isKeySaved: z.boolean(),
  /** The order that the state has of this server: if that is to be ordered, it is to be replaced. */
  orderOid: z.number().optional(),
  /** Whether the state has a purchase of this server without a known outcome. */
  isPending: z.boolean().optional(),
  /** Whether that server was saved with `retainOnDelete`: by that, Pulumi keeps it or lets it be cancelled. */
  isRetained: z.boolean().optional(),
  /** How that order is to be cancelled. */
  cancel: z.string().optional(),
  /** By their numbers: the orders of other servers, and the URN of each. Of a server that has an order, only those of its domain name. */
  others: z.record(z.string(), z.string()),
  /** Of each provider, by its name: the newest order. A key that cannot read it is one of another account. */
  newestOrders: z.record(z.string(), z.number()),
});

export type SavedState = z.infer<typeof SavedState>;

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
  /** What the stack's saved state tells. Absent if it could not be read. */
  __saved: SavedState.optional().catch(undefined),
});

export type CheckedInputs = z.infer<typeof CheckedInputs>;

export const isChecked = (property: string): boolean => Object.hasOwn(CheckedInputs.shape, property);

export const isHidden = (property: string): boolean => property.startsWith("__");

/** The hidden inputs that the state keeps. */
export function hiddenFrom(properties: Properties): HiddenInputs {
  const resolved = Object.entries(properties).filter(([, value]) => value !== null && !(value instanceof Unknown));
  const hidden = HiddenInputs.safeParse(Object.fromEntries(resolved));
  return hidden.success ? hidden.data : {};
}

/**
 * What the program asks for. It has passed `check`, so a value of another form comes from another version and counts as absent.
 *
 * @param providerName which provider is asked for it
 */
export function programFrom(properties: Properties, checked: CheckedInputs | undefined, providerName: string): Program {
  const unknown: Partial<Record<VpsArgument, Unknown>> = {};
  for (const argument of vpsArguments) {
    const value = properties[argument];
    if (value instanceof Unknown) unknown[argument] = value;
  }
  return {
    ...RecordedInputs.parse(properties),
    ...unknown,
    ...hiddenFrom(properties),
    ...checked,
    __providerName: providerName,
  };
}

/** The engine creates and updates only once every value is known. */
export function requireResolved(program: Program): Resolved<Program> {
  if (isResolved(program)) return program;
  throw new Error("the engine asked for a creation or an update with values that are not known yet");
}

const isResolved = (program: Program): program is Resolved<Program> =>
  !Object.values(program).some((value) => value instanceof Unknown);

/** The same with every value known, as it is in an `up`. */
export type Resolved<T> = { readonly [K in keyof T]: Exclude<T[K], Unknown> };

type OrUnknown<T> = { readonly [K in keyof T]: T[K] | Unknown };

/** What the provider is given beside the arguments. */
export type Hidden = Readonly<HiddenInputs> & Readonly<CheckedInputs>;

/** The arguments, as far as they are given. */
export type Arguments = { readonly [Name in VpsArgument]?: VpsInputs[Name] | undefined };

/** What a program asks for, as check let it through; in a preview any value may be unknown. */
export type Program = OrUnknown<Arguments> & Hidden & { readonly __providerName?: string | undefined };

/** Whether to say what a run will do. An `up` says what it has done. */
export const isPreview = ({ __isPreview }: Pick<Hidden, "__isPreview">): boolean => __isPreview === true;

/** What a preview knows already. */
export const resolvedPart = (program: Program): Resolved<Program> =>
  // The standard library gives the entries of an object no types.
  Object.fromEntries(Object.entries(program).filter(([, value]) => !(value instanceof Unknown))) as Resolved<Program>;
