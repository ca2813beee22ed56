import type * as pulumi from "@pulumi/pulumi";

/** The arguments of a function's Output form: the same with the same documentation, but each, even a nested one, may be an output. */
export type OutputArgs<Args> = {
  [Name in keyof Args]: undefined extends Args[Name]
    ? OutputArg<Exclude<Args[Name], undefined>> | undefined
    : OutputArg<Args[Name]>;
};

type OutputArg<T> = pulumi.Input<
  T extends readonly (infer Element)[] ? OutputArg<Element>[] : T extends object ? OutputArgs<T> : T
>;
