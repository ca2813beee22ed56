import * as pulumi from "@pulumi/pulumi";
import { vpsArguments } from "../plan/change-table";
import { type ImportConsent, importConsents } from "../plan/model";
import { ownershipOf } from "../plan/purchase/ownership";
import { requireSoundConfiguration } from "../program/configuration";
import type { Inputs } from "../program/inputs";
import { secretArguments } from "../schema/secret-inputs";
import type { VpsArgument, VpsInputs, WrittenVpsInputs } from "../schema/vps-inputs";
import type { VpsOutputs } from "../schema/vps-outputs";
import { aliasUrns } from "./alias-urns";
import { timeoutsOf } from "./durations";
import { ledgerOf } from "./ledger";
import { knownValue, type ProgramRun, programRun, turn, withoutDependencies } from "./program-run";
import { requireResolvable } from "./resolvable";
import { vpsType } from "./stack-state";

/** What a program may say of a server. Only `domainName` is required. */
export interface VpsArgs extends Inputs<WrittenVpsInputs> {}

/** Pulumi's own options, and how a server that exists is brought in. */
export interface VpsOptions extends pulumi.CustomResourceOptions {
  /**
   * The number of an order that exists, such as `"2853299702"`: this resource adopts it and buys nothing. The preview shows
   * a creation and lists what differs. Counts only until the server is in the state, and may be taken out afterwards.
   */
  import?: pulumi.ID;
  /**
   * What an import does where the server differs from the program. `fail` (the default): nothing is adopted or changed.
   * `change`: the server is adopted and resized, moved, started or stopped. `reinstall`: the image is written anew as well, and
   * ALL DATA ON THE SERVER IS LOST.
   */
  onImportDifference?: ImportConsent;
}

/** What the service tells of a server. */
const observedProperties = [
  "orderOid",
  "slug",
  "primaryIp",
  "secondaryIps",
  "observedRunningState",
  "location",
  "orderDescription",
  "monthlyCost",
  "dataTransferAllowanceGb",
  "orderDate",
  "prepaidUntil",
  "suspendedDate",
  "cancellationDate",
  "setupMessages",
] as const satisfies readonly (keyof VpsOutputs)[];

type ObservedProperty = (typeof observedProperties)[number];

/** Told by the service at every purchase. */
type AlwaysKnown = "orderOid" | "primaryIp" | "secondaryIps" | "observedRunningState";

// Mapped over `keyof`, so that what the schemas say of each property reaches the reader of the program.
type ArgumentOutputs = { readonly [K in keyof VpsInputs]-?: pulumi.Output<VpsInputs[K]> };
type ObservedOutputs = {
  readonly [K in keyof Pick<VpsOutputs, ObservedProperty>]-?: pulumi.Output<
    K extends AlwaysKnown ? NonNullable<VpsOutputs[K]> : VpsOutputs[K]
  >;
};

/** In the state of every server for good: the path and the name are a contract. */
const providerCode = 'exports.handler = () => require("pulumi-rimuhosting/dynamic").vps;';

/** The outputs: every argument as it was last applied, and what the service tells. */
export interface Vps extends Omit<ArgumentOutputs, "password">, ObservedOutputs {
  /** The root password that is valid now; always secret. Derived by the provider where the program gives none. */
  readonly password: pulumi.Output<string>;
}

/**
 * A virtual server at RimuHosting: one order, bought when the resource is created and cancelled when it is deleted.
 *
 * The Pulumi id is the order's number. A replacement deletes first unless `deleteBeforeReplace: false` is given: two
 * bills and the same name twice would be the surprise.
 *
 * @example
 * ```ts
 * const web = new rimuhosting.Vps("web", { domainName: "web.example.com", distro: "deb13.64", memoryMb: 2048 });
 * export const ip = web.primaryIp;
 * ```
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: see the interface.
export class Vps extends pulumi.CustomResource {
  /** Reads a server that exists, without managing it: nothing is ever ordered, changed or cancelled. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Vps {
    return new Vps(name, undefined, { ...opts, id });
  }

  /** Whether an object is a `Vps`, also one of another copy of this package. */
  static override isInstance(object: unknown): object is Vps {
    return typeof object === "object" && object !== null && "__pulumiType" in object && object.__pulumiType === vpsType;
  }

  /** Declares a server. Bad arguments are errors of the preview, which name the argument. */
  constructor(name: string, args: VpsArgs, opts?: VpsOptions);
  /** @internal */
  constructor(name: string, args: VpsArgs | undefined, opts?: VpsOptions);
  constructor(name: string, args: VpsArgs | undefined, opts: VpsOptions = {}) {
    requireResolvable();
    requireSoundConfiguration();
    const outputs = Object.fromEntries(
      [...vpsArguments, ...observedProperties].map((property) => [property, undefined]),
    );
    const run = args === undefined ? undefined : programRun();
    if (args !== undefined) refuseOptions(name, opts);
    const made = settledLater<Vps>();
    const inputs =
      args === undefined ? {} : { ...args, ...wrapped(args), ...hiddenInputs(name, opts, run, made.value) };
    super(vpsType, name, { ...outputs, ...inputs, __provider: providerCode }, withDefaults(opts));
    made.settle(this);
    // Its place is known before it is there: nobody has to wait for its purchase, which may fail.
    if (run !== undefined) run.servers.push(declared(this, pulumi.createUrn(name, vpsType, opts.parent)));
  }
}

/** What the SDK keeps to itself of a resource; known when the transformations of the stack have been at it. */
type MadeResource = Vps & {
  readonly __protect?: boolean;
  readonly __prov?: pulumi.ProviderResource;
  readonly __transformations?: readonly unknown[];
};

const declared = (vps: MadeResource, urn: pulumi.Output<string>) => ({
  urn,
  orderOid: vps.orderOid,
  domainName: vps.domainName,
  provider: vps.__prov,
});

/** A value that inputs may wait for before it is there. */
function settledLater<T>(): { readonly value: Promise<T>; readonly settle: (value: T) => void } {
  let settle: (value: T) => void = () => undefined;
  const value = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { value, settle };
}

/** Secret arguments stay secret whatever the program gives. */
const wrapped = (args: VpsArgs): Partial<Record<VpsArgument, pulumi.Output<unknown>>> =>
  Object.fromEntries(
    secretArguments
      .filter((argument) => args[argument] !== undefined)
      .map((argument) => [argument, pulumi.secret(args[argument])]),
  );

/** The engine's own import cannot work for a dynamic provider, so the options about it stay here. */
const withDefaults = ({ import: _, onImportDifference, ...opts }: VpsOptions): pulumi.CustomResourceOptions => ({
  deleteBeforeReplace: true,
  ...opts,
  additionalSecretOutputs: [...(opts.additionalSecretOutputs ?? []), ...secretArguments, "__ledgerSecret"],
});

/** What the provider needs to know and the engine does not pass on. */
function hiddenInputs(
  name: string,
  opts: VpsOptions,
  run: ProgramRun | undefined,
  made: Promise<MadeResource>,
): pulumi.Inputs {
  const ledger = run && ledgerOf(run);
  const urn = withoutDependencies(pulumi.createUrn(name, vpsType, opts.parent));
  return {
    __declaredUrn: urn,
    __ledger: ledger?.id,
    __ledgerSecret: run && ledger && secretOf(run, ledger.secret),
    __ownership:
      run && ledger && ownership(run, ledger.id, urn, withoutDependencies(aliasUrns(name, vpsType, opts)), opts.import),
    __account: made.then(({ __prov: provider }) => provider && nameOf(provider)),
    // Transformations may set it, and components hand it down.
    __isProtected: made.then(({ __protect: isProtected }) => isProtected || undefined),
    __isRetained: opts.retainOnDelete || undefined,
    __replaceOnChanges: opts.replaceOnChanges,
    __isReplacedLast: opts.deleteBeforeReplace === false || undefined,
    __isTransformed: made.then(({ __transformations: given = [] }) => given.length > 0 || undefined),
    __timeouts: timeoutsOf(opts.customTimeouts),
    ...(opts.import === undefined
      ? {}
      : { __import: String(opts.import), __onImportDifference: opts.onImportDifference }),
  };
}

const nameOf = (provider: pulumi.ProviderResource & { readonly __name?: string }): string | undefined =>
  provider.__name;

/**
 * Never another one while the state has the ledger. A preview that updates the ledger, as for a new provider or its new key, does not
 * know the outputs, and would tell an interrupted purchase's order for one with other arguments.
 */
const secretOf = (run: ProgramRun, secret: pulumi.Output<string>): pulumi.Output<string> =>
  pulumi.secret(pulumi.output(run.state.then((state) => state?.ledger?.secret ?? secret)));

/** What the state says of this server. The ledger's id may be known from there before this run has made sure of the ledger. */
function ownership(
  run: ProgramRun,
  ledgerId: pulumi.Output<string>,
  urn: pulumi.Output<string>,
  earlierUrns: pulumi.Output<string[]>,
  imported: pulumi.ID | undefined,
): pulumi.Output<string> {
  const ledger = run.state.then((state) => state?.ledger?.id ?? knownValue(ledgerId));
  // Also where nothing is imported: what others import is known after a turn.
  const importers = importersOf(run, imported, urn);
  const known = pulumi.all([urn, earlierUrns, run.state, ledger, importers]);
  return known.apply(([declaredUrn, earlier, state, id, importedBy]) => {
    const importing = imported === undefined ? {} : { imported: String(imported), importedBy };
    const place = { urn: declaredUrn, earlierUrns: earlier, ...importing, imports: [...run.imports.keys()] };
    return JSON.stringify(ownershipOf(run.id, id, state, place));
  });
}

/** Every resource of the program that imports an order; whoever is declared in one go is there after a turn. */
function importersOf(
  run: ProgramRun,
  imported: pulumi.ID | undefined,
  urn: pulumi.Output<string>,
): pulumi.Output<string[]> {
  if (imported !== undefined) {
    const importers = run.imports.get(String(imported)) ?? [];
    run.imports.set(String(imported), [...importers, urn]);
  }
  return pulumi.output(turn().then(() => run.imports.get(String(imported)) ?? []));
}

/** What cannot be, said at once. */
function refuseOptions(name: string, { onImportDifference, deletedWith }: VpsOptions): void {
  if (deletedWith !== undefined)
    throw new pulumi.RunError(
      `Vps "${name}": the option deletedWith is not possible. Pulumi would drop the server from its state without cancelling the order, which would go on being billed.`,
    );
  if (onImportDifference !== undefined && !importConsents.includes(onImportDifference))
    throw new pulumi.RunError(
      `Vps "${name}": onImportDifference must be one of ${importConsents.join(", ")}, and is ${String(onImportDifference)}.`,
    );
}
