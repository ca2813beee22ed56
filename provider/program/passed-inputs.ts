import * as pulumi from "@pulumi/pulumi";
import type { CheckedInputs, HiddenInputs } from "../pulumi/hidden-inputs";
import { showsProtection } from "../pulumi/internals";
import { isLeftOut, promiseOf } from "../pulumi/program";
import { vpsType } from "../pulumi/resource-types";
import { secretArguments } from "../server/arguments";
import { definedParts } from "../service/names";
import type { IdempotencyKey } from "./idempotency-key";
import { timeoutsOf, type VpsOptions } from "./options";
import type { VpsArgs } from "./vps-args";

/** What is known only once the server is declared is none of it. */
type HiddenInput = keyof HiddenInputs | Exclude<keyof CheckedInputs, "__importedElsewhere">;

/** What the provider needs to know and the engine does not pass on. What is known at once is passed as a plain value, because outputs are slow in the SDK. */
export const hiddenInputs = (
  urn: pulumi.Input<string>,
  given: VpsArgs,
  opts: VpsOptions,
  { key, password }: IdempotencyKey,
): { readonly [Name in HiddenInput]?: pulumi.Input<unknown> } =>
  definedParts({
    __urn: urn,
    __key: key,
    __keyPassword: pulumi.secret(password),
    __isPreview: pulumi.runtime.isDryRun(),
    __leftOut: pulumi.runtime.isDryRun() ? undefined : argumentsThat(isLeftOut, given),
    __secret: argumentsThat((value) => pulumi.isSecret(pulumi.output(value)), given),
    __isRetained: opts.retainOnDelete === true || undefined,
    __timeouts: timeoutsOf(opts.customTimeouts),
    __import: opts.import === undefined ? undefined : String(opts.import),
  });

/** Computed here, because the created resource's own URN is known only once the server exists. */
export const urnOf = (name: string, { parent }: VpsOptions): string | Promise<string> =>
  parent
    ? promiseOf(pulumi.createUrn(name, vpsType, parent))
    : `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${vpsType}::${name}`;

/**
 * Whether a declared server is protected: by its own option, by one that it inherits, or by a transformation, which runs while it is
 * declared. If the SDK does not show that, the server counts as protected, because it might be.
 */
export const isProtected = (server: pulumi.Resource, { protect = true }: VpsOptions): boolean =>
  showsProtection(server) ? server.__protect === true : protect;

/**
 * The arguments whose value is not plain and has a quality. In an up, if a value comes from a resource that is left out, the SDK passes it on
 * as if the program did not set it; and no provider is told which values are secret.
 */
function argumentsThat(
  has: (value: unknown) => Promise<boolean>,
  given: VpsArgs,
): Promise<string[] | undefined> | undefined {
  const open = Object.entries(given).filter(([, value]) => value instanceof Object);
  if (open.length === 0) return undefined;
  // The SDK reports failures.
  const names = open.map(async ([name, value]) => ((await has(value).catch(() => false)) ? [name] : []));
  return Promise.all(names).then((found) => (found.flat().length === 0 ? undefined : found.flat()));
}

/** The secret arguments, marked as secret. */
export const secretsOf = (args: VpsArgs): pulumi.Inputs =>
  Object.fromEntries(
    secretArguments
      .filter((argument) => args[argument] !== undefined)
      .map((argument) => [argument, pulumi.secret(args[argument])]),
  );
