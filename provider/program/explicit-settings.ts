import * as pulumi from "@pulumi/pulumi";

/** Found on the provider's own object, by every copy of this package. A symbol, so that it is no output of the resource. */
const remembered = Symbol.for("pulumi-rimuhosting.settings");

type Settings = Readonly<Record<string, unknown>>;

type WithSettings = pulumi.ProviderResource & { [remembered]?: pulumi.Output<Settings> };

/** Keeps the settings of an explicit provider for the functions of the program: the engine gives them to resources alone. */
export function keepSettings(provider: pulumi.ProviderResource, settings: pulumi.Inputs): void {
  const keeper: WithSettings = provider;
  // What a function answers is no secret because the key is one.
  keeper[remembered] = pulumi.unsecret(pulumi.output(settings));
}

/** The settings of an explicit provider, or `undefined` where it is not one of ours. */
export const settingsOf = (provider: pulumi.ProviderResource): pulumi.Output<Settings> | undefined =>
  (provider as WithSettings)[remembered];
