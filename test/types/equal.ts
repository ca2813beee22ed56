import type * as pulumi from "@pulumi/pulumi";

/** Whether two types are the same to the compiler, which also distinguishes an optional property from one that may be `undefined`. */
type IsEqual<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** The names of the properties in which two types differ: missing from one, optional in one, or of another type. */
export type Differing<A, B> =
  | Exclude<keyof A, keyof B>
  | Exclude<keyof B, keyof A>
  | { [K in keyof A & keyof B]-?: IsEqual<Pick<A, K>, Pick<B, K>> extends true ? never : K }[keyof A & keyof B];

/** Compiles if nothing differs; otherwise the error names what does. */
export const equal = <_ extends never>(): void => undefined;

/** What a schema accepts, as a program may write it: every value, even a nested one, may be an output of another resource. */
export type Inputs<T> = {
  [K in keyof T]: undefined extends T[K] ? InputOf<Exclude<T[K], undefined>> | undefined : InputOf<T[K]>;
};

export type InputOf<T> = [T] extends [never]
  ? never
  : pulumi.Input<
      unknown extends T ? T : T extends readonly (infer E)[] ? InputOf<E>[] : T extends object ? Inputs<T> : T
    >;
