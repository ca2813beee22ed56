import * as pulumi from "@pulumi/pulumi";
import type { ResourceMarks } from "./probes";

/** Where a resource was declared before. */
export interface EarlierUrns {
  /** According to its own aliases. */
  readonly own: readonly pulumi.Output<string>[];
  /** According to those of the components around it, alone and together with its own. */
  readonly inherited: readonly pulumi.Output<string>[];
}

interface Declared {
  readonly name: string;
  readonly type: string;
  readonly opts: pulumi.ResourceOptions;
}

/** What the aliases of a resource and of the components around it come to. Without the SDK's marks: what its own option says. */
export const earlierUrnsOf = (resource: ResourceMarks, declared: Declared): EarlierUrns =>
  resource.__aliases === undefined ? { own: givenUrns(declared), inherited: [] } : multipliedOut(resource);

/** The SDK passes to the engine each resource's own aliases alone, and the engine multiplies them out, as the SDK did for older ones. */
function multipliedOut({
  __aliases: own = [],
  __name,
  __pulumiType,
  __parentResource: parent,
}: ResourceMarks): EarlierUrns {
  if (__name === undefined || __pulumiType === undefined || parent?.__name === undefined) return { own, inherited: [] };
  const around = multipliedOut(parent);
  // The SDK looks no further than the parent.
  const aliased = Object.create(parent, { __aliases: { value: [...around.own, ...around.inherited] } });
  const all = pulumi.allAliases([...own], __name, __pulumiType, aliased, parent.__name);
  return { own, inherited: all.slice(own.length) };
}

function givenUrns({ name, type, opts }: Declared): pulumi.Output<string>[] {
  const parent = opts.parent ?? pulumi.runtime.getStackResource();
  const given = opts.aliases ?? [];
  return parent === undefined ? [] : pulumi.allAliases(given, name, type, parent, name).slice(0, given.length);
}
