import type * as pulumi from "@pulumi/pulumi";
import type { ArgsOf, FunctionName, ResultOf } from "../../provider/functions/questions";
import type * as provider from "../../provider/index";
import type { MockedAnswer, MockedFunctions } from "../../provider/testing/index";

/**
 * Holds the interfaces that programs see equal to what the schemas accept and what the answers are made of. Nothing here
 * runs: the compiler complains at the name of the function that differs.
 */
type Public = typeof provider;

type Getter = Extract<FunctionName, keyof Public>;

type PublicArgs<Name extends Getter> = NonNullable<Parameters<Public[Name]>[0]>;
type PublicOutputArgs<Name extends Getter> = NonNullable<Parameters<Public[`${Name}Output`]>[0]>;
type PublicResult<Name extends Getter> = Awaited<ReturnType<Public[Name]>>;

/** Every value, also a nested one, may be an output of a resource. */
type Inputs<T> = {
  [K in keyof T]: undefined extends T[K] ? InputOf<Exclude<T[K], undefined>> | undefined : InputOf<T[K]>;
};
type InputOf<T> = [T] extends [never]
  ? never
  : pulumi.Input<
      unknown extends T ? T : T extends readonly (infer E)[] ? InputOf<E>[] : T extends object ? Inputs<T> : T
    >;

/** `readonly` is left aside: the interfaces say it of all results, the schemas of none. */
type Mutable<T> = T extends readonly (infer E)[]
  ? Mutable<E>[]
  : T extends object
    ? { -readonly [K in keyof T]: Mutable<T[K]> }
    : T;

/** Identical to the compiler, which sees the difference between an optional property and one that may be `undefined`. */
type IsEqual<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

type Differing<Results extends Record<string, boolean>> = {
  [Name in keyof Results]: Results[Name] extends true ? never : Name;
}[keyof Results];

/** An error here names what differs. */
type Nothing<Found extends never> = Found;

export type EveryQuestionHasItsFunctions = Nothing<Exclude<FunctionName, Getter>>;

export type ArgumentsThatDiffer = Nothing<
  Differing<{ [Name in Getter]: IsEqual<Mutable<PublicArgs<Name>>, Mutable<ArgsOf<Name>>> }>
>;

export type OutputArgumentsThatDiffer = Nothing<
  Differing<{ [Name in Getter]: IsEqual<Mutable<PublicOutputArgs<Name>>, Mutable<Inputs<PublicArgs<Name>>>> }>
>;

export type ResultsThatDiffer = Nothing<
  Differing<{ [Name in Getter]: IsEqual<Mutable<PublicResult<Name>>, Mutable<ResultOf<Name>>> }>
>;

export type OutputResultsThatDiffer = Nothing<
  Differing<{ [Name in Getter]: IsEqual<ReturnType<Public[`${Name}Output`]>, pulumi.Output<PublicResult<Name>>> }>
>;

export type MocksThatDiffer = Nothing<
  Differing<{
    [Name in Getter]: IsEqual<MockedFunctions[Name], MockedAnswer<PublicArgs<Name>, PublicResult<Name>> | undefined>;
  }>
>;

/** What a program gives to a `Vps` it may give to a quote. */
export type ArgumentsOfVps = Nothing<provider.VpsArgs extends provider.GetVpsPriceOutputArgs ? never : "VpsArgs">;
