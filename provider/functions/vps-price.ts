import type * as pulumi from "@pulumi/pulumi";
import type {
  VpsCloneArgs,
  VpsFileArgs,
  VpsHostSelectorArgs,
  VpsIpRequestArgs,
  VpsMoveArgs,
} from "../program/vps-shapes";
import { formsOf } from "./ask";
import type { Money } from "./catalogue";

/** The arguments of a `Vps`, all optional: the service chooses whatever you leave out. */
export interface GetVpsPriceArgs {
  /** Label of the server: a fully qualified domain name. Default: a made-up one, because the price does not depend on it. */
  domainName?: string | undefined;
  /** Image code such as `deb13.64`. Default: chosen by the service. */
  distro?: string | undefined;
  /** Data-centre code such as `DCDALLAS`. Default: chosen by the service. */
  dcLocation?: string | undefined;
  /** Pricing plan code. Default: the service chooses by the sizes. */
  pricingPlanCode?: string | undefined;
  /** `webmin`. Default: none. */
  controlPanel?: string | undefined;
  /** Kind of server. Default: the plan's. */
  vpsType?: "LOW_CONTENTION" | "REGULAR" | "DEDICATED" | undefined;
  /** Requested host features, separated by spaces: `ssd`, `nvme`, `recentcpu`. Default: none. */
  features?: string | undefined;
  /** Require a host with SSD. Default: false. */
  isSsdHostRequired?: boolean | undefined;
  /** Hints for the choice of host. Default: none. */
  hostServerSelector?: GetVpsPriceHostSelectorArgs | undefined;
  /** Memory in MB (1 GB = 1024 MB), at least 1. Default: the plan's. */
  memoryMb?: number | undefined;
  /** Boot disk in MB, at least 1. Default: the plan's. */
  diskSpaceMb?: number | undefined;
  /** Second disk in MB, at least 0. Default: 0, which means none. */
  diskSpace2Mb?: number | undefined;
  /** Third disk in MB, at least 0. Default: 0, which means none. */
  diskSpace3Mb?: number | undefined;
  /** Root password. Not sent: the price does not depend on it. */
  password?: string | undefined;
  /** Public keys for root. Not sent: the price does not depend on them. */
  sshAuthorizedKeys?: string[] | undefined;
  /** Cloud-config as an object. Not sent: the price does not depend on it. */
  cloudConfig?: Record<string, unknown> | undefined;
  /** Cloud-config text. Not sent: the price does not depend on it. */
  cloudConfigData?: string | undefined;
  /** Files for the image. Not sent: the price does not depend on them. */
  fileInjectionData?: GetVpsPriceFileArgs[] | undefined;
  /** Do only the minimal set-up of the image. Default: false. */
  isJustMinimalInit?: boolean | undefined;
  /** The number of the billing method to charge. Default: chosen by the service. */
  billingOid?: number | string | undefined;
  /** The number of the order's owner. Default: the caller. */
  userOid?: number | string | undefined;
  /** The number of the host to run on; meant for customers with their own hosts. Default: chosen by the service. */
  hostServerOid?: number | string | undefined;
  /** Additional or particular IP addresses. Default: one. */
  ipRequest?: GetVpsPriceIpRequestArgs | undefined;
  /** Tags for the order. Default: none. */
  metaData?: Record<string, string> | undefined;
  /** Copy this VPS instead of installing an image. Default: an image is installed. */
  instantiationViaCloneOptions?: GetVpsPriceCloneArgs | undefined;
  /** Not sent: a stopped server is billed like a running one. */
  runningState?: "RUNNING" | "NOTRUNNING" | undefined;
  /** Not sent: only affects later changes. */
  onImageChange?: "reinstall" | "replace" | "forbid" | undefined;
  /** Not sent: only affects later changes. */
  reinstallOnFirstBootChange?: boolean | undefined;
  /** Not sent: only affects later changes. */
  reinstallTriggers?: unknown[] | undefined;
  /** Not sent: only affects later changes. */
  restartTriggers?: unknown[] | undefined;
  /** Not sent: only affects later changes. */
  moveTriggers?: unknown[] | undefined;
  /** Not sent: only affects later changes. */
  restartMethod?: "RESTARTING" | "POWERCYCLING" | undefined;
  /** Not sent: only affects later moves. */
  move?: GetVpsPriceMoveArgs | undefined;
  /** Not sent: only affects deletion. */
  cancel?: "immediately" | "at-period-end" | undefined;
  /** Not sent: `Vps` compares it with the price. This function reports the price, however high it is. */
  maxMonthlyCostUsd?: number | undefined;
  /** The number of a port. Not sent: only affects how long an `up` waits. */
  waitForPort?: number | undefined;
}

/** Hints for the choice of host. */
export interface GetVpsPriceHostSelectorArgs {
  /** Minimum free disk space on the host, in GB, at least 0. Default: none. */
  minVmDiskFreeGb?: number | undefined;
}

/** A file for the image. Exactly one of the three kinds of content is required. */
export interface GetVpsPriceFileArgs {
  /** Absolute path on the server, such as `/root/.ssh/authorized_keys`. */
  path: string;
  /** The content, as text. Default: none; one of the three kinds is required. */
  dataAsString?: string | undefined;
  /** The content, in base64, for anything that is not text. Default: none; one of the three kinds is required. */
  dataAsBase64?: string | undefined;
  /** The URL that the service fetches the content from. Default: none; one of the three kinds is required. */
  dataFromUrl?: string | undefined;
  /** Run the file at the first boot. Default: false. */
  execOnFirstBoot?: boolean | undefined;
}

/** Additional or particular IP addresses, beyond the one that every VPS gets. */
export interface GetVpsPriceIpRequestArgs {
  /** The number of addresses, at least 1. The service limits it. Default: 1. */
  numIps?: number | undefined;
  /** Why more than one is needed; required if `numIps` is above 1. Default: none. */
  extraIpReason?: string | undefined;
  /** Particular addresses, meant for customers' own ranges. Default: none. */
  requestedIps?: string[] | undefined;
}

/** A VPS to copy instead of installing an image. */
export interface GetVpsPriceCloneArgs {
  /** The number of the order to copy. */
  vpsOrderOidToClone: number | string;
  /** The label of the copy. Default: the `domainName` of the new server. */
  domainName?: string | undefined;
}

/** How to move the server to another host. */
export interface GetVpsPriceMoveArgs {
  /** Whether to replace the old addresses in the service's name servers. Default: replace them where present. */
  isUpdateDns?: boolean | undefined;
  /** A note for the service's staff. Default: none. */
  moveReason?: string | undefined;
  /** What to keep if the new host is priced differently: the sizes or the price. Default: `CHOOSE_BEST_OPTION`. */
  pricingChangeOption?: "CHOOSE_SAME_RESOURCES" | "CHOOSE_SAME_PRICING" | "CHOOSE_BEST_OPTION" | undefined;
}

/** The arguments of a `Vps`, all optional. Each, even a nested one, may be an output. */
export interface GetVpsPriceOutputArgs {
  /** Label of the server: a fully qualified domain name. Default: a made-up one, because the price does not depend on it. */
  domainName?: pulumi.Input<string> | undefined;
  /** Image code such as `deb13.64`. Default: chosen by the service. */
  distro?: pulumi.Input<string> | undefined;
  /** Data-centre code such as `DCDALLAS`. Default: chosen by the service. */
  dcLocation?: pulumi.Input<string> | undefined;
  /** Pricing plan code. Default: the service chooses by the sizes. */
  pricingPlanCode?: pulumi.Input<string> | undefined;
  /** `webmin`. Default: none. */
  controlPanel?: pulumi.Input<string> | undefined;
  /** Kind of server. Default: the plan's. */
  vpsType?: pulumi.Input<"LOW_CONTENTION" | "REGULAR" | "DEDICATED"> | undefined;
  /** Requested host features, separated by spaces: `ssd`, `nvme`, `recentcpu`. Default: none. */
  features?: pulumi.Input<string> | undefined;
  /** Require a host with SSD. Default: false. */
  isSsdHostRequired?: pulumi.Input<boolean> | undefined;
  /** Hints for the choice of host. Default: none. */
  hostServerSelector?: pulumi.Input<VpsHostSelectorArgs> | undefined;
  /** Memory in MB (1 GB = 1024 MB), at least 1. Default: the plan's. */
  memoryMb?: pulumi.Input<number> | undefined;
  /** Boot disk in MB, at least 1. Default: the plan's. */
  diskSpaceMb?: pulumi.Input<number> | undefined;
  /** Second disk in MB, at least 0. Default: 0, which means none. */
  diskSpace2Mb?: pulumi.Input<number> | undefined;
  /** Third disk in MB, at least 0. Default: 0, which means none. */
  diskSpace3Mb?: pulumi.Input<number> | undefined;
  /** Root password. Not sent: the price does not depend on it. */
  password?: pulumi.Input<string> | undefined;
  /** Public keys for root. Not sent: the price does not depend on them. */
  sshAuthorizedKeys?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Cloud-config as an object. Not sent: the price does not depend on it. */
  cloudConfig?: pulumi.Input<Record<string, pulumi.Input<unknown>>> | undefined;
  /** Cloud-config text. Not sent: the price does not depend on it. */
  cloudConfigData?: pulumi.Input<string> | undefined;
  /** Files for the image. Not sent: the price does not depend on them. */
  fileInjectionData?: pulumi.Input<pulumi.Input<VpsFileArgs>[]> | undefined;
  /** Do only the minimal set-up of the image. Default: false. */
  isJustMinimalInit?: pulumi.Input<boolean> | undefined;
  /** The number of the billing method to charge. Default: chosen by the service. */
  billingOid?: pulumi.Input<number | string> | undefined;
  /** The number of the order's owner. Default: the caller. */
  userOid?: pulumi.Input<number | string> | undefined;
  /** The number of the host to run on; meant for customers with their own hosts. Default: chosen by the service. */
  hostServerOid?: pulumi.Input<number | string> | undefined;
  /** Additional or particular IP addresses. Default: one. */
  ipRequest?: pulumi.Input<VpsIpRequestArgs> | undefined;
  /** Tags for the order. Default: none. */
  metaData?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
  /** Copy this VPS instead of installing an image. Default: an image is installed. */
  instantiationViaCloneOptions?: pulumi.Input<VpsCloneArgs> | undefined;
  /** Not sent: a stopped server is billed like a running one. */
  runningState?: pulumi.Input<"RUNNING" | "NOTRUNNING"> | undefined;
  /** Not sent: only affects later changes. */
  onImageChange?: pulumi.Input<"reinstall" | "replace" | "forbid"> | undefined;
  /** Not sent: only affects later changes. */
  reinstallOnFirstBootChange?: pulumi.Input<boolean> | undefined;
  /** Not sent: only affects later changes. */
  reinstallTriggers?: pulumi.Input<unknown[]> | undefined;
  /** Not sent: only affects later changes. */
  restartTriggers?: pulumi.Input<unknown[]> | undefined;
  /** Not sent: only affects later changes. */
  moveTriggers?: pulumi.Input<unknown[]> | undefined;
  /** Not sent: only affects later changes. */
  restartMethod?: pulumi.Input<"RESTARTING" | "POWERCYCLING"> | undefined;
  /** Not sent: only affects later moves. */
  move?: pulumi.Input<VpsMoveArgs> | undefined;
  /** Not sent: only affects deletion. */
  cancel?: pulumi.Input<"immediately" | "at-period-end"> | undefined;
  /** Not sent: `Vps` compares it with the price. This function reports the price, however high it is. */
  maxMonthlyCostUsd?: pulumi.Input<number> | undefined;
  /** The number of a port. Not sent: only affects how long an `up` waits. */
  waitForPort?: pulumi.Input<number> | undefined;
}

/** A quote: nothing is ordered, and the price is not guaranteed. */
export interface GetVpsPriceResult {
  /** What the server would cost per month: in the account's currency, and the service's estimate in USD. */
  readonly monthlyCost: Money;
  /** The service's own sentence about the price, which may also mention what an order still lacks. Absent if there is none. */
  readonly message: string | undefined;
}

const vpsPriceForms = formsOf<[args?: GetVpsPriceArgs], [args?: GetVpsPriceOutputArgs], GetVpsPriceResult>(
  "getVpsPrice",
);

/**
 * Asks for a quote: what a `Vps` with these arguments would cost per month. Orders nothing. Passwords, files and
 * cloud-config are not sent, because the price does not depend on them. The API key is sent if there is one, because prices
 * depend on the account.
 *
 * Fails for arguments that `Vps` would not accept, or if the service refuses them (an unknown location, no room), cannot be
 * reached or sends an answer that cannot be read. API: `PUT /r/pricing-plans/new-vm-pricing`.
 *
 * @example
 * ```ts
 * const { monthlyCost } = await rimuhosting.getVpsPrice({ dcLocation: "DCDALLAS", memoryMb: 4096, diskSpaceMb: 40_960 });
 * if ((monthlyCost.amountUsd ?? 0) > 50) throw new pulumi.RunError("That is more than we want to spend.");
 * ```
 */
export const getVpsPrice = vpsPriceForms.promise;

/**
 * {@link getVpsPrice} for arguments that are outputs. Unknown in a preview for as long as they are.
 *
 * @example
 * ```ts
 * export const twice = rimuhosting.getVpsPriceOutput({ memoryMb: web.memoryMb.apply((mb) => 2 * mb) }).monthlyCost;
 * ```
 */
export const getVpsPriceOutput = vpsPriceForms.output;
