import * as pulumi from "@pulumi/pulumi";
import type { CheckedInputs, HiddenInputs } from "../engine/hidden-inputs";
import { isLeftOut, promiseOf } from "../engine/outputs";
import { definedParts } from "../engine/parts";
import { showsProtection } from "../engine/probes";
import { vpsType } from "../engine/resource-types";
import type { IdempotencyKey } from "../purchase/idempotency-key";
import { secretArguments } from "./arguments";
import { timeoutsOf, type VpsOptions } from "./options";
import type { VpsArgs } from "./vps-args";

type HiddenInput = keyof HiddenInputs | keyof CheckedInputs;

/** What the provider needs to know and the engine does not pass on. What is known at once is a plain value: an output takes the SDK long. */
export const hiddenInputs = (
  name: string,
  given: VpsArgs,
  opts: VpsOptions,
  { key, password }: IdempotencyKey,
): { readonly [Name in HiddenInput]?: pulumi.Input<unknown> } =>
  definedParts({
    __urn: urnOf(name, opts),
    __key: key,
    __keyPassword: pulumi.secret(password),
    __isPreview: pulumi.runtime.isDryRun() || undefined,
    __leftOut: pulumi.runtime.isDryRun() ? undefined : leftOutOf(given),
    __isProtected: isProtected(opts) || undefined,
    __buysFirst: opts.deleteBeforeReplace === false || undefined,
    __timeouts: timeoutsOf(opts.customTimeouts),
    __import: opts.import === undefined ? undefined : String(opts.import),
  });

/** Not that of the made resource: it is known only once the server exists. */
const urnOf = (name: string, { parent }: VpsOptions): pulumi.Input<string> =>
  parent
    ? promiseOf(pulumi.createUrn(name, vpsType, parent))
    : `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${vpsType}::${name}`;

/** Its own option, or what it inherits. An SDK that does not show that leaves every server protected: one might be. */
function isProtected({ protect, parent = pulumi.runtime.getStackResource() }: VpsOptions): boolean {
  if (protect !== undefined || parent === undefined) return protect === true;
  return !showsProtection(parent) || parent.__protect === true;
}

/** In an up, the SDK passes on an argument whose value comes from a resource that is left out as if the program did not set it. */
function leftOutOf(given: VpsArgs): Promise<string[] | undefined> | undefined {
  const open = Object.entries(given).filter(([, value]) => value instanceof Object);
  if (open.length === 0) return undefined;
  // What fails, the SDK reports.
  const left = open.map(async ([name, value]) => ((await isLeftOut(value).catch(() => false)) ? [name] : []));
  return Promise.all(left).then((names) => (names.flat().length === 0 ? undefined : names.flat()));
}

/** The secret arguments, marked as secret. */
export const secretsOf = (args: VpsArgs): pulumi.Inputs =>
  Object.fromEntries(
    secretArguments
      .filter((argument) => args[argument] !== undefined)
      .map((argument) => [argument, pulumi.secret(args[argument])]),
  );
