import * as pulumi from "@pulumi/pulumi";
import { nearest } from "../plan/check/suggestions";
import { isSecretKey, requireSoundConfiguration } from "../program/configuration";
import { keepSettings } from "../program/explicit-settings";
import { settingNames } from "../schema/setting-names";
import { programRun } from "./program-run";
import type { ProviderArgs } from "./provider-args";

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
    requireSoundConfiguration();
    refuseMisspelt(name, args);
    const settings = withoutAbsent({
      ...args,
      apiKey: args.apiKey === undefined ? undefined : pulumi.secret(args.apiKey),
    });
    // The host looks settings up as stack configuration, by their full names, and sees of an explicit provider nothing else.
    const inputs = Object.fromEntries(
      Object.entries({ ...stackSettings(), ...settings }).map(([setting, value]) => [
        `rimuhosting:${setting}`,
        asText(value),
      ]),
    );
    super("pulumi-nodejs", name, inputs, opts);
    keepSettings(this, settings);
    programRun()?.providers.push({ name, resource: this, settings: pulumi.output(inputs).apply(withoutUnset) });
  }
}

/** As in the stack's configuration, where every value is text. */
const asText = (value: pulumi.Input<unknown>): pulumi.Output<string | undefined> =>
  pulumi.all([value]).apply(([known]) => (known === undefined || known === null ? undefined : String(known)));

const withoutUnset = (settings: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).filter((entry): entry is [string, string] => entry[1] !== undefined));

function refuseMisspelt(name: string, args: ProviderArgs): void {
  const names: readonly string[] = settingNames;
  const problems = Object.keys(args)
    .filter((setting) => !names.includes(setting))
    .map((setting) => {
      const near = nearest(setting, names);
      return `Provider "${name}": "${setting}" is not a setting${near === undefined ? "" : `; did you mean "${near}"?`}`;
    });
  if (problems.length > 0) throw new pulumi.RunError(problems.join("\n"));
}

/** What the stack keeps encrypted stays so in the provider's inputs. */
function stackSettings(): pulumi.Inputs {
  const config = new pulumi.Config("rimuhosting");
  const values = settingNames.map((name) => {
    const isSecret = name === "apiKey" || isSecretKey(`rimuhosting:${name}`);
    return [name, isSecret ? config.getSecret(name) : config.get(name)];
  });
  return withoutAbsent(Object.fromEntries(values));
}

const withoutAbsent = (inputs: pulumi.Inputs): pulumi.Inputs =>
  Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== undefined));
