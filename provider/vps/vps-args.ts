import type * as pulumi from "@pulumi/pulumi";

/**
 * The arguments of a `Vps`. Only `domainName` is required. The service chooses whatever you leave out, and its choice does
 * not count as drift. A misspelt argument is an error in the preview.
 */
export interface VpsArgs {
  /**
   * Label of the server: a fully qualified domain name of at most 255 characters, which need not resolve. Letter case
   * and a trailing dot do not matter. A change replaces the server; data and IP are lost.
   */
  domainName: pulumi.Input<string>;
  /**
   * Image code such as `deb13.64`; `getDistributions` lists them. A change reinstalls the server (see
   * `onImageChange`): ALL DATA IS LOST, order, price and IP stay. Default: chosen by the service.
   */
  distro?: pulumi.Input<string> | undefined;
  /**
   * Data-centre code such as `DCDALLAS`; `npx pulumi-rimuhosting catalog` lists them. A change replaces the server;
   * data and IP are lost. Default: chosen by the service.
   */
  dcLocation?: pulumi.Input<string> | undefined;
  /**
   * Pricing plan code; `getPricingPlans` lists them. A change is refused: the service cannot change the plan of an
   * order. Default: chosen by the service to fit the sizes.
   */
  pricingPlanCode?: pulumi.Input<string> | undefined;
  /**
   * Control panel to install with the image: `webmin`, or `""` or `none`. Any other causes a warning, as the service
   * has no list to check it against. A change reinstalls the server (see `onImageChange`): ALL DATA IS LOST, order and
   * IP stay. Default: none.
   */
  controlPanel?: pulumi.Input<string> | undefined;
  /** Kind of server. A change replaces the server; data and IP are lost. Default: the plan's. */
  vpsType?: pulumi.Input<"LOW_CONTENTION" | "REGULAR" | "DEDICATED"> | undefined;
  /**
   * Host features to ask for, separated by spaces: `ssd`, `nvme`, `recentcpu`. Any other causes a warning, because the
   * service has no list to check it against. A change replaces the server; data and IP are lost. Default: none.
   */
  features?: pulumi.Input<string> | undefined;
  /** Requires a host with SSD. A change replaces the server; data and IP are lost. Default: false. */
  isSsdHostRequired?: pulumi.Input<boolean> | undefined;
  /** Hints for the choice of host. A change replaces the server; data and IP are lost. Default: none. */
  hostServerSelector?: pulumi.Input<VpsHostSelectorArgs> | undefined;
  /**
   * Memory in MB (1 GB = 1024 MB), at least 1. A new value below 64 or above 1048576 (1 TB) is refused: it was probably
   * meant in another unit. A change restarts the server, keeps its data and is billed pro rata. Default: the plan's.
   */
  memoryMb?: pulumi.Input<number> | undefined;
  /**
   * Boot disk in MB (1 GB = 1024 MB), at least 1. A new value below 1024 or above 104857600 (100 TB) is refused.
   * Growing restarts the server, keeps its data and is billed pro rata; shrinking is refused. Default: the plan's.
   */
  diskSpaceMb?: pulumi.Input<number> | undefined;
  /**
   * Second disk in MB, 0 for none; not part of the regular backups. A new value below 1024 or above 104857600 (100
   * TB) is refused. Growing restarts the server, keeps its data and is billed pro rata; shrinking is refused. Default:
   * the plan's.
   */
  diskSpace2Mb?: pulumi.Input<number> | undefined;
  /**
   * Third disk in MB, 0 for none. A new value below 1024 or above 104857600 (100 TB) is refused. Growing restarts the
   * server, keeps its data and is billed pro rata; shrinking is refused. Default: the plan's.
   */
  diskSpace3Mb?: pulumi.Input<number> | undefined;
  /**
   * Root password of at least 8 characters; one that is easy to guess is refused. Not for a clone, which keeps its
   * source's. Always treated as secret. A change takes effect at the next install (see `reinstallOnFirstBootChange`).
   * Default: a random one, in the output of the same name.
   */
  password?: pulumi.Input<string> | undefined;
  /**
   * Public keys for root, each as its file holds it; they become `/root/.ssh/authorized_keys`. A change takes effect
   * at the next install (see `reinstallOnFirstBootChange`). Default: none.
   */
  sshAuthorizedKeys?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /**
   * Cloud-config as an object, such as `{ packages: ["nginx"] }`, for images that support it: the alternative to
   * `cloudConfigData`. Always treated as secret. A change takes effect at the next install (see
   * `reinstallOnFirstBootChange`); the order of keys does not matter. Default: none.
   */
  cloudConfig?: pulumi.Input<Record<string, pulumi.Input<unknown>>> | undefined;
  /**
   * User data for cloud-init as text, usually with the first line `#cloud-config`, for images that support it.
   * Invalid YAML is an error in the preview. Always treated as secret. A change takes effect at the next install (see
   * `reinstallOnFirstBootChange`). Default: none.
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
  /**
   * Billing method to charge; `getBillingMethods` lists them. A change is refused: the service cannot change the
   * billing method of an order. Default: chosen by the service, which says so in `setupMessages`.
   */
  billingOid?: pulumi.Input<number | string> | undefined;
  /**
   * Owner of the order. A change is refused: the service cannot change the owner of an order. Default: the user of
   * the API key.
   */
  userOid?: pulumi.Input<number | string> | undefined;
  /**
   * Host to run on, for customers with their own hosts. A change moves the server with its data: 5 to 10 minutes per
   * GB in use, and the IP, and the price or the sizes, may change (see `move`). Default: chosen by the service, and not
   * managed.
   */
  hostServerOid?: pulumi.Input<string | number> | undefined;
  /**
   * Additional or particular IP addresses. A change replaces the server; data and IP are lost. Default: one address,
   * chosen by the service.
   */
  ipRequest?: pulumi.Input<VpsIpRequestArgs> | undefined;
  /**
   * Tags put on the order when it is bought, such as `{ role: "web" }`, without spaces or colons. A change is
   * refused: the service cannot change the tags of an order. Default: only the provider's own.
   */
  metaData?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
  /**
   * Copies another VPS instead of installing an image. A change replaces the server; data and IP are lost. Default:
   * an image is installed.
   */
  instantiationViaCloneOptions?: pulumi.Input<VpsCloneArgs> | undefined;
  /**
   * Whether the server should run. A change starts or stops it; its data stays. A stopped server is billed like a
   * running one. Default: not managed.
   */
  runningState?: pulumi.Input<"RUNNING" | "NOTRUNNING"> | undefined;
  /**
   * What a change of `distro`, `controlPanel` or `reinstallTriggers` does: `reinstall` in place (ALL DATA IS LOST,
   * order and IP stay), `replace` (this order is cancelled and another one bought) or `forbid` (an error in the
   * preview). Changing it makes no call. Default: `reinstall`.
   */
  onImageChange?: pulumi.Input<"reinstall" | "replace" | "forbid"> | undefined;
  /**
   * Reinstalls the server, with ALL DATA LOST, when `password`, `sshAuthorizedKeys`, `cloudConfig`,
   * `cloudConfigData`, `fileInjectionData` or `isJustMinimalInit` changes or is left out; an error with `protect` or
   * `onImageChange: "forbid"`. Changing it makes no call: what an earlier run has recorded is installed by a change of
   * `reinstallTriggers`. Default: false.
   */
  reinstallOnFirstBootChange?: pulumi.Input<boolean> | undefined;
  /**
   * Any change of these values reinstalls the server (see `onImageChange`): ALL DATA IS LOST, order and IP stay. The
   * first value changes nothing. JSON values only: a `Date`, a `Map` or a `Set` is refused. Default: none.
   */
  reinstallTriggers?: pulumi.Input<pulumi.Input<unknown>[]> | undefined;
  /**
   * Any change of these values restarts the server (see `restartMethod`), unless it is stopped; its data stays. The
   * first value changes nothing. Default: none.
   */
  restartTriggers?: pulumi.Input<pulumi.Input<unknown>[]> | undefined;
  /**
   * How `restartTriggers` restarts the server. `RESTARTING` shuts it down first; `POWERCYCLING` switches a hung
   * server off and on, and what is not yet on disk is lost. Changing it makes no call. Default: `RESTARTING`.
   */
  restartMethod?: pulumi.Input<"RESTARTING" | "POWERCYCLING"> | undefined;
  /**
   * How to move the server when `hostServerOid` changes. Changing it makes no call. Default: the defaults of its
   * properties.
   */
  move?: pulumi.Input<VpsMoveArgs> | undefined;
  /**
   * What a deletion does; a new value counts once an `up` has saved it. `immediately` deletes the server with its data
   * and credits the unused time. `at-period-end` keeps it running, and billed, until the end of the paid period; only
   * the service's support can withdraw that. Changing it makes no call. Default: `immediately`.
   */
  cancel?: pulumi.Input<"immediately" | "at-period-end"> | undefined;
  /**
   * The most that this server may cost per month, in USD, by the service's quote; above 0, at most 1,000,000. An
   * order, a replacement or a dearer resize that would cost more, or has no price in USD, is refused, in the preview and in
   * the `up`. Servers that already run are left alone. Changing it makes no call. Default: no limit.
   */
  maxMonthlyCostUsd?: pulumi.Input<number> | undefined;
  /**
   * After an order or a reinstall, waits until the server accepts TCP connections on this port of its `primaryIp`,
   * such as 22: at least 1, at most 65535. The machine that runs Pulumi connects directly. It waits for an hour, or
   * as long as `customTimeouts` says; then the run fails, and the server stays in the state. Changing it makes no
   * call: it applies to the next install. Default: no waiting.
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

/** A file that the service writes into the image during installation, with one of three kinds of content. */
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
  /** The number of the order to copy. Its server is paused for seconds to minutes while the snapshot is taken. */
  vpsOrderOidToClone: pulumi.Input<number | string>;
  /** The label of the copy on its order; a later change has no effect. Default: the `domainName` of the new server. */
  domainName?: pulumi.Input<string> | undefined;
}

/** How to move the server to another host. Nothing here changes the server by itself. */
export interface VpsMoveArgs {
  /**
   * `true` replaces the old addresses in the service's name servers, `false` leaves them alone. Default: replaced
   * where present.
   */
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
