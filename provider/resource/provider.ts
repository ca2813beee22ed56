import * as pulumi from "@pulumi/pulumi";
import { dynamicPackage } from "../engine/hosted-code";
import { promiseOf } from "../engine/outputs";
import { nearest } from "../plan/check/suggestions";
import { isSecretKey, keepSettings, requireSoundConfiguration } from "../program/configuration/configuration";
import { programRun } from "../program/run";
import { definedParts } from "../schema/parts";
import { settingNames } from "../schema/setting-names";
import { givenArguments, givenResourceOptions, requireName } from "./given";

/**
 * Settings of one explicit provider. Settings that you leave out come from the stack's configuration, as in
 * `pulumi config set rimuhosting:readTimeoutSeconds 90`, then from the environment. An unknown setting is an error. Changing a
 * setting changes no server. No setting may come from a server of the same program, because the settings are saved before the first order.
 */
export interface ProviderArgs {
  /** Key of the account, created at https://rimuhosting.com/cp/apikeys.jsp. Not needed for the catalogue. Secret: encrypted in the state. Default: none. */
  apiKey?: pulumi.Input<string> | undefined;
  /** Address of the service, without the final /r. Default: `https://rimuhosting.com`. */
  baseUrl?: pulumi.Input<string> | undefined;
  /** First word of the Authorization header. Default: `rimuhosting`. */
  authScheme?: pulumi.Input<string> | undefined;
  /** The one host other than this machine that may be used without TLS: a simulator in another container. Default: none. */
  allowPlainHttpHost?: pulumi.Input<string> | undefined;
  /** The most that the stack's servers in one account may cost together per month, in USD: nothing is bought, replaced or enlarged beyond it. Default: no limit. */
  maxTotalMonthlyCostUsd?: pulumi.Input<number> | undefined;
  /** How many servers are ordered at the same time. The CLI's `--parallel`, by default four for each core, limits it too. Default: 10. */
  maxConcurrentPurchases?: pulumi.Input<number> | undefined;
  /** How many servers of one `changeGroup` may be interrupted at the same time. Default: 1. */
  maxConcurrentChangesPerGroup?: pulumi.Input<number> | undefined;
  /** How long to search for an order whose answer was lost before the run continues without it. Default: 20. */
  unknownOutcomeMinutes?: pulumi.Input<number> | undefined;
  /** How long a purchase waits for a list of orders that lacks some of the stack's, or still shows cancelled ones as active, before it is refused. Default: 90. */
  listLagSeconds?: pulumi.Input<number> | undefined;
  /** What destroy does if orders of the stack are still billed afterwards. It goes by what the last `up` with a `Vps` saved; `warn` in the environment overrides that. Default: `fail`. */
  straysOnDestroy?: pulumi.Input<"fail" | "warn"> | undefined;
  /** What to do when another ledger already has an order for the same project, stack and name: `ignore` also says nothing of its other orders. Default: `refuse`. */
  foreignOrders?: pulumi.Input<"refuse" | "ignore"> | undefined;
  /** Orders bought by another stack that the option `import` may adopt anyway: their numbers, separated by commas. Default: none. */
  adoptOrders?: pulumi.Input<string> | undefined;
  /** Whether orders are tagged with readable project, stack and name. Default: true. */
  readableTag?: pulumi.Input<boolean> | undefined;
  /** How long name lookup, connection and TLS handshake may each take. Default: 30. */
  connectTimeoutSeconds?: pulumi.Input<number> | undefined;
  /** How long one read may take. The live status gets twice as long, because the host has to answer. Default: 60. */
  readTimeoutSeconds?: pulumi.Input<number> | undefined;
  /** How long starting, stopping, restarting and cancelling may take. Default: 15. */
  stateTimeoutMinutes?: pulumi.Input<number> | undefined;
  /** How long an order, a reinstall and a resize may take. Default: 60. */
  setupTimeoutMinutes?: pulumi.Input<number> | undefined;
  /** How long a move to another host may take; longer if 10 minutes per GB of the server's disk is more. Default: 360. */
  moveTimeoutMinutes?: pulumi.Input<number> | undefined;
  /** How long to wait between two searches for an order whose answer was lost; grows to four times that. Default: 15. */
  pollSeconds?: pulumi.Input<number> | undefined;
  /** How long an order must be unchanged before a change whose answer was lost counts as not done. Default: 10. */
  idleMinutes?: pulumi.Input<number> | undefined;
}

/**
 * Another account or another address of the service, for the resources that set it with `{ provider }`.
 *
 * The engine treats it as the provider of all dynamic resources. Pass it to single resources with `provider`: passed to a
 * component with `providers`, it takes over every dynamic resource inside, even those of other libraries.
 *
 * @example
 * ```ts
 * const eu = new rimuhosting.Provider("eu", { apiKey: config.requireSecret("euKey") });
 * new rimuhosting.Vps("web", { domainName: "web.example.com" }, { provider: eu });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    requireName("Provider", name);
    requireSoundConfiguration();
    const given = givenArguments(`Provider "${name}"`, args, "{ apiKey: key }");
    refuseWrong(name, given);
    const settings = definedParts({
      ...given,
      apiKey: given.apiKey === undefined ? undefined : pulumi.secret(given.apiKey),
    });
    // The host reads settings as stack configuration, by their full names, and sees nothing else of an explicit provider.
    const inputs = Object.fromEntries(
      Object.entries({ ...stackSettings(), ...settings }).map(([setting, value]) => [
        `rimuhosting:${setting}`,
        asText(value),
      ]),
    );
    const providers = programRun()?.providers;
    if (providers?.some((one) => one.name === name)) throw new pulumi.RunError(sameNameMessage(name));
    super(dynamicPackage, name, inputs, givenResourceOptions(`Provider "${name}"`, opts));
    keepSettings(this, settings);
    providers?.push({
      name,
      resource: this,
      settings: pulumi.output(inputs).apply(withoutUnset),
      awaited: awaitedIn(settings),
    });
  }
}

/** The settings that have no value yet, neither a known nor an unknown one. */
function awaitedIn(settings: pulumi.Inputs): ReadonlySet<string> {
  const awaited = new Set(Object.keys(settings));
  for (const [setting, value] of Object.entries(settings)) {
    const arrive = () => void awaited.delete(setting);
    promiseOf(pulumi.output(value)).then(arrive, arrive);
  }
  return awaited;
}

/** Converts a value to text, as in the stack's configuration. */
const asText = (value: pulumi.Input<unknown>): pulumi.Output<string | undefined> =>
  pulumi.all([value]).apply(([known]) => (known === undefined || known === null ? undefined : String(known)));

const withoutUnset = (settings: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).filter((entry): entry is [string, string] => entry[1] !== undefined));

function refuseWrong(name: string, args: ProviderArgs): void {
  const names: readonly string[] = settingNames;
  const misspelt = Object.keys(args)
    .filter((setting) => !names.includes(setting))
    .map((setting) => {
      const near = nearest(setting, names);
      const hint = near === undefined ? "." : `; did you mean "${near}"?`;
      return `Provider "${name}": "${setting}" is not a setting${hint} Available: ${names.join(", ")}.`;
    });
  // Loaded on demand: most programs have no explicit provider.
  const { settingComplaints } =
    require("../program/configuration/setting-complaints") as typeof import("../program/configuration/setting-complaints");
  const wrong = settingComplaints({ ...args }).map((complaint) => `Provider "${name}": ${complaint}`);
  // From a misspelt `config.get`: the key of the stack would order in the stack's account.
  const isKeyLost = Object.hasOwn(args, "apiKey") && (args.apiKey ?? undefined) === undefined;
  const lost = isKeyLost ? [lostKeyMessage(name)] : [];
  const problems = [...misspelt, ...wrong, ...lost];
  if (problems.length > 0) throw new pulumi.RunError(problems.join("\n"));
}

const lostKeyMessage = (name: string): string =>
  `Provider "${name}": apiKey is given, but has no value, so its servers would be ordered in the account of the stack's own key. ` +
  'Is the name of the configuration value right? "config.requireSecret" fails where there is none. To mean the stack\'s own key, leave apiKey out.';

const sameNameMessage = (name: string): string =>
  `Provider "${name}": the program has another provider of this name, in another component. The state and the ledger tell accounts apart by these names alone, so orders of one would be ` +
  "looked for in the other's account. Nothing was ordered for it: give each provider a name of its own.";

/** The stack's own settings. What the stack keeps encrypted stays secret in the provider's inputs. */
function stackSettings(): pulumi.Inputs {
  const config = new pulumi.Config("rimuhosting");
  const values = settingNames.map((name) => {
    const isSecret = name === "apiKey" || isSecretKey(`rimuhosting:${name}`);
    return [name, isSecret ? config.getSecret(name) : config.get(name)];
  });
  return definedParts(Object.fromEntries(values));
}
