import * as pulumi from "@pulumi/pulumi";
import { member } from "./internals";
import { promiseOf } from "./program";
import { typeOf } from "./resource-types";

type Aliases = readonly pulumi.Output<string>[];

/** What the SDK keeps out of its public types. */
type AliasedResource = { readonly __aliases?: Aliases; readonly __parentResource?: pulumi.Resource };
type AliasesOfChild = (
  aliases: Aliases,
  name: unknown,
  type: unknown,
  parent: AliasedResource,
  parentName: unknown,
) => Aliases;

/** The URN of a resource that is about to be declared: its own is known only once it exists. */
export const urnOf = (
  type: string,
  name: string,
  { parent }: Pick<pulumi.ResourceOptions, "parent">,
): string | Promise<string> =>
  parent
    ? promiseOf(pulumi.createUrn(name, type, parent))
    : `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${type}::${name}`;

/**
 * Where the engine finds a declared resource in a state: at its own URN or, if it is not there, at an alias. It has those of its parent if the
 * parent was found at one.
 */
export async function placeIn(
  state: { has(urn: string): boolean },
  resource: pulumi.Resource,
  urn: string | Promise<string>,
): Promise<string | undefined> {
  const own = await urn;
  if (state.has(own)) return own;
  const aliases = await Promise.all((await aliasesIn(state, resource)).map(promiseOf));
  return aliases.find((alias) => state.has(alias));
}

async function aliasesIn(state: { has(urn: string): boolean }, resource: pulumi.Resource): Promise<Aliases> {
  const { __aliases: own = [], __parentResource: parent } = resource as AliasedResource;
  if (parent === undefined) return own;
  const parentUrn = await promiseOf(parent.urn);
  const former = await placeIn(state, parent, parentUrn);
  const formers = former === undefined || former === parentUrn ? [] : [pulumi.output(former)];
  const allAliases = member(pulumi, "allAliases") as AliasesOfChild;
  return allAliases(
    own,
    member(resource, "__name"),
    typeOf(resource),
    { __aliases: formers },
    member(parent, "__name"),
  );
}
