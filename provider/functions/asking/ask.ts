import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { readEnvironment } from "../../api/environment";
import { resolveSettings } from "../../api/settings";
import { settingsOf } from "../../program/explicit-settings";
import { isMocked } from "../../program/mocks";
import { answerFrom, failure } from "./answer";
import { type DataFunction, tokenPrefix } from "./data-function";
import { runService } from "./run-services";

type Explicit = Readonly<Record<string, unknown>> | undefined;

/** The promise form: asked at once. */
export async function ask<Args extends z.ZodType, Result>(
  asked: DataFunction<Args, Result>,
  args: z.input<Args>,
  opts: pulumi.InvokeOptions = {},
): Promise<Result> {
  return answer(asked, args, opts, await known(asked.name, explicitSettings(asked.name, opts)), []);
}

/** The Output form: asked when the arguments are known, in a preview perhaps never. */
export function askOutput<Args extends z.ZodType, Result>(
  asked: DataFunction<Args, Result>,
  args: unknown,
  opts: pulumi.InvokeOutputOptions = {},
): pulumi.Output<Result> {
  const { dependsOn, ...plainOpts } = opts;
  const question = pulumi.all([pulumi.output(args), explicitSettings(asked.name, opts), doneWith(dependsOn)]);
  return question.apply(([plainArgs, explicit, after]) =>
    answer(asked, plainArgs, plainOpts, explicit, after),
  ) as pulumi.Output<Result>;
}

/** Under mocks no request leaves: the test's own `call` is asked, as it is for functions of generated SDKs. */
function answer<Args extends z.ZodType, Result>(
  asked: DataFunction<Args, Result>,
  args: unknown,
  opts: pulumi.InvokeOptions,
  explicit: Explicit,
  after: readonly string[],
): Promise<Result> {
  if (isMocked()) return pulumi.runtime.invoke(`${tokenPrefix}${asked.name}`, args as pulumi.Inputs, opts);
  return answerFrom(() => runService(currentSettings(explicit), after), asked, args);
}

function currentSettings(explicit: Explicit) {
  const config = new pulumi.Config("rimuhosting");
  return resolveSettings({ provider: explicit, config: (name) => config.get(name), env: readEnvironment() });
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
