import type * as pulumi from "@pulumi/pulumi";

/** Internals of a resource in the SDK; final once the stack's transformations have run. */
export interface Internals {
  readonly __protect?: boolean | undefined;
  readonly __prov?: (pulumi.ProviderResource & { readonly __name?: string }) | undefined;
  readonly __transformations?: readonly unknown[] | undefined;
}

export type MadeResource = pulumi.CustomResource & Internals;
