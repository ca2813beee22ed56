import * as pulumi from "@pulumi/pulumi";
import { member } from "./internals";
import { promiseOf } from "./program";
import { isObject } from "./properties";
import { typeOf } from "./resource-types";

type Aliases = readonly pulumi.Output<string>[];

/** What the SDK keeps out of its public types. */
type AliasedResource = { readonly __aliases?: Aliases };
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

/** Where the engine finds a declared resource in the state: at its own URN or at an alias, of its own or of its parents. */
export const placesOf = async (resource: pulumi.Resource, urn: string | Promise<string>): Promise<readonly string[]> =>
  Promise.all([urn, ...aliasesOf(resource).map(promiseOf)]);

function aliasesOf(resource: object): Aliases {
  const own = (resource as AliasedResource).__aliases ?? [];
  const [name, parent] = [member(resource, "__name"), member(resource, "__parentResource")];
  if (!isObject(parent)) return own;
  const allAliases = member(pulumi, "allAliases") as AliasesOfChild;
  return allAliases(own, name, typeOf(resource), { __aliases: aliasesOf(parent) }, member(parent, "__name"));
}
