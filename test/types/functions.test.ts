import type * as pulumi from "@pulumi/pulumi";
import type * as provider from "../../provider/index";
import type { FunctionName } from "../../provider/program/functions/questions";
import type { MockedAnswer, MockedFunctions } from "../../provider/testing/index";
import type { ArgsOf, ResultOf } from "../program/functions/support/asking";
import { type Differing, equal, type Inputs } from "./equal";

/*
 * The interfaces that programs see are written by hand; the schemas decide what is accepted. This file fails to compile
 * if they differ, and the error names the function.
 */

type Public = typeof provider;

type Getter = Extract<FunctionName, keyof Public>;

type PublicArgs<Name extends Getter> = NonNullable<Parameters<Public[Name]>[0]>;
type PublicOutputArgs<Name extends Getter> = NonNullable<Parameters<Public[`${Name}Output`]>[0]>;
type PublicResult<Name extends Getter> = Awaited<ReturnType<Public[Name]>>;

/** `readonly` is ignored: the interfaces use it for all results, the schemas for none. */
type Mutable<T> = T extends readonly (infer E)[]
  ? Mutable<E>[]
  : T extends object
    ? { -readonly [K in keyof T]: Mutable<T[K]> }
    : T;

test("every question has its function", () => {
  equal<Exclude<FunctionName, Getter>>();
});

test("the arguments of a function are what its schema accepts", () => {
  type Written = { [Name in Getter]: Mutable<PublicArgs<Name>> };
  equal<Differing<Written, { [Name in Getter]: Mutable<ArgsOf<Name>> }>>();
});

test("the Output form accepts the same, with outputs", () => {
  type Written = { [Name in Getter]: Mutable<PublicOutputArgs<Name>> };
  equal<Differing<Written, { [Name in Getter]: Mutable<Inputs<PublicArgs<Name>>> }>>();
});

test("a result has the type of the answer", () => {
  type Written = { [Name in Getter]: Mutable<PublicResult<Name>> };
  equal<Differing<Written, { [Name in Getter]: Mutable<ResultOf<Name>> }>>();
});

test("the Output form returns the same result", () => {
  type Written = { [Name in Getter]: ReturnType<Public[`${Name}Output`]> };
  equal<Differing<Written, { [Name in Getter]: pulumi.Output<PublicResult<Name>> }>>();
});

test("a mock receives the arguments of its function and returns its result", () => {
  type Needed = { [Name in Getter]?: MockedAnswer<PublicArgs<Name>, PublicResult<Name>> };
  equal<Differing<MockedFunctions, Needed>>();
});
