import * as pulumi from "@pulumi/pulumi";
import { settingsOf } from "../../program/configuration";
import { isMocked } from "../../program/run";
import type { ArgsOf, DataFunctionName, ResultOf } from "../questions/all";
import type { Explicit } from "./answer-in-run";
import { tokenPrefix } from "./data-function";
import { failure } from "./failure";

/** The promise form: asked at once. */
export async function ask<Name extends DataFunctionName>(
  name: Name,
  args: ArgsOf<Name>,
  opts: pulumi.InvokeOptions = {},
): Promise<ResultOf<Name>> {
  return answer(name, args, opts, await known(name, explicitSettings(name, opts)), []);
}

/** The Output form: asked when the arguments are known, in a preview perhaps never. */
export function askOutput<Name extends DataFunctionName>(
  name: Name,
  args: unknown,
  opts: pulumi.InvokeOutputOptions = {},
): pulumi.Output<ResultOf<Name>> {
  const { dependsOn, ...plainOpts } = opts;
  const question = pulumi.all([pulumi.output(args), explicitSettings(name, opts), doneWith(dependsOn)]);
  return question.apply(([plainArgs, explicit, after]) =>
    answer(name, plainArgs, plainOpts, explicit, after),
  ) as pulumi.Output<ResultOf<Name>>;
}

/** Under mocks no request leaves: the test's own `call` is asked, as it is for functions of generated SDKs. */
function answer<Name extends DataFunctionName>(
  name: Name,
  args: unknown,
  opts: pulumi.InvokeOptions,
  explicit: Explicit,
  after: readonly string[],
): Promise<ResultOf<Name>> {
  if (isMocked()) return pulumi.runtime.invoke(`${tokenPrefix}${name}`, args as pulumi.Inputs, opts);
  // Loaded at the first question: most programs ask none, and schemas and client are most of the package's loading time.
  const { answerInRun } = require("./answer-in-run") as typeof import("./answer-in-run");
  return answerInRun(name, args, explicit, after);
}

function explicitSettings(name: string, { provider, parent }: pulumi.InvokeOptions): pulumi.Output<Explicit> {
  const inherited = provider ?? parent?.getProvider("pulumi-nodejs:rimuhosting:Vps");
  const settings = inherited && settingsOf(inherited);
  if (provider !== undefined && settings === undefined && !isMocked())
    throw failure(`${name}: the option "provider" takes a rimuhosting.Provider.`);
  return settings ?? pulumi.output(undefined);
}

/** What an output that can wait tells of itself; the SDK keeps it out of its public types. */
type Waiting<T> = pulumi.Output<T> & { readonly isKnown?: Promise<boolean>; promise?(): Promise<T> };

async function known(name: string, settings: Waiting<Explicit>): Promise<Explicit> {
  if ((await settings.isKnown) === false)
    throw failure(`${name}: the provider has settings that this preview does not know yet. Use ${name}Output.`);
  return settings.promise?.();
}

/** Names the resources that must be there first. Unknown, like the answer, while one of them is yet to be created. */
function doneWith(dependsOn: pulumi.InvokeOutputOptions["dependsOn"]): pulumi.Output<string[]> {
  return pulumi.output(dependsOn ?? []).apply((given) => {
    const resources = (Array.isArray(given) ? given : [given]) as pulumi.Resource[];
    return pulumi.all(
      resources.map((resource) => (pulumi.CustomResource.isInstance(resource) ? resource.id : resource.urn)),
    );
  });
}
