import type { CheckedInputs, HiddenInputs } from "../schema/hidden-inputs";
import type { Effect, VpsArgument } from "../schema/vps-arguments";
import type { VpsInputs } from "../schema/vps-inputs";

/**
 * A value that only the `up` will know, wholly or in one of its parts: it stands for the argument as a whole. A class of its own,
 * so that whoever forgets it is told by the compiler.
 */
export class Unknown {
  readonly #seen: unknown;

  constructor(seen?: unknown) {
    this.#seen = seen;
  }

  /** What a preview sees of it, for the option `replaceOnChanges`, which names parts. What is not known in there is `Unknown` again. */
  get seen(): unknown {
    return this.#seen;
  }

  toJSON(): never {
    throw new Error("a value that is not known yet must be neither sent nor saved");
  }
}

/** The same with every value known, as it is in an `up`. */
export type Known<T> = { readonly [K in keyof T]: Exclude<T[K], Unknown> };

type OrUnknown<T> = { readonly [K in keyof T]: T[K] | Unknown };

/** What the provider is given beside the arguments. */
export type Hidden = Readonly<HiddenInputs> & Readonly<CheckedInputs>;

/** The arguments, as far as they are given. */
export type Arguments = { readonly [Name in VpsArgument]?: VpsInputs[Name] | undefined };

/** What a program asks for, as check let it through; in a preview any value may be unknown. */
export type Desired = OrUnknown<Arguments> & Hidden;

/** Properties as the engine hands them over, but for what it does not know yet, which is `Unknown`. */
export type Properties = Readonly<Record<string, unknown>>;

/**
 * Whether a check is about a server that is still to be ordered: the engine then gives no old inputs, also for the order
 * of a replacement. Every saved resource has a domain name, so its absence tells.
 */
export const isFirstOrder = (olds: Properties): boolean => olds["domainName"] === undefined;

/** Whether to say what a run will do. An `up` says what it has done. */
export const isForecast = ({ __isPreview }: Pick<Hidden, "__isPreview">): boolean => __isPreview === true;

/** What a preview knows already. */
export const knownPart = (desired: Desired): Known<Desired> =>
  // The standard library gives the entries of an object no types.
  Object.fromEntries(Object.entries(desired).filter(([, value]) => !(value instanceof Unknown))) as Known<Desired>;

export interface Change {
  readonly argument: VpsArgument;
  readonly effect: Effect;
  /** The value will be known only during the `up`, so it is open whether it differs. */
  readonly isUnknown: boolean;
}

/**
 * A complaint about one argument. The reason names it and the property stays empty: the engine prints the value of the
 * property that a failure names, and any value may be a secret of the program, even one under a misspelt name.
 */
export interface CheckFailure {
  readonly property: "";
  readonly reason: string;
}

/** The only place that creates one. */
export const checkFailure = (reason: string): CheckFailure => ({ property: "", reason });
