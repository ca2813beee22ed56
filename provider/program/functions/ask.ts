import * as pulumi from "@pulumi/pulumi";
import { isLater, isMocked, resolvedValue, runError } from "../../pulumi/program";
import { isAbsent } from "../../pulumi/properties";
import { vpsType } from "../../pulumi/resource-types";
import { settingsOf } from "../configuration";
import { givenArguments, kindOf } from "../given";
import { givenOptions } from "../resource-options";
import type { FunctionName } from "./questions";

// The program's side of every function. Loaded with the package: it decides whether mocks or the service answer.

/** What the token of a call starts with in unit tests with mocks, as in generated SDKs. */
export const tokenPrefix = "rimuhosting:index:";

const ofOneOrder = "{ orderOid: 2853299702 }";

/** For the message about arguments that are no object. */
const examples: Readonly<Record<FunctionName, string>> = {
  getBillingMethods: "{}",
  getDataTransferUsage: ofOneOrder,
  getDistributions: "{}",
  getOrder: ofOneOrder,
  getOrders: '{ domainName: "web.example.com" }',
  getPricingPlans: '{ dcLocation: "DCDALLAS" }',
  getVpsStatus: ofOneOrder,
};

/** The settings of an explicit provider. */
type ExplicitSettings = Readonly<Record<string, unknown>> | undefined;

/**
 * Both forms of a function. Its arguments and results are documented interfaces beside it, not types of the schemas, so that an
 * editor shows their comments; a type test compares each with its schema.
 */
export const formsOf = <Args extends [object?], OutputArgs extends [object?], Result>(name: FunctionName) => ({
  /** Asks immediately. */
  promise: (...[args, opts]: [...Args, opts?: pulumi.InvokeOptions]): Promise<Result> => ask(name, args, opts),
  /** Asks once the arguments are known, which in a preview may be never. */
  output: (...[args, opts]: [...OutputArgs, opts?: pulumi.InvokeOutputOptions]): pulumi.Output<Result> =>
    askOutput(name, args, opts),
});

async function ask<Result>(
  name: FunctionName,
  args: object | undefined,
  given: pulumi.InvokeOptions | undefined,
): Promise<Result> {
  const opts: pulumi.InvokeOutputOptions = givenOptions(name, given);
  if (!isAbsent(opts.dependsOn)) throw runError(`${name}: only ${name}Output can wait, with dependsOn.`);
  const explicit = explicitSettings(name, opts);
  const settings = explicit && (await resolvedValue(explicit));
  if (explicit !== undefined && settings === undefined)
    throw runError(`${name}: the provider has settings that this preview does not know yet. Use ${name}Output.`);
  const plain = givenArguments(name, args, examples[name]);
  const [open, value] = Object.entries(plain).find(([, each]) => isLater(each)) ?? [];
  if (open !== undefined) throw runError(`${name}: ${open} is ${kindOf(value)}: use ${name}Output.`);
  return findAnswer(name, plain, opts, settings);
}

function askOutput<Result>(
  name: FunctionName,
  args: object | undefined,
  given: pulumi.InvokeOutputOptions | undefined,
): pulumi.Output<Result> {
  const opts = givenOptions(name, given);
  const { dependsOn, ...plainOpts } = opts;
  const plain = pulumi.Output.isInstance(args) ? args : givenArguments(name, args, examples[name]);
  const question = pulumi.all([pulumi.output(plain), explicitSettings(name, opts), doneWith(dependsOn)]);
  return question.apply(([plainArgs, explicit]) => findAnswer<Result>(name, plainArgs, plainOpts, explicit));
}

/** Under mocks no request leaves the process: the test's own `call` answers, as for functions of generated SDKs. */
function findAnswer<Result>(
  name: FunctionName,
  args: unknown,
  opts: pulumi.InvokeOptions,
  explicit: ExplicitSettings,
): Promise<Result> {
  if (isMocked()) return pulumi.runtime.invoke(`${tokenPrefix}${name}`, args as pulumi.Inputs, opts);
  // Loaded with the first question: most programs ask none, and schemas and client account for most of the package's loading time.
  const { answerInRun } = require("./questions") as typeof import("./questions");
  return answerInRun(name, args, explicit);
}

function explicitSettings(name: string, { provider, parent }: pulumi.InvokeOptions) {
  const inherited = provider ?? parent?.getProvider(vpsType);
  const settings = inherited && settingsOf(inherited);
  if (provider !== undefined && settings === undefined && !isMocked())
    throw runError(`${name}: the provider option must be a rimuhosting.Provider.`);
  return settings;
}

/** Waits for the resources that must exist first. Unknown, like the answer, until all of them have been created. */
function doneWith(dependsOn: pulumi.InvokeOutputOptions["dependsOn"]): pulumi.Output<string[]> {
  return pulumi.output(dependsOn ?? []).apply((given) => {
    const resources: pulumi.Resource[] = Array.isArray(given) ? given : [given];
    return pulumi.all(
      resources.map((resource) => (pulumi.CustomResource.isInstance(resource) ? resource.id : resource.urn)),
    );
  });
}
