import * as pulumi from "@pulumi/pulumi";
import { keepSettings } from "../program/explicit-settings";
import { settingNames } from "../schema/setting-names";
import { programRun } from "./program-run";

/** Settings of one explicit provider. What is left out comes from the stack's configuration, then from the environment. */
export interface ProviderArgs {
  /** The account's API key; encrypted in the state. */
  apiKey?: pulumi.Input<string> | undefined;
  /** Where the service is, without the final `/r`. Default: `https://rimuhosting.com`. */
  baseUrl?: pulumi.Input<string> | undefined;
  /** The first word of the Authorization header. Default: `rimuhosting`. */
  authScheme?: pulumi.Input<string> | undefined;
}

/**
 * Another account or another address of the service, for the resources that name it with `{ provider }`.
 *
 * The engine knows it as a provider of all dynamic resources. Give it to single resources with `provider`: given to a
 * component with `providers`, it takes over every dynamic resource in there, also those of other libraries.
 *
 * @example
 * ```ts
 * const eu = new rimuhosting.Provider("eu", { apiKey: config.requireSecret("euKey") });
 * new rimuhosting.Vps("web", { domainName: "web.example.com" }, { provider: eu });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    const settings = { ...args, apiKey: args.apiKey === undefined ? undefined : pulumi.secret(args.apiKey) };
    // The host looks settings up as stack configuration, by their full names, and sees of an explicit provider nothing else.
    const given: pulumi.Inputs = { ...stackSettings(), ...withoutAbsent(settings) };
    const inputs = Object.fromEntries(
      Object.entries(given).map(([setting, value]) => [`rimuhosting:${setting}`, value]),
    );
    super("pulumi-nodejs", name, inputs, opts);
    keepSettings(this, settings);
    programRun()?.providers.push({ name, resource: this, settings: pulumi.output(inputs).apply(asText) });
  }
}

function stackSettings(): pulumi.Inputs {
  const config = new pulumi.Config("rimuhosting");
  const values = settingNames.map((name) => [name, name === "apiKey" ? config.getSecret(name) : config.get(name)]);
  return withoutAbsent(Object.fromEntries(values));
}

const asText = (settings: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));

const withoutAbsent = (inputs: pulumi.Inputs): pulumi.Inputs =>
  Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== undefined));
