import * as pulumi from "@pulumi/pulumi";
import { showsProtection } from "../pulumi/internals";
import { urnOf } from "../pulumi/places";
import { isLeftOut, isMocked, pauseStackTraces, promiseOf, requireResolvable } from "../pulumi/program";
import { hostedCode, typeOf, vpsType } from "../pulumi/resource-types";
import { meantArgument, secretArguments, vpsArguments } from "../server/arguments";
import type { CheckedInputs, HiddenInputs } from "../server/program";
import { definedParts } from "../service/names";
import { refuseForeignProvider, requireValidConfiguration } from "./configuration";
import { givenArguments, plainArguments, requireName } from "./given";
import { IdempotencyKey, optionsOfKey, requireSameProvider } from "./idempotency-key";
import { importsElsewhere, requireOneImport } from "./imported-orders";
import { showKnownOutputs } from "./preview-outputs";
import { givenResourceOptions, type OptionRules } from "./resource-options";
import { savedStateFor } from "./saved-state";
import type { VpsArgs, VpsLocation, VpsMonthlyCost } from "./vps-args";
import { optionsForEngine, refusedForVps, timeoutsOf, type VpsOptions } from "./vps-options";

/** Reported by the service for every order since 2010, or always set by the provider. */
type AlwaysThere = "domainName" | "password" | "distro" | "dcLocation" | "memoryMb" | "diskSpaceMb" | "hostServerOid";

/** Arguments that have a different form once they are applied. */
interface AppliedOtherwise {
  hostServerOid: string;
  billingOid: number;
  userOid: number;
  instantiationViaCloneOptions: {
    /** The number of the order that was copied. */
    vpsOrderOidToClone: number;
    /** The label of the copy. */
    domainName?: string | undefined;
  };
  cloudConfig: Record<string, unknown>;
  reinstallTriggers: unknown[];
  restartTriggers: unknown[];
}

type Applied<Name extends keyof VpsArgs> = Name extends keyof AppliedOtherwise
  ? AppliedOtherwise[Name]
  : Exclude<pulumi.Unwrap<VpsArgs[Name]>, undefined>;

/**
 * The arguments as last applied (first-boot data, except `password`, as recorded for the next install); `undefined` for what the
 * program does not set and the service does not report.
 */
type VpsArgsOutputs = {
  readonly [Name in keyof VpsArgs]-?: pulumi.Output<
    Name extends AlwaysThere ? Applied<Name> : Applied<Name> | undefined
  >;
};

export interface Vps extends VpsArgsOutputs {}

/**
 * A virtual server at RimuHosting: one order, bought when the resource is created and cancelled when it is deleted.
 *
 * The Pulumi id is the order's number. `new Vps` also declares an `IdempotencyKey` of the same name.
 *
 * The outputs include the arguments as last applied; first-boot data, except `password`, is as saved for the next install.
 * `password` is the root password that the server was installed with, always secret. It may be empty for a clone, for a
 * server imported without one until its next reinstall, and for a server that a killed run ordered with one that the
 * program, or its key, no longer has. Servers from before 2010 may lack outputs that their types promise.
 *
 * @example
 * ```ts
 * const web = new rimuhosting.Vps("web", { domainName: "web.example.com", distro: "deb13.64" }, { protect: true });
 * export const ip = web.primaryIp;
 * ```
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the SDK sets every output whose name it is given
export class Vps extends pulumi.CustomResource {
  /** The number of the order: the server's identity, which never changes. */
  declare readonly orderOid: pulumi.Output<number>;
  /** The service's own name for the order in paths. */
  declare readonly slug: pulumi.Output<string>;
  /** The address of the first interface. A move to another host may change it. */
  declare readonly primaryIp: pulumi.Output<string>;
  /** Additional addresses, `[]` if there are none. */
  declare readonly secondaryIps: pulumi.Output<string[]>;
  /** `VPS`. */
  declare readonly serverType: pulumi.Output<string | undefined>;
  /** `DEPLOYED` once the server is installed. */
  declare readonly deployedState: pulumi.Output<string | undefined>;
  /** `RUNNING`, `NOTRUNNING`, `RESTARTING` or `POWERCYCLING`, when the order was last read. */
  declare readonly observedRunningState: pulumi.Output<string>;
  /** Where the server is. */
  declare readonly location: pulumi.Output<VpsLocation>;
  /** Code of the order's plan, whoever chose it. `pricingPlanCode` holds what the program set. */
  declare readonly pricingPlan: pulumi.Output<string | undefined>;
  /** The order in the service's own words: plan, sizes, host, image, price. */
  declare readonly orderDescription: pulumi.Output<string | undefined>;
  /** What the order costs per month, without tax and overage. */
  declare readonly monthlyCost: pulumi.Output<VpsMonthlyCost | undefined>;
  /** The monthly fee in USD, as the service records it beside `monthlyCost`. */
  declare readonly monthlyRecurringFee: pulumi.Output<number | undefined>;
  /** Traffic per month included in the price, in GB, in and out together. */
  declare readonly dataTransferAllowanceGb: pulumi.Output<number | undefined>;
  /** When the order was placed. */
  declare readonly orderDate: pulumi.Output<string>;
  /** The date until which the order is paid; absent before the first payment. */
  declare readonly prepaidUntil: pulumi.Output<string | undefined>;
  /** When the service suspended the server; absent if it isn't suspended. */
  declare readonly suspendedDate: pulumi.Output<string | undefined>;
  /** When the order ends: in the future for a cancellation at the end of the period, absent if none is due. */
  declare readonly cancellationDate: pulumi.Output<string | undefined>;
  /** What the service reported at the set-up, such as the billing method that it chose; absent after an import. */
  declare readonly setupMessages: pulumi.Output<string[] | undefined>;

  /** The type in the state and in policies. */
  static readonly __pulumiType = vpsType;

  /** Whether an object is a `Vps`, even one from another copy of this package. */
  static override isInstance(object: unknown): object is Vps {
    return typeOf(object) === vpsType;
  }

  /** Declares a server. A bad argument is an error in the preview, which names it. */
  constructor(name: string, args: VpsArgs, opts: VpsOptions = {}) {
    requireName("Vps", name);
    requireResolvable();
    requireValidConfiguration();
    const given = givenArguments(`Vps "${name}"`, args, '{ domainName: "web.example.com" }');
    const options = givenResourceOptions(`Vps "${name}"`, opts, vpsOptions);
    refuseForeignProvider(`Vps "${name}"`, vpsType, options);
    const importer = requireOneImport(name, options.import);
    const plain = plainArguments(`Vps "${name}"`, given);
    const urn = urnOf(vpsType, name, options);
    const key = new IdempotencyKey(name, optionsOfKey(options));
    // Transformations run inside super(). What they leave must be seen before the server is registered, which waits for these inputs: until
    // the program has declared what comes right after it, too.
    const declared = Promise.withResolvers<pulumi.Resource>();
    const hidden = {
      ...hiddenInputs(urn, given, options, key),
      __isProtected: declared.promise.then((server) => isProtected(server, options) || undefined),
      __importedElsewhere: declared.promise.then(importsElsewhere),
      __saved: declared.promise.then((server) => savedStateFor(server, urn, key.key, given.domainName)),
    };
    const inputs = { ...plain, ...secretsOf(plain), ...hidden };
    const traces = pauseStackTraces();
    try {
      super(vpsType, name, { ...outputs, ...inputs, __provider: hostedCode("vps") }, optionsForEngine(options));
    } catch (error) {
      throw traces.traced(error);
    } finally {
      traces.resume();
    }
    try {
      requireSameProvider(name, this, key);
      if (importer !== undefined) importer.server = this;
      declared.resolve(this);
    } catch (error) {
      declared.reject(error);
    }
    Object.defineProperty(this, "id", { value: presentId(this), enumerable: true, configurable: true });
    if (!isMocked()) showKnownOutputs(this, Object.keys(outputs), given, options);
  }
}

/** What is known only once the server is declared is none of it. */
type HiddenInput = keyof HiddenInputs | Exclude<keyof CheckedInputs, "__importedElsewhere" | "__saved">;

/** What the provider needs to know and the engine does not pass on. What is known at once is passed as a plain value, because outputs are slow in the SDK. */
const hiddenInputs = (
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

/**
 * Whether a declared server is protected: by its own option, by one that it inherits, or by a transformation, which runs while it is
 * declared. If the SDK does not show that, the server counts as protected, because it might be.
 */
const isProtected = (server: pulumi.Resource, { protect = true }: VpsOptions): boolean =>
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
const secretsOf = (args: VpsArgs): pulumi.Inputs =>
  Object.fromEntries(
    secretArguments
      .filter((argument) => args[argument] !== undefined)
      .map((argument) => [argument, pulumi.secret(args[argument])]),
  );

/** An update cannot change the id of a purchase that had no answer at first: the engine keeps it until a refresh. */
const presentId = ({ id, orderOid }: Vps) =>
  id.apply((saved) =>
    saved.startsWith("pending-")
      ? orderOid.apply((found: number | undefined) => (found === undefined ? saved : String(found)))
      : saved,
  );

/** What the service reports for a server. */
const observedProperties = [
  "orderOid",
  "slug",
  "primaryIp",
  "secondaryIps",
  "serverType",
  "deployedState",
  "observedRunningState",
  "location",
  "pricingPlan",
  "orderDescription",
  "monthlyCost",
  "monthlyRecurringFee",
  "dataTransferAllowanceGb",
  "orderDate",
  "prepaidUntil",
  "suspendedDate",
  "cancellationDate",
  "setupMessages",
] as const satisfies readonly (keyof Vps)[];

const vpsOptions: OptionRules = {
  anInput: "an argument of Vps",
  anOutput: "an output of Vps",
  inputs: vpsArguments,
  outputs: [...vpsArguments, ...observedProperties],
  meant: meantArgument,
  refused: refusedForVps,
};

/** Every output: the SDK has to know their names before the server exists. */
const outputs = Object.fromEntries(vpsOptions.outputs.map((property) => [property, undefined]));
