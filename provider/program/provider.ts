import * as pulumi from "@pulumi/pulumi";
import { isKnown, isLater } from "../pulumi/program";
import { isAbsent } from "../pulumi/properties";
import { dynamicPackage, providerNameInput, providerType } from "../pulumi/resource-types";
import { settingNames } from "../service/environment";
import { definedParts, didYouMean, nearest } from "../service/names";
import {
  isProvider,
  isSecretKey,
  keepSettings,
  requireEncrypted,
  requireValidConfiguration,
  settingsOf,
} from "./configuration";
import { givenArguments, plainArguments, requireName } from "./given";
import { givenResourceOptions, type OptionRules } from "./resource-options";

/**
 * The settings of one provider. What you leave out comes from the stack's configuration, as `rimuhosting:<name>`, then
 * from the environment. **`destroy` and `refresh` use the configuration that the last `up` saved**, not the present one. A
 * misspelt setting is an error. Changing a setting changes no server.
 */
export interface ProviderArgs {
  /**
   * Key of the account, created at https://rimuhosting.com/cp/apikeys.jsp. The catalogue needs none. Secret: encrypted
   * in the state. Default: none.
   */
  apiKey?: pulumi.Input<string> | undefined;
  /** Address of the service, without the final /r. Default: `https://rimuhosting.com`. */
  baseUrl?: pulumi.Input<string> | undefined;
  /**
   * The one host other than this machine that may be used without TLS, such as a simulator's container. Default: none.
   */
  allowPlainHttpHost?: pulumi.Input<string> | undefined;
  /**
   * The most that the account's orders may cost together, in USD a month. Nothing that would exceed it is bought,
   * replaced or enlarged. Default: no limit.
   */
  maxTotalMonthlyCostUsd?: pulumi.Input<number> | undefined;
  /** How long to look for the order of a purchase that got no response, before the server is ordered again. Default: 10. */
  unknownOutcomeMinutes?: pulumi.Input<number> | undefined;
  /**
   * How long to look for an order of an interrupted run before buying, because the service may list it late. Default:
   * 30.
   */
  listLagSeconds?: pulumi.Input<number> | undefined;
  /**
   * Whether deleting an idempotency key fails or only warns if an order of its server is still billed. `warn` in
   * the environment counts in a `destroy` too. Default: `fail`.
   */
  straysOnDelete?: pulumi.Input<"fail" | "warn"> | undefined;
  /**
   * Whether to buy a server whose domain name this stack, or an unknown buyer, has already ordered. Default: `refuse`.
   */
  sameDomainName?: pulumi.Input<"refuse" | "allow"> | undefined;
  /** Whether orders are tagged with project, stack and resource name. Default: true. */
  readableTag?: pulumi.Input<boolean> | undefined;
}

/**
 * Another account or another address of the service, for the resources that get it with `provider`. A component that
 * gets it with `providers` uses it for every dynamic resource inside, including those of other libraries.
 *
 * @example
 * ```ts
 * const eu = new rimuhosting.Provider("eu", { apiKey: config.requireSecret("euKey") });
 * new rimuhosting.Vps("web", { domainName: "web.example.com" }, { provider: eu, protect: true });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  /** The type in the state and in policies, which is that of every provider of dynamic resources. */
  static readonly __pulumiType = providerType;

  /** Whether an object is a `Provider`, even one from another copy of this package. */
  static override isInstance(object: unknown): object is Provider {
    return isProvider(object);
  }

  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    requireName("Provider", name);
    requireValidConfiguration();
    const whose = `Provider "${name}"`;
    const given = plainArguments(whose, givenArguments(whose, args, "{ apiKey: key }"));
    refuseWrong(name, given);
    const options: pulumi.CustomResourceOptions = givenResourceOptions(whose, opts, providerOptions);
    const apiKey = given.apiKey === undefined ? undefined : pulumi.secret(encryptedKey(whose, given));
    const settings = definedParts({ ...given, apiKey });
    // The host reads settings as stack configuration, by their full names, and sees nothing else of an explicit provider.
    const inputs = Object.fromEntries(
      Object.entries({ ...stackSettings(), ...settings }).map(([setting, value]) => [inEngine(setting), asText(value)]),
    );
    super(dynamicPackage, name, { ...inputs, [providerNameInput]: name }, options);
    keepSettings(this, settings);
    void warnOfUnknown(this, name);
  }
}

const encryptedKey = (whose: string, { apiKey, baseUrl }: ProviderArgs): pulumi.Output<string | undefined> =>
  pulumi.all([apiKey, baseUrl]).apply(([key, address]) => {
    requireEncrypted(whose, key, address);
    return key;
  });

/** The name of a setting among a provider's inputs. */
const inEngine = (setting: string): string => `rimuhosting:${setting}`;

const providerOptions: OptionRules = {
  anInput: "a setting",
  anOutput: "an output of Provider",
  inputs: settingNames,
  outputs: settingNames,
  inEngine,
  refused: { "deleteBeforeReplace: true": "A replacement of the provider would cancel its servers." },
};

/** With a setting that a preview does not know, the engine asks the host nothing about the provider's resources. */
async function warnOfUnknown(provider: Provider, name: string): Promise<void> {
  if (!pulumi.runtime.isDryRun()) return;
  // A setting that fails is reported by the registration.
  const areKnown = await isKnown(pulumi.output(settingsOf(provider))).catch(() => true);
  if (!areKnown) await pulumi.log.warn(unknownMessage(name), provider);
}

const unknownMessage = (name: string): string =>
  `The settings of the provider "${name}" are not known in this preview, so it announces nothing about its servers: no lost data, no replacement, no price. ` +
  "In a run of its own, create or change what the settings come from, and preview again. Protection and limits hold in the up all the same.";

/** Converts a value to text, as in the stack's configuration. */
const asText = (value: pulumi.Input<unknown>): pulumi.Output<string | undefined> =>
  pulumi.all([value]).apply(([text]) => (isAbsent(text) ? undefined : String(text)));

function refuseWrong(name: string, args: ProviderArgs): void {
  const names: readonly string[] = settingNames;
  const misspelt = Object.keys(args)
    .filter((setting) => !names.includes(setting))
    .map(
      (setting) =>
        `"${setting}" is not a setting${didYouMean(nearest(setting, names)) || "."} Available: ${names.join(", ")}.`,
    );
  // Loaded on demand: most programs have no explicit provider.
  const { settingComplaints } = require("../service/settings") as typeof import("../service/settings");
  const known = Object.fromEntries(Object.entries(args).filter(([, value]) => !isLater(value)));
  // As after a misspelt `config.get`: the servers would be ordered with the stack's key, in the stack's account.
  const isKeyLost = Object.hasOwn(args, "apiKey") && isAbsent(args.apiKey);
  const problems = [...misspelt, ...settingComplaints(known), ...(isKeyLost ? [lostKey] : [])];
  if (problems.length > 0)
    throw new pulumi.RunError(problems.map((problem) => `Provider "${name}": ${problem}`).join("\n"));
}

const lostKey =
  "apiKey is given, but has no value, so its servers would be ordered in the account of the stack's own key. " +
  'Check the name of the configuration value: "config.requireSecret" fails if there is none. To use the stack\'s own key, leave apiKey out.';

/** The stack's own settings. What the stack keeps encrypted stays secret in the provider's inputs. */
function stackSettings(): pulumi.Inputs {
  const config = new pulumi.Config("rimuhosting");
  const values = settingNames.map((name) => {
    const isSecret = name === "apiKey" || isSecretKey(`rimuhosting:${name}`);
    return [name, isSecret ? config.getSecret(name) : config.get(name)];
  });
  return definedParts(Object.fromEntries(values));
}
