import * as pulumi from "@pulumi/pulumi";
import { member } from "../engine/probes";
import { dynamicPackage, typeOf } from "../engine/resource-types";
import { Provider } from "./provider";

/**
 * Fails for a provider that is not ours. The engine would ask it in place of ours: it may know no server, or accept every change of one
 * and drop its order from the state.
 */
export function refuseForeignProvider(
  whose: string,
  type: string,
  { provider, parent }: pulumi.CustomResourceOptions,
): void {
  const inherited = pulumi.Resource.isInstance(parent) ? parent.getProvider(type) : undefined;
  const misnamed = provider || inherited ? undefined : misnamedIn(parent);
  if (misnamed !== undefined)
    throw new pulumi.RunError(
      `${whose}: a component passes on a rimuhosting.Provider under the name "${misnamed}", where Pulumi does not find it. Pass providers as a list.`,
    );
  const found = foundInstead(provider ?? inherited);
  if (found === undefined) return;
  const [which, remedy] =
    (provider ?? undefined) === undefined
      ? ["the provider that it inherits", "Set the option provider to a rimuhosting.Provider."]
      : ["the option provider", "Leave it out to use the settings of the stack."];
  throw new pulumi.RunError(`${whose}: ${which} must be a rimuhosting.Provider, but is ${found}. ${remedy}`);
}

/** The name under which a component has one of our providers, if it uses a map. The server would be ordered in the account of the stack. */
const misnamedIn = (parent: pulumi.Resource | undefined): string | undefined =>
  Object.entries(Object(member(parent, "__providers"))).find(([, provider]) => Provider.isInstance(provider))?.[0];

/** What stands in place of one of our providers, in words. */
function foundInstead(provider: unknown): string | undefined {
  if (provider === undefined || provider === null) return undefined;
  if (pulumi.Output.isInstance(provider)) return "an output";
  if (provider instanceof Promise) return "a promise";
  if (Provider.isInstance(provider)) return undefined;
  const [, name] = /^pulumi:providers:(.*)$/.exec(String(typeOf(provider))) ?? [];
  if (name === undefined) return typeof provider === "object" ? "another object" : `a ${typeof provider}`;
  // In a process that serves components, a provider is known by its URN alone.
  const isReference = provider instanceof pulumi.DependencyProviderResource && name === dynamicPackage;
  return isReference ? undefined : `a provider of another package (${name})`;
}
