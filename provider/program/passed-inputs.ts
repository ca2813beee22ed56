import * as pulumi from "@pulumi/pulumi";
import type { CheckedInputs, HiddenInputs } from "../pulumi/hidden-inputs";
import { showsProtection } from "../pulumi/internals";
import { isLeftOut, isMocked, promiseOf, runError } from "../pulumi/program";
import { isAbsent } from "../pulumi/properties";
import { vpsType } from "../pulumi/resource-types";
import { secretArguments } from "../server/arguments";
import { definedParts } from "../service/names";
import { type IdempotencyKey, providerOf } from "./idempotency-key";
import { timeoutsOf, type VpsOptions } from "./options";
import type { VpsArgs } from "./vps-args";

/** What is known only once the server is declared is none of it. */
type HiddenInput = keyof HiddenInputs | Exclude<keyof CheckedInputs, "__importedElsewhere">;

/** What the provider needs to know and the engine does not pass on. What is known at once is passed as a plain value, because outputs are slow in the SDK. */
export const hiddenInputs = (
  urn: pulumi.Input<string>,
  given: VpsArgs,
  opts: VpsOptions,
  idempotencyKey: IdempotencyKey,
): { readonly [Name in HiddenInput]?: pulumi.Input<unknown> } =>
  definedParts({
    __urn: urn,
    __key: idempotencyKey.key,
    __keyPassword: pulumi.secret(idempotencyKey.password),
    // As a promise: the state would keep what an output depends on.
    __keyProviderName: promiseOf(pulumi.output(Reflect.get(idempotencyKey, "__providerName"))),
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

// Hosts cannot see what others import: each provider has its own, and only the program knows all.

/** A server of the program that imports an order. */
interface Importer {
  readonly name: string;
  /** Absent until it is declared. */
  server?: pulumi.Resource;
}

/** Kept on the stack's own object, so that every copy of this package finds it, and a run of its own begins anew. */
const claimed = Symbol.for("pulumi-rimuhosting.imports");

type WithClaims = pulumi.Resource & { [claimed]?: Map<string, Importer> };

/** Fails if two servers of a program import one order. */
export function requireOneImport(name: string, imported: unknown): Importer | undefined {
  const stack: WithClaims | undefined = pulumi.runtime.getStackResource();
  if (stack === undefined || isAbsent(imported) || isMocked()) return undefined;
  const orderOid = String(imported);
  stack[claimed] ??= new Map();
  const claims = stack[claimed];
  const other = claims.get(orderOid);
  if (other !== undefined)
    throw new pulumi.RunError(
      `"${other.name}" and "${name}" both import order ${orderOid}: deleting one would cancel the server of both. Declare it once; to rename a resource, use the aliases option.`,
    );
  const importer: Importer = { name };
  claims.set(orderOid, importer);
  return importer;
}

/** The orders that servers of other providers import, as far as they are declared by now, with a URN to call each by. */
export function importsElsewhere(server: pulumi.Resource): Readonly<Record<string, string>> | undefined {
  const stack: WithClaims | undefined = pulumi.runtime.getStackResource();
  const elsewhere = [...(stack?.[claimed] ?? [])].filter(
    ([, importer]) => importer.server !== undefined && providerOf(importer.server) !== providerOf(server),
  );
  if (elsewhere.length === 0) return undefined;
  // Without its parent: nothing may wait for the URN of a component, which may wait for this very server.
  const place = `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${vpsType}::`;
  return Object.fromEntries(elsewhere.map(([orderOid, { name }]) => [orderOid, place + name]));
}

/** The servers that each run has declared. */
const declared = new WeakMap<pulumi.Resource, Set<string>>();

/**
 * Fails if a server of this URN is declared already. So does Pulumi, but about the idempotency key, which the program does not mention.
 *
 * @param urn a promise within a component: the answer is one then, too
 */
export function requireOnlyOne(name: string, urn: string | Promise<string>): undefined | Promise<void> {
  return typeof urn === "string" ? note(name, urn) : urn.then((known) => note(name, known));
}

function note(name: string, urn: string): undefined {
  const stack = pulumi.runtime.getStackResource();
  if (stack === undefined || isMocked()) return;
  const urns = declared.get(stack) ?? new Set();
  if (urns.has(urn))
    throw runError(
      `Two servers are called "${name}". Pulumi can't tell them apart, even in two components of the same type. ` +
        "Rename one; in a component, begin with the component's name.",
    );
  declared.set(stack, urns.add(urn));
}
