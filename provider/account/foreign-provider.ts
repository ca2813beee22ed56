import * as pulumi from "@pulumi/pulumi";
import { dynamicPackage } from "../engine/resource-types";
import { settingsOf } from "./configuration";

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
  const found = foundInstead(provider ?? inherited);
  if (found === undefined) return;
  const [which, remedy] =
    (provider ?? undefined) === undefined
      ? ["the provider that it inherits", "Set the option provider to a rimuhosting.Provider."]
      : ["the option provider", "Leave it out to use the settings of the stack."];
  throw new pulumi.RunError(`${whose}: ${which} must be a rimuhosting.Provider, but is ${found}. ${remedy}`);
}

/** What stands in place of one of our providers, in words. */
function foundInstead(provider: unknown): string | undefined {
  if (provider === undefined || provider === null) return undefined;
  if (pulumi.Output.isInstance(provider)) return "an output";
  if (provider instanceof Promise) return "a promise";
  if (!isProvider(provider)) return typeof provider === "object" ? "another object" : `a ${typeof provider}`;
  const name = provider.__pulumiType.slice(typePrefix.length);
  // In a process that serves components, a provider is known by its URN alone.
  const isReference = provider instanceof pulumi.DependencyProviderResource && name === dynamicPackage;
  return isReference || settingsOf(provider) !== undefined ? undefined : `a provider of another package (${name})`;
}

const typePrefix = "pulumi:providers:";

const isProvider = (value: unknown): value is pulumi.ProviderResource & { readonly __pulumiType: string } =>
  pulumi.CustomResource.isInstance(value) && String(Reflect.get(value, "__pulumiType")).startsWith(typePrefix);
