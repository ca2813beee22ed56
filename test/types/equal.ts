import type * as pulumi from "@pulumi/pulumi";

/** Whether two types are one to the compiler, which also sees whether a property is optional or may be `undefined`. */
type IsEqual<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** The names of the properties in which two types differ: one has it and the other has not, or it is optional, or of another type. */
export type Differing<A, B> =
  | Exclude<keyof A, keyof B>
  | Exclude<keyof B, keyof A>
  | { [K in keyof A & keyof B]-?: IsEqual<Pick<A, K>, Pick<B, K>> extends true ? never : K }[keyof A & keyof B];

/** Compiles where nothing differs; the error names what does. */
export const equal = <_ extends never>(): void => undefined;

/** What a schema takes, as a program may write it: every value, also a nested one, may be an output of another resource. */
export type Inputs<T> = {
  [K in keyof T]: undefined extends T[K] ? InputOf<Exclude<T[K], undefined>> | undefined : InputOf<T[K]>;
};

export type InputOf<T> = [T] extends [never]
  ? never
  : pulumi.Input<
      unknown extends T ? T : T extends readonly (infer E)[] ? InputOf<E>[] : T extends object ? Inputs<T> : T
    >;
