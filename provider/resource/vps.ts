import * as pulumi from "@pulumi/pulumi";
import { secretArguments, vpsArguments } from "../plan/argument/arguments";
import { type ImportConsent, importConsents } from "../plan/import/import-differences";
import { importSituation } from "../plan/import/import-situation";
import { claimOf } from "../plan/purchase/own-state";
import type { Inputs } from "../program/inputs";
import type { VpsArgument, VpsInputs, WrittenVpsInputs } from "../schema/vps/vps-inputs";
import type { VpsOutputs } from "../schema/vps/vps-outputs";
import { aliasUrns } from "./alias-urns";
import { timeoutsOf } from "./durations";
import { stackLedger } from "./ledger";
import { ownState } from "./own-state";
import { requireResolvable } from "./resolvable";

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

const vpsType = "pulumi-nodejs:rimuhosting:Vps";

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
    const outputs = Object.fromEntries(
      [...vpsArguments, ...observedProperties].map((property) => [property, undefined]),
    );
    const inputs = args === undefined ? {} : { ...args, ...wrapped(args), ...hiddenInputs(name, opts) };
    super(vpsType, name, { ...outputs, ...inputs, __provider: providerCode }, withDefaults(opts));
  }
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
function hiddenInputs(name: string, opts: VpsOptions): pulumi.Inputs {
  const ledger = stackLedger();
  const urn = pulumi.createUrn(name, vpsType, opts.parent);
  const claim =
    ledger &&
    pulumi
      .all([ledger.id, urn, aliasUrns(name, vpsType, opts), ownState()])
      .apply(([ledgerId, declaredUrn, earlier, own]) => JSON.stringify(claimOf(ledgerId, declaredUrn, own, earlier)));
  return {
    __declaredUrn: urn,
    __ledger: ledger?.id,
    __ledgerSecret: ledger && pulumi.secret(ledger.secret),
    __claim: claim,
    __isProtected: isProtected(opts) || undefined,
    __isRetained: opts.retainOnDelete || undefined,
    __replaceOnChanges: opts.replaceOnChanges,
    __isReplacedLast: opts.deleteBeforeReplace === false || undefined,
    __timeouts: timeoutsOf(opts.customTimeouts),
    ...importInputs(urn, opts),
  };
}

/** Only where an order is imported: it is compared with what the state holds. */
function importInputs(urn: pulumi.Output<string>, { import: imported, onImportDifference }: VpsOptions): pulumi.Inputs {
  if (imported === undefined) return {};
  if (onImportDifference !== undefined && !importConsents.includes(onImportDifference))
    throw new Error(
      `onImportDifference must be one of ${importConsents.join(", ")}, and is ${String(onImportDifference)}`,
    );
  // Under mocks there is no ledger, and no state to ask.
  const own = stackLedger() === undefined ? undefined : ownState();
  const situation = pulumi.all([urn, own]).apply(([declaredUrn, entries]) => {
    const told = importSituation(imported, declaredUrn, entries);
    return told === undefined ? undefined : JSON.stringify(told);
  });
  return { __import: String(imported), __importSituation: situation, __onImportDifference: onImportDifference };
}

/** `protect` is inherited from the parent, which the SDK keeps to itself. */
function isProtected(opts: pulumi.CustomResourceOptions): boolean {
  const parent: (pulumi.Resource & { __protect?: boolean }) | undefined =
    opts.parent ?? pulumi.runtime.getStackResource();
  return opts.protect ?? parent?.__protect ?? false;
}
