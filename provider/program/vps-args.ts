import type * as pulumi from "@pulumi/pulumi";

/**
 * The arguments of a `Vps`. Only `domainName` is required. A misspelt argument is an error in the preview.
 */
export interface VpsArgs {
  /**
   * Label of the server: a fully qualified domain name of at most 255 characters, which need not resolve. Letter case
   * and a trailing dot do not matter. A change replaces the server; data and IP are lost.
   */
  domainName: pulumi.Input<string>;
  /**
   * Image code such as `deb13.64`; `getDistributions` lists them. A change reinstalls the server (see `onImageChange`): ALL
   * DATA IS LOST, order, price and IP stay. Default: chosen by the service.
   */
  distro?: pulumi.Input<string> | undefined;
  /**
   * Data-centre code such as `DCDALLAS`; `npx pulumi-rimuhosting catalog` lists them. A change replaces the server;
   * data and IP are lost. Default: chosen by the service.
   */
  dcLocation?: pulumi.Input<string> | undefined;
  /** Pricing plan code; `getPricingPlans` lists them. A change is refused. Default: chosen by the service to fit the sizes. */
  pricingPlanCode?: pulumi.Input<string> | undefined;
  /**
   * Control panel to install with the image: `webmin` or `none`. Any other value is a warning. A change reinstalls the server
   * (see `onImageChange`): ALL DATA IS LOST, order and IP stay. Default: none.
   */
  controlPanel?: pulumi.Input<string> | undefined;
  /** Kind of server. A change replaces the server; data and IP are lost. Default: the plan's. */
  vpsType?: pulumi.Input<"LOW_CONTENTION" | "REGULAR" | "DEDICATED"> | undefined;
  /**
   * Host features, separated by spaces: `ssd`, `nvme`, `recentcpu`. Any other value is a warning. A change replaces the
   * server; data and IP are lost. Default: none.
   */
  features?: pulumi.Input<string> | undefined;
  /** Requires a host with SSD. A change replaces the server; data and IP are lost. Default: false. */
  isSsdHostRequired?: pulumi.Input<boolean> | undefined;
  /** Hints for the choice of host. A change replaces the server; data and IP are lost. Default: none. */
  hostServerSelector?: pulumi.Input<VpsHostSelectorArgs> | undefined;
  /**
   * Memory in MB (1 GB = 1024 MB). A new value below 64 or above 1048576 is refused, because it was probably meant in another
   * unit. A change restarts the server, keeps its data and is billed pro rata. Default: the plan's.
   */
  memoryMb?: pulumi.Input<number> | undefined;
  /**
   * Boot disk in MB (1 GB = 1024 MB). A new value below 1024 or above 104857600 is refused. Growing restarts the server, keeps
   * its data and is billed pro rata; shrinking is refused. Default: the plan's.
   */
  diskSpaceMb?: pulumi.Input<number> | undefined;
  /**
   * Second disk in MB, 0 for none; not part of the regular backups. A change is like one of `diskSpaceMb`. Default: the
   * plan's.
   */
  diskSpace2Mb?: pulumi.Input<number> | undefined;
  /** Third disk in MB, 0 for none. A change is like one of `diskSpaceMb`. Default: the plan's. */
  diskSpace3Mb?: pulumi.Input<number> | undefined;
  /**
   * Root password of at least 8 characters; one that is easy to guess is refused. A clone keeps its source's. Always treated
   * as secret. A change takes effect at the next install (see `reinstallOnFirstBootChange`). Default: a random one, in the
   * output of the same name.
   */
  password?: pulumi.Input<string> | undefined;
  /**
   * Public keys for root, each as its file holds it; they become `/root/.ssh/authorized_keys`. A change takes effect at the
   * next install (see `reinstallOnFirstBootChange`). Default: none.
   */
  sshAuthorizedKeys?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /**
   * Cloud-config as an object, such as `{ packages: ["nginx"] }`: the alternative to `cloudConfigData`. Always treated as
   * secret. A change takes effect at the next install (see `reinstallOnFirstBootChange`). Default: none.
   */
  cloudConfig?: pulumi.Input<Record<string, pulumi.Input<unknown>>> | undefined;
  /**
   * User data for cloud-init as text, usually with the first line `#cloud-config`. Invalid YAML is an error in the preview.
   * Always treated as secret. A change takes effect at the next install (see `reinstallOnFirstBootChange`). Default: none.
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
  /** Billing method to charge; `getBillingMethods` lists them. A change is refused. Default: chosen by the service. */
  billingOid?: pulumi.Input<number | string> | undefined;
  /** Owner of the order. A change is refused. Default: the user of the API key. */
  userOid?: pulumi.Input<number | string> | undefined;
  /**
   * Host to run on, for customers with their own hosts. A change moves the server with its data, 5 to 10 minutes per GB in
   * use; the IP, and the price or the sizes, may change (see `move`). Default: chosen by the service, and not managed.
   */
  hostServerOid?: pulumi.Input<string | number> | undefined;
  /**
   * Additional or particular IP addresses. A change replaces the server; data and IP are lost. Default: one address,
   * chosen by the service.
   */
  ipRequest?: pulumi.Input<VpsIpRequestArgs> | undefined;
  /**
   * Tags put on the order when it is bought, such as `{ role: "web" }`, without spaces or colons. A change is refused.
   * Default: only the provider's own.
   */
  metaData?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
  /**
   * Copies another VPS instead of installing an image. A change replaces the server; data and IP are lost. Default:
   * an image is installed.
   */
  instantiationViaCloneOptions?: pulumi.Input<VpsCloneArgs> | undefined;
  /**
   * Whether the server should run. A change starts or stops it. A stopped server is billed like a running one. Default: not
   * managed.
   */
  runningState?: pulumi.Input<"RUNNING" | "NOTRUNNING"> | undefined;
  /**
   * What a change of `distro`, `controlPanel` or `reinstallTriggers` does: `reinstall` in place (ALL DATA IS LOST, order and
   * IP stay), `replace` (the order is cancelled and another one bought) or `forbid` (an error in the preview). Default:
   * `reinstall`.
   */
  onImageChange?: pulumi.Input<"reinstall" | "replace" | "forbid"> | undefined;
  /**
   * Reinstalls the server, with ALL DATA LOST, when first-boot data changes: `password`, `sshAuthorizedKeys`, `cloudConfig`,
   * `cloudConfigData`, `fileInjectionData` or `isJustMinimalInit`. An error with `protect` or `onImageChange: "forbid"`. What
   * an earlier run has saved is installed by a change of `reinstallTriggers`. Default: false.
   */
  reinstallOnFirstBootChange?: pulumi.Input<boolean> | undefined;
  /**
   * Any change of these JSON values reinstalls the server (see `onImageChange`): ALL DATA IS LOST, order and IP stay. The
   * first value changes nothing. Default: none.
   */
  reinstallTriggers?: pulumi.Input<pulumi.Input<unknown>[]> | undefined;
  /**
   * Any change of these JSON values restarts the server (see `restartMethod`), unless it is stopped. The first value changes
   * nothing. Default: none.
   */
  restartTriggers?: pulumi.Input<pulumi.Input<unknown>[]> | undefined;
  /**
   * How `restartTriggers` restarts the server. `RESTARTING` shuts it down first; `POWERCYCLING` switches a hung server off and
   * on, and what isn't yet on disk is lost. Default: `RESTARTING`.
   */
  restartMethod?: pulumi.Input<"RESTARTING" | "POWERCYCLING"> | undefined;
  /** How to move the server when `hostServerOid` changes. Default: the defaults of its properties. */
  move?: pulumi.Input<VpsMoveArgs> | undefined;
  /**
   * What a deletion does, once an `up` has saved it. `immediately` deletes the server with its data and credits the unused
   * time. `at-period-end` keeps it running, and billed, until the end of the paid period. Default: `immediately`.
   */
  cancel?: pulumi.Input<"immediately" | "at-period-end"> | undefined;
  /**
   * The most that this server may cost per month, in USD, by the service's quote; above 0, at most 1,000,000. An order, a
   * replacement or a dearer resize that would cost more, or has no price in USD, is refused, in the preview and in the `up`.
   * Default: no limit.
   */
  maxMonthlyCostUsd?: pulumi.Input<number> | undefined;
  /**
   * After an order or a reinstall, waits until the server accepts TCP connections on this port of its `primaryIp`, such as 22.
   * It waits for an hour, or as long as `customTimeouts` says; then the run fails, and the server stays in the state. Default:
   * no waiting.
   */
  waitForPort?: pulumi.Input<number> | undefined;
}

/*
 * What is nested in the arguments and in the outputs of a server.
 */

/** Hints for the choice of host. */
export interface VpsHostSelectorArgs {
  /** Minimum free disk space on the host, in GB, at least 0. Default: none. */
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

/** Additional or particular IP addresses, beyond the one that every VPS gets. */
export interface VpsIpRequestArgs {
  /** The number of addresses, at least 1. The service limits it. Default: 1. */
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
  /** Two-letter code of its country, such as `US`; some answers omit it. */
  dataCenterLocationCountry2ltr?: string | undefined;
}

/** What an order costs per month, excluding tax and overage. */
export interface VpsMonthlyCost {
  /** The sum in `currency`. */
  amount: number;
  /** The account's currency, such as `USD`. */
  currency: string;
  /** The same in US dollars, as estimated by the service; absent if it gives no estimate. */
  amountUsd?: number | undefined;
}
