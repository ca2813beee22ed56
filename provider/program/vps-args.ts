import type * as pulumi from "@pulumi/pulumi";

/**
 * The arguments of a `Vps`. Only `domainName` is required. A misspelt argument is an error in the preview.
 */
export interface VpsArgs {
  /**
   * Label of the server: a domain name, usually a full one, at most 255 characters, which need not resolve. Letter case
   * and a trailing dot don't matter. A change replaces the server; data and IP are lost.
   */
  domainName: pulumi.Input<string>;
  /**
   * Image code such as `deb13.64`, from `getDistributions`. A change reinstalls the server (see `onImageChange`): ALL
   * DATA IS LOST, order and IP stay. Default: chosen by the service.
   */
  distro?: pulumi.Input<string> | undefined;
  /**
   * Data-centre code such as `DCDALLAS`, from `npx pulumi-rimuhosting catalog`. A change replaces the server; data and
   * IP are lost. Default: chosen by the service.
   */
  dcLocation?: pulumi.Input<string> | undefined;
  /** Plan code, from `getPricingPlans`. A change is refused. Default: chosen by the service to fit the sizes. */
  pricingPlanCode?: pulumi.Input<string> | undefined;
  /**
   * Control panel to install with the image: `webmin` or `none`. A change reinstalls the server (see `onImageChange`):
   * ALL DATA IS LOST, order and IP stay. Default: none.
   */
  controlPanel?: pulumi.Input<string> | undefined;
  /** Kind of server. A change replaces the server; data and IP are lost. Default: the plan's. */
  vpsType?: pulumi.Input<"LOW_CONTENTION" | "REGULAR" | "DEDICATED"> | undefined;
  /**
   * Host features, separated by spaces, such as `ssd`, `nvme` or `recentcpu`. A change replaces the server; data and IP
   * are lost. Default: none.
   */
  features?: pulumi.Input<string> | undefined;
  /** Requires a host with SSD. A change replaces the server; data and IP are lost. Default: false. */
  isSsdHostRequired?: pulumi.Input<boolean> | undefined;
  /** Hints for choosing the host. A change replaces the server; data and IP are lost. Default: none. */
  hostServerSelector?: pulumi.Input<VpsHostSelectorArgs> | undefined;
  /**
   * Memory in MB, from 64 to 1048576; 1 GB is 1024 MB. A change restarts the server, keeps its data and is billed pro
   * rata. Default: the plan's.
   */
  memoryMb?: pulumi.Input<number> | undefined;
  /**
   * Boot disk in MB, from 1024 to 104857600. Growing restarts the server, keeps its data and is billed pro rata;
   * shrinking is refused. Default: the plan's.
   */
  diskSpaceMb?: pulumi.Input<number> | undefined;
  /**
   * Second disk in MB, 0 for none; not in the regular backups. A change works as for `diskSpaceMb`. Default: the
   * plan's.
   */
  diskSpace2Mb?: pulumi.Input<number> | undefined;
  /** Third disk in MB, 0 for none. A change works as for `diskSpaceMb`. Default: the plan's. */
  diskSpace3Mb?: pulumi.Input<number> | undefined;
  /**
   * Root password, at least 8 characters; well-known ones are refused. A clone keeps its source's. Always treated as
   * secret. A change takes effect at the next install (see `reinstallOnFirstBootChange`). Default: a random one, in the
   * output of the same name.
   */
  password?: pulumi.Input<string> | undefined;
  /**
   * Public keys for root, each as in its file; written to `/root/.ssh/authorized_keys`. A change takes effect at the
   * next install (see `reinstallOnFirstBootChange`). Default: none.
   */
  sshAuthorizedKeys?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /**
   * Cloud-config as an object, such as `{ packages: ["nginx"] }`; excludes `cloudConfigData`. Always treated as secret.
   * A change takes effect at the next install (see `reinstallOnFirstBootChange`). Default: none.
   */
  cloudConfig?: pulumi.Input<Record<string, pulumi.Input<unknown>>> | undefined;
  /**
   * User data for cloud-init as text, usually starting with `#cloud-config`. Always treated as secret. A change takes
   * effect at the next install (see `reinstallOnFirstBootChange`). Default: none.
   */
  cloudConfigData?: pulumi.Input<string> | undefined;
  /**
   * Files that the service writes into the image. Always treated as secret. A change takes effect at the next install
   * (see `reinstallOnFirstBootChange`). Default: none.
   */
  fileInjectionData?: pulumi.Input<pulumi.Input<VpsFileArgs>[]> | undefined;
  /**
   * Does only the minimal set-up of the image. A change takes effect at the next install (see
   * `reinstallOnFirstBootChange`). Default: false.
   */
  isJustMinimalInit?: pulumi.Input<boolean> | undefined;
  /** Billing method to charge, from `getBillingMethods`. A change is refused. Default: chosen by the service. */
  billingOid?: pulumi.Input<number | string> | undefined;
  /** Owner of the order. A change is refused. Default: the user of the API key. */
  userOid?: pulumi.Input<number | string> | undefined;
  /**
   * Host to run on, for customers with their own hosts. A change moves the server with its data, 5 to 10 minutes per GB
   * in use; the IP, and the price or the sizes, may change (see `move`). Default: chosen by the service, and not
   * managed.
   */
  hostServerOid?: pulumi.Input<string | number> | undefined;
  /**
   * Additional or particular IP addresses. A change replaces the server; data and IP are lost. Default: one address,
   * chosen by the service.
   */
  ipRequest?: pulumi.Input<VpsIpRequestArgs> | undefined;
  /**
   * Tags that the order gets when it is bought, such as `{ role: "web" }`, without spaces or colons. A change is
   * refused. Default: only the provider's own.
   */
  metaData?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
  /**
   * Copies another VPS instead of installing an image. A change replaces the server; data and IP are lost. Default:
   * an image is installed.
   */
  instantiationViaCloneOptions?: pulumi.Input<VpsCloneArgs> | undefined;
  /**
   * Whether the server should run. A change starts or stops it; a stopped server is billed like a running one. Default:
   * not managed.
   */
  runningState?: pulumi.Input<"RUNNING" | "NOTRUNNING"> | undefined;
  /**
   * What a change of `distro`, `controlPanel` or `reinstallTriggers` does. `reinstall` keeps order and IP; `replace`
   * cancels the order and buys another. Both lose ALL DATA. `forbid` is an error in the preview. Default: `reinstall`.
   */
  onImageChange?: pulumi.Input<"reinstall" | "replace" | "forbid"> | undefined;
  /**
   * Reinstalls the server, with ALL DATA LOST, when first-boot data changes: `password`, `sshAuthorizedKeys`,
   * `cloudConfig`, `cloudConfigData`, `fileInjectionData` or `isJustMinimalInit`. To install what an earlier run has
   * saved, change `reinstallTriggers`. Default: false.
   */
  reinstallOnFirstBootChange?: pulumi.Input<boolean> | undefined;
  /**
   * JSON values of your choice. A change reinstalls the server (see `onImageChange`): ALL DATA IS LOST, order and IP
   * stay; the first value, even `[]`, changes nothing. Default: none.
   */
  reinstallTriggers?: pulumi.Input<pulumi.Input<unknown>[]> | undefined;
  /**
   * JSON values of your choice. A change restarts the server (see `restartMethod`) unless it is stopped; the first
   * value changes nothing. Default: none.
   */
  restartTriggers?: pulumi.Input<pulumi.Input<unknown>[]> | undefined;
  /**
   * How `restartTriggers` restarts the server. `RESTARTING` shuts it down first; `POWERCYCLING` switches it off and on,
   * and loses what isn't on disk yet. Default: `RESTARTING`.
   */
  restartMethod?: pulumi.Input<"RESTARTING" | "POWERCYCLING"> | undefined;
  /** How to move the server when `hostServerOid` changes. Default: the defaults of its properties. */
  move?: pulumi.Input<VpsMoveArgs> | undefined;
  /**
   * What a deletion does, once an `up` has saved this. `immediately` deletes the server with its data and credits the
   * unused time; `at-period-end` keeps it running and billed until the paid period ends. Default: `immediately`.
   */
  cancel?: pulumi.Input<"immediately" | "at-period-end"> | undefined;
  /**
   * Price limit in USD a month. An order, a replacement or a dearer resize, but not a move, is refused if its quote is
   * higher or has no USD amount. Above 0, at most 1,000,000. `undefined` is no limit: read one from the configuration
   * with `requireNumber`. Default: no limit.
   */
  maxMonthlyCostUsd?: pulumi.Input<number> | undefined;
  /**
   * After an order or a reinstall, waits until the server, unless it is stopped, accepts TCP connections on this port of
   * its `primaryIp`, such as 22. After an hour, or what `customTimeouts` says, the run fails and the server stays.
   * Default: no waiting.
   */
  waitForPort?: pulumi.Input<number> | undefined;
}

/*
 * What is nested in the arguments and in the outputs of a server.
 */

/** Hints for choosing the host. */
export interface VpsHostSelectorArgs {
  /** Least free disk space on the host, in GB. Default: none. */
  minVmDiskFreeGb?: pulumi.Input<number> | undefined;
}

/** A file that the service writes into the image during installation, with exactly one of the three kinds of content. */
export type VpsFileArgs = VpsTextFileArgs | VpsBase64FileArgs | VpsFetchedFileArgs;

/** What every file has. */
export interface VpsFile {
  /** Absolute path on the server, such as `/root/.ssh/authorized_keys`. */
  path: pulumi.Input<string>;
  /** Runs the file at the first boot. Default: false. */
  execOnFirstBoot?: pulumi.Input<boolean> | undefined;
}

/** A file with its content as text. */
export interface VpsTextFileArgs extends VpsFile {
  /** The content as text. */
  dataAsString: pulumi.Input<string>;
  dataAsBase64?: undefined;
  dataFromUrl?: undefined;
}

/** A file with its content in base64. */
export interface VpsBase64FileArgs extends VpsFile {
  /** The content in base64, for anything that is not text. */
  dataAsBase64: pulumi.Input<string>;
  dataAsString?: undefined;
  dataFromUrl?: undefined;
}

/** A file whose content the service fetches. */
export interface VpsFetchedFileArgs extends VpsFile {
  /** The URL that the service fetches the content from. */
  dataFromUrl: pulumi.Input<string>;
  dataAsString?: undefined;
  dataAsBase64?: undefined;
}

/** Additional or particular IP addresses. */
export interface VpsIpRequestArgs {
  /** The number of addresses in all, at least 1. Default: 1. */
  numIps?: pulumi.Input<number> | undefined;
  /** Why more than one is needed; required if `numIps` is above 1. Default: none. */
  extraIpReason?: pulumi.Input<string> | undefined;
  /** Particular addresses, IPv4 or IPv6, for customers with their own ranges. Default: none. */
  requestedIps?: pulumi.Input<pulumi.Input<string>[]> | undefined;
}

/** A VPS to copy instead of installing an image. */
export interface VpsCloneArgs {
  /** The number of the order to copy. Its server is paused for seconds to minutes. */
  vpsOrderOidToClone: pulumi.Input<number | string>;
  /** The label of the copy on its order; a later change has no effect. Default: the `domainName` of the new server. */
  domainName?: pulumi.Input<string> | undefined;
}

/** How to move the server to another host. Nothing here changes the server by itself. */
export interface VpsMoveArgs {
  /** Whether to replace the old addresses in the service's name servers. Default: replaced where present. */
  isUpdateDns?: pulumi.Input<boolean> | undefined;
  /** A note for the service's staff. Default: none. */
  moveReason?: pulumi.Input<string> | undefined;
  /** What to keep if the new host is priced differently: the sizes or the price. Default: `CHOOSE_BEST_OPTION`. */
  pricingChangeOption?:
    | pulumi.Input<"CHOOSE_SAME_RESOURCES" | "CHOOSE_SAME_PRICING" | "CHOOSE_BEST_OPTION">
    | undefined;
}

/** Where a server is, in the service's words. */
export interface VpsLocation {
  /** Code of the data centre, such as `DCDALLAS`. */
  dataCenterLocationCode?: string | undefined;
  /** Its name, such as `Dallas`. */
  dataCenterLocationName?: string | undefined;
  /** Two-letter code of its country, such as `US`; absent from some responses. */
  dataCenterLocationCountry2ltr?: string | undefined;
}

/** What an order costs per month, excluding tax and overage. */
export interface VpsMonthlyCost {
  /** The sum in `currency`. */
  amount: number;
  /** The account's currency, such as `USD`. */
  currency: string;
  /** The same in US dollars, by the service's estimate, if it gives one. */
  amountUsd?: number | undefined;
}
