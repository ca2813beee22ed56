import type * as pulumi from "@pulumi/pulumi";

/** Arguments as a program gives them: every value, also a nested one, may be an output of another resource. */
export type Inputs<T> = {
  [K in keyof T]: undefined extends T[K] ? InputOf<Exclude<T[K], undefined>> | undefined : InputOf<T[K]>;
};

type InputOf<T> = pulumi.Input<T extends readonly (infer E)[] ? InputOf<E>[] : T extends object ? Inputs<T> : T>;
