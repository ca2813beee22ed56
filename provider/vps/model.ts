import type { CheckedInputs, HiddenInputs } from "../engine/hidden-inputs";
import { type Properties, Unknown } from "../engine/properties";
import type { Effect, VpsArgument } from "./arguments";
import type { VpsInputs } from "./inputs";

/** The same with every value known, as it is in an `up`. */
export type Known<T> = { readonly [K in keyof T]: Exclude<T[K], Unknown> };

type OrUnknown<T> = { readonly [K in keyof T]: T[K] | Unknown };

/** What the provider is given beside the arguments. */
export type Hidden = Readonly<HiddenInputs> & Readonly<CheckedInputs>;

/** The arguments, as far as they are given. */
export type Arguments = { readonly [Name in VpsArgument]?: VpsInputs[Name] | undefined };

/** What a program asks for, as check let it through; in a preview any value may be unknown. */
export type Desired = OrUnknown<Arguments> & Hidden;

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
