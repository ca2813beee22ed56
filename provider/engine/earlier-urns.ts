import * as pulumi from "@pulumi/pulumi";
import { promiseOf } from "./outputs";
import type { ResourceMarks } from "./probes";

/** Where a resource was declared before. */
interface EarlierUrns {
  /** According to its own aliases. */
  readonly own: readonly string[];
  /** According to those of the components around it, alone and together with its own. */
  readonly inherited: readonly string[];
}

export interface Declared {
  readonly name: string;
  readonly type: string;
  readonly opts: pulumi.ResourceOptions;
}

/** What the aliases of a resource and of the components around it come to. Without the SDK's marks: what its own option says. */
export const earlierUrnsOf = async (resource: ResourceMarks, declared: Declared): Promise<EarlierUrns> =>
  resource.__aliases === undefined ? { own: await all(givenUrns(declared)), inherited: [] } : multipliedOut(resource);

/** The SDK passes to the engine each resource's own aliases alone, and the engine multiplies them out, as the SDK did for older ones. */
async function multipliedOut(resource: ResourceMarks): Promise<EarlierUrns> {
  const { __aliases = [], __name, __pulumiType, __parentResource: parent } = resource;
  const own = await all(__aliases);
  if (__name === undefined || __pulumiType === undefined || parent?.__name === undefined) return { own, inherited: [] };
  const around = await multipliedOut(parent);
  // The SDK looks no further than the parent.
  const aliased = Object.create(parent, { __aliases: { value: [...around.own, ...around.inherited] } });
  // The engine refuses any other, and says why; the SDK fails on it.
  const whole = own.filter((urn) => urn.split("::").length > 3);
  const urns = pulumi.allAliases(whole, __name, __pulumiType, aliased, parent.__name);
  return { own, inherited: await all(urns.slice(whole.length)) };
}

function givenUrns({ name, type, opts }: Declared): pulumi.Output<string>[] {
  const parent = opts.parent ?? pulumi.runtime.getStackResource();
  const given = opts.aliases ?? [];
  return parent === undefined ? [] : pulumi.allAliases(given, name, type, parent, name).slice(0, given.length);
}

const all = (urns: readonly pulumi.Output<string>[]): Promise<string[]> => Promise.all(urns.map(promiseOf));
