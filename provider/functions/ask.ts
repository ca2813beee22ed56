// The program's side of every function. Loaded with the package: it decides whether mocks or the service answer.

import * as pulumi from "@pulumi/pulumi";
import { isMocked } from "../engine/mocks";
import { knownValue } from "../engine/outputs";
import { settingsOf } from "../program/configuration";
import { givenArguments, givenOptions } from "../program/given";
import { vpsType } from "../program/stack-state";
import { failure } from "./failure";
import type { ArgsOf, FunctionName, ResultOf } from "./questions";

/** What the token of a call starts with in unit tests with mocks, as in generated SDKs. */
export const tokenPrefix = "rimuhosting:index:";

/** For the message about arguments that are no object. */
const example = "{ orderOid: 2853299702 }";

/** The settings of an explicit provider. */
type ExplicitSettings = Readonly<Record<string, unknown>> | undefined;

/** The promise form: asks immediately. */
export async function ask<Name extends FunctionName>(
  name: Name,
  args: ArgsOf<Name>,
  given?: pulumi.InvokeOptions,
): Promise<ResultOf<Name>> {
  const opts = givenOptions(name, given);
  const explicit = explicitSettings(name, opts);
  const settings = explicit && (await knownValue(explicit));
  if (explicit !== undefined && settings === undefined)
    throw failure(`${name}: the provider has settings that this preview does not know yet. Use ${name}Output.`);
  return findAnswer(name, givenArguments(name, args, example), opts, settings, []);
}

/** The Output form: asks once the arguments are known, which in a preview may be never. */
export function askOutput<Name extends FunctionName>(
  name: Name,
  args: unknown,
  given?: pulumi.InvokeOutputOptions,
): pulumi.Output<ResultOf<Name>> {
  const opts = givenOptions(name, given);
  const { dependsOn, ...plainOpts } = opts;
  const plain = pulumi.Output.isInstance(args) ? args : givenArguments(name, args as object, example);
  const question = pulumi.all([pulumi.output(plain), explicitSettings(name, opts), doneWith(dependsOn)]);
  return question.apply(([plainArgs, explicit, after]) => findAnswer(name, plainArgs, plainOpts, explicit, after));
}

/** Under mocks no request leaves the process: the test's own `call` answers, as for functions of generated SDKs. */
function findAnswer<Name extends FunctionName>(
  name: Name,
  args: unknown,
  opts: pulumi.InvokeOptions,
  explicit: ExplicitSettings,
  after: readonly string[],
): Promise<ResultOf<Name>> {
  if (isMocked()) return pulumi.runtime.invoke(`${tokenPrefix}${name}`, args as pulumi.Inputs, opts);
  // Loaded with the first question: most programs ask none, and schemas and client account for most of the package's loading time.
  const { answerInRun } = require("./answer-in-run") as typeof import("./answer-in-run");
  return answerInRun(name, args, explicit, after);
}

function explicitSettings(name: string, { provider, parent }: pulumi.InvokeOptions) {
  const inherited = provider ?? parent?.getProvider(vpsType);
  const settings = inherited && settingsOf(inherited);
  if (provider !== undefined && settings === undefined && !isMocked())
    throw failure(`${name}: the option "provider" must be a rimuhosting.Provider.`);
  return settings;
}

/** Identifies the resources that must exist first. Unknown, like the answer, until all of them have been created. */
function doneWith(dependsOn: pulumi.InvokeOutputOptions["dependsOn"]): pulumi.Output<string[]> {
  return pulumi.output(dependsOn ?? []).apply((given) => {
    const resources: pulumi.Resource[] = Array.isArray(given) ? given : [given];
    return pulumi.all(
      resources.map((resource) => (pulumi.CustomResource.isInstance(resource) ? resource.id : resource.urn)),
    );
  });
}
