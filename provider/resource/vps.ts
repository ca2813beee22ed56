import * as pulumi from "@pulumi/pulumi";
import { vpsArguments } from "../plan/change-table";
import { requireResolvable, requireSoundConfiguration } from "../program/configuration";
import { programRun } from "../program/run";
import { vpsType } from "../program/stack-state";
import { secretArguments } from "../schema/secret-inputs";
import { hiddenInputs, type MadeResource } from "./hidden-inputs";
import { optionsForEngine, refuseOptions, type VpsOptions } from "./options";
import type { VpsArgs } from "./vps-args";
import type {
  VpsClone,
  VpsFile,
  VpsHostSelector,
  VpsIpRequest,
  VpsLocation,
  VpsMonthlyCost,
  VpsMove,
} from "./vps-outputs";

/** In the state of every server for good: the path and the name are a contract. */
const providerCode = 'exports.handler = () => require("pulumi-rimuhosting/dynamic").vps;';

/**
 * A virtual server at RimuHosting: one order, bought when the resource is created and cancelled when it is deleted.
 *
 * The Pulumi id is the order's number. A replacement deletes first unless `deleteBeforeReplace: false` is given: two
 * bills and the same name twice would be the surprise.
 *
 * The outputs are the arguments as they were last applied, and what the service tells. Where the type of one has no
 * `undefined`, the service tells it of every order since 2010: only a server that is older, and that was imported or read
 * with `get`, can be without it.
 *
 * @example
 * ```ts
 * const web = new rimuhosting.Vps("web", { domainName: "web.example.com", distro: "deb13.64", memoryMb: 2048 });
 * export const ip = web.primaryIp;
 * ```
 */
export class Vps extends pulumi.CustomResource {
  /** The number of the order: the identity of the server, never renumbered. Beyond 2^31. API: `order_oid`. */
  declare readonly orderOid: pulumi.Output<number>;
  /** The service's own name of the order in paths, such as `order-2853299702-web-example-com`. API: `slug`. */
  declare readonly slug: pulumi.Output<string>;
  /** The address of the first interface. A move to another host may change it. API: `allocated_ips.primary_ip`. */
  declare readonly primaryIp: pulumi.Output<string>;
  /** Further addresses, `[]` when there are none. API: `allocated_ips.secondary_ips`. */
  declare readonly secondaryIps: pulumi.Output<string[]>;
  /**
   * `RUNNING`, `NOTRUNNING`, `RESTARTING` or `POWERCYCLING`, as it was when the order was last read. API:
   * `running_state`.
   */
  declare readonly observedRunningState: pulumi.Output<string>;
  /** Where the server stands. API: `location`. */
  declare readonly location: pulumi.Output<VpsLocation>;
  /**
   * The order in the service's own words: plan, sizes, host, image, price; absent where it has none. API:
   * `order_description`.
   */
  declare readonly orderDescription: pulumi.Output<string | undefined>;
  /**
   * What the order costs a month, in the account's currency and, estimated by the service, in US dollars. Without tax and
   * overage. Absent where the service names no sum or no currency. API: `billing_info.monthly_recurring_amt`.
   */
  declare readonly monthlyCost: pulumi.Output<VpsMonthlyCost | undefined>;
  /**
   * Traffic a month that is paid with the order, in GB, in and out together; absent where the service tells none. API:
   * `data_transfer_allowance.data_transfer_gb`.
   */
  declare readonly dataTransferAllowanceGb: pulumi.Output<number | undefined>;
  /** When the order was placed, ISO 8601 in UTC. API: `billing_info.order_date`. */
  declare readonly orderDate: pulumi.Output<string>;
  /**
   * Until when the order is paid, ISO 8601 in UTC; absent before the first payment. API: `billing_info.prepaid_until`.
   */
  declare readonly prepaidUntil: pulumi.Output<string | undefined>;
  /**
   * Since when the service keeps the server from running, ISO 8601 in UTC; absent when it does not. API:
   * `billing_info.suspended_date`.
   */
  declare readonly suspendedDate: pulumi.Output<string | undefined>;
  /**
   * When the order ends, ISO 8601 in UTC: a date in the future where it was cancelled at the end of its period; absent
   * when it does not end. API: `billing_info.cancellation_date`.
   */
  declare readonly cancellationDate: pulumi.Output<string | undefined>;
  /**
   * What the service said when it set the server up: the choices it made, such as the billing method; absent where it
   * did not set it up for this resource, as after an import.
   */
  declare readonly setupMessages: pulumi.Output<string[] | undefined>;

  /** The root password that is valid now; always secret. Derived by the provider where the program gives none. */
  declare readonly password: pulumi.Output<string>;
  /** The label of the server: a domain name, which need not resolve. */
  declare readonly domainName: pulumi.Output<string>;
  /** Image code, such as `deb13.64`, that the server is installed with. */
  declare readonly distro: pulumi.Output<string>;
  /** Code of the data centre that the server is in, such as `DCDALLAS`. */
  declare readonly dcLocation: pulumi.Output<string>;
  /** Memory in MB. */
  declare readonly memoryMb: pulumi.Output<number>;
  /** Boot disk in MB. */
  declare readonly diskSpaceMb: pulumi.Output<number>;
  /** Second disk in MB, 0 or absent when there is none. */
  declare readonly diskSpace2Mb: pulumi.Output<number | undefined>;
  /** Third disk in MB, 0 or absent when there is none. */
  declare readonly diskSpace3Mb: pulumi.Output<number | undefined>;
  /** The host that the server runs on. */
  declare readonly hostServerOid: pulumi.Output<string>;
  /** The billing method that is charged; absent where the service names none. */
  declare readonly billingOid: pulumi.Output<number | undefined>;

  /** Pricing plan code that the program gave; absent where it gave none. */
  declare readonly pricingPlanCode: pulumi.Output<string | undefined>;
  /** Control panel that the program asked for; absent where it asked for none. */
  declare readonly controlPanel: pulumi.Output<string | undefined>;
  /** Kind of server that the program asked for; absent where it left that to the plan. */
  declare readonly vpsType: pulumi.Output<"LOW_CONTENTION" | "REGULAR" | "DEDICATED" | undefined>;
  /** Host features that the program asked for, separated by spaces; absent where it asked for none. */
  declare readonly features: pulumi.Output<string | undefined>;
  /** Whether the program required a host with SSD; absent where it said nothing. */
  declare readonly isSsdHostRequired: pulumi.Output<boolean | undefined>;
  /** Hints for the choice of host that the program gave; absent where it gave none. */
  declare readonly hostServerSelector: pulumi.Output<VpsHostSelector | undefined>;
  /**
   * Public keys for root that the program gave last; those on the server are from its last install. Absent where it
   * gave none.
   */
  declare readonly sshAuthorizedKeys: pulumi.Output<string[] | undefined>;
  /** Cloud-config text that the program gave last; always secret. Absent where it gave none. */
  declare readonly cloudConfigData: pulumi.Output<string | undefined>;
  /**
   * Files that the program gave last; always secret. Those on the server are from its last install. Absent where it
   * gave none.
   */
  declare readonly fileInjectionData: pulumi.Output<VpsFile[] | undefined>;
  /** Whether only the minimal set-up of the image is done; absent where the program said nothing. */
  declare readonly isJustMinimalInit: pulumi.Output<boolean | undefined>;
  /** Owner of the order that the program gave; absent where it gave none. */
  declare readonly userOid: pulumi.Output<number | undefined>;
  /**
   * Addresses that the program asked for; absent where it asked for none. What there is, `primaryIp` and `secondaryIps`
   * tell.
   */
  declare readonly ipRequest: pulumi.Output<VpsIpRequest | undefined>;
  /** Tags that the program put on the order; absent where it gave none. */
  declare readonly metaData: pulumi.Output<Record<string, string> | undefined>;
  /** What was copied instead of installing an image; absent where an image was installed. */
  declare readonly instantiationViaCloneOptions: pulumi.Output<VpsClone | undefined>;
  /**
   * The managed running state: what the program asked for, or the server's own where that has changed since; absent
   * where it is not managed.
   */
  declare readonly runningState: pulumi.Output<"RUNNING" | "NOTRUNNING" | undefined>;
  /** What a change of the image does; absent: `reinstall`. */
  declare readonly onImageChange: pulumi.Output<"reinstall" | "replace" | "forbid" | undefined>;
  /** Whether a change of first-boot data reinstalls the server; absent: no. */
  declare readonly reinstallOnFirstBootChange: pulumi.Output<boolean | undefined>;
  /** The values whose change reinstalls the server; absent where the program gives none. */
  declare readonly reinstallTriggers: pulumi.Output<unknown[] | undefined>;
  /** The values whose change restarts the server; absent where the program gives none. */
  declare readonly restartTriggers: pulumi.Output<unknown[] | undefined>;
  /** How a move to another host is done; absent where the program says nothing. */
  declare readonly move: pulumi.Output<VpsMove | undefined>;
  /** What a deletion does; absent: `immediately`. */
  declare readonly cancel: pulumi.Output<"immediately" | "at-period-end" | undefined>;
  /** The most that the server may cost a month, in USD; absent where there is no limit. */
  declare readonly maxMonthlyCostUsd: pulumi.Output<number | undefined>;

  /** Reads a server that exists, without managing it: nothing is ever ordered, changed or cancelled. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Vps {
    return new Vps(name, onlyRead, { ...opts, id });
  }

  /** Whether an object is a `Vps`, also one of another copy of this package. */
  static override isInstance(object: unknown): object is Vps {
    return typeof object === "object" && object !== null && "__pulumiType" in object && object.__pulumiType === vpsType;
  }

  /** Declares a server. Bad arguments are errors of the preview, which name the argument. */
  constructor(name: string, args: VpsArgs, opts: VpsOptions = {}) {
    requireResolvable();
    requireSoundConfiguration();
    const isDeclared = args !== onlyRead;
    const run = isDeclared ? programRun() : undefined;
    if (isDeclared) refuseOptions(name, opts);
    const made = settledLater<MadeResource>();
    const inputs = isDeclared ? { ...args, ...secretsOf(args), ...hiddenInputs(name, opts, run, made.value) } : {};
    super(vpsType, name, { ...outputs, ...inputs, __provider: providerCode }, optionsForEngine(opts));
    made.settle(this);
    if (run === undefined) return;
    // Its place is known before it is there: nobody has to wait for its purchase, which may fail.
    const urn = pulumi.createUrn(name, vpsType, opts.parent);
    run.servers.push({ urn, orderOid: this.orderOid, domainName: this.domainName, provider: providerOf(this) });
  }
}

/** Stands for the arguments of a server that the program reads and does not declare. */
const onlyRead: VpsArgs = { domainName: "" };

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
] as const satisfies readonly (keyof Vps)[];

/** Every output, by which the SDK knows what to make of them before the server is there. */
const outputs = Object.fromEntries([...vpsArguments, ...observedProperties].map((property) => [property, undefined]));

/** A value that inputs may wait for before it is there. */
function settledLater<T>(): { readonly value: Promise<T>; readonly settle: (value: T) => void } {
  let settle: (value: T) => void = () => undefined;
  const value = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { value, settle };
}

/** Secret arguments stay secret whatever the program gives. One in JavaScript may give none at all: check names what is missing. */
const secretsOf = (args: VpsArgs | undefined): pulumi.Inputs =>
  Object.fromEntries(
    secretArguments
      .filter((argument) => args?.[argument] !== undefined)
      .map((argument) => [argument, pulumi.secret(args?.[argument])]),
  );

const providerOf = ({ __prov }: MadeResource): pulumi.ProviderResource | undefined => __prov;
