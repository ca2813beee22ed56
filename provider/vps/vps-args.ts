import type * as pulumi from "@pulumi/pulumi";

/**
 * The arguments of a `Vps`. Only `domainName` is required. The service chooses whatever you leave out, and its choice does
 * not count as drift. A misspelt argument is an error in the preview.
 */
export interface VpsArgs {
  /**
   * Label of the server: a fully qualified domain name of at most 255 characters. It need not resolve.
   * A change replaces the server: another order is bought, data and IP are lost. Letter case and a trailing dot do not matter.
   * API: `instantiation_options.domain_name`.
   */
  domainName: pulumi.Input<string>;
  /**
   * Image code such as `deb13.64`; `getDistributions` lists them. Default: chosen by the service.
   * A change reinstalls the server in place (see `onImageChange`): the order, its price and the IP stay, ALL DATA IS LOST.
   * API: `instantiation_options.distro`.
   */
  distro?: pulumi.Input<string> | undefined;
  /**
   * Data-centre code such as `DCDALLAS`; `npx pulumi-rimuhosting catalog` lists them. Default: chosen by the service.
   * A change replaces the server: another order is bought, data and IP are lost.
   * API: `dc_location`.
   */
  dcLocation?: pulumi.Input<string> | undefined;
  /**
   * Pricing plan code; `getPricingPlans` lists them. Default: the service chooses by the sizes.
   * A change is refused: no call to the service can change the plan of an order.
   * API: `pricing_plan_code`.
   */
  pricingPlanCode?: pulumi.Input<string> | undefined;
  /**
   * Control panel that is installed with the image: `webmin`. Default: none.
   * A change reinstalls the server in place (see `onImageChange`): the order and the IP stay, ALL DATA IS LOST.
   * API: `instantiation_options.control_panel`.
   */
  controlPanel?: pulumi.Input<string> | undefined;
  /**
   * Kind of server. Default: the plan's.
   * A change replaces the server: another order is bought, data and IP are lost.
   * API: `vps_type`.
   */
  vpsType?: pulumi.Input<"LOW_CONTENTION" | "REGULAR" | "DEDICATED"> | undefined;
  /**
   * Requested host features, separated by spaces: `ssd`, `nvme`, `recentcpu`. Default: none.
   * A change replaces the server: another order is bought, data and IP are lost.
   * API: `features`.
   */
  features?: pulumi.Input<string> | undefined;
  /**
   * Require a host with SSD. Default: false.
   * A change replaces the server: another order is bought, data and IP are lost.
   * API: `is_ssd_host_required`.
   */
  isSsdHostRequired?: pulumi.Input<boolean> | undefined;
  /**
   * Hints for the choice of host. Default: none.
   * A change replaces the server: another order is bought, data and IP are lost.
   * API: `host_server_selector`.
   */
  hostServerSelector?: pulumi.Input<VpsHostSelectorArgs> | undefined;
  /**
   * Memory in MB (1 GB = 1024 MB), at least 1; below 64 a new value is refused, as one meant in GB. Default: the plan's.
   * A change restarts the server, keeps its data, and is billed pro rata at once.
   * API: `vps_parameters.memory_mb`.
   */
  memoryMb?: pulumi.Input<number> | undefined;
  /**
   * Boot disk in MB (1 GB = 1024 MB), at least 1; below 1024 a new value is refused, as one meant in GB. Default: the plan's.
   * Growing restarts the server, keeps its data, and is billed pro rata at once. Shrinking is refused.
   * API: `vps_parameters.disk_space_mb`.
   */
  diskSpaceMb?: pulumi.Input<number> | undefined;
  /**
   * Second disk in MB, 0 for none; not part of the regular backups. Below 1024 a new value is refused, as one meant in GB. Default: the plan's.
   * Growing restarts the server, keeps its data, and is billed pro rata at once. Shrinking is refused.
   * API: `vps_parameters.disk_space_2_mb`.
   */
  diskSpace2Mb?: pulumi.Input<number> | undefined;
  /**
   * Third disk in MB, 0 for none; below 1024 a new value is refused, as one meant in GB. Default: the plan's.
   * Growing restarts the server, keeps its data, and is billed pro rata at once. Shrinking is refused.
   * API: `vps_parameters.disk_space_3_mb`.
   */
  diskSpace3Mb?: pulumi.Input<number> | undefined;
  /**
   * Root password, at least 8 characters, and none that anybody would guess. Always treated as secret. Default: a random one, which
   * the idempotency key holds, found in the output of the same name.
   * A change is recorded and takes effect at the next install (see `reinstallOnFirstBootChange`); until then the server keeps its old one.
   * Not for a clone, which keeps the one of its source.
   * API: `instantiation_options.password`.
   */
  password?: pulumi.Input<string> | undefined;
  /**
   * Public keys for root, one per line of `/root/.ssh/authorized_keys`, each as its file holds it. Default: none.
   * A change is recorded and takes effect at the next install (see `reinstallOnFirstBootChange`).
   * API: `file_injection_data`.
   */
  sshAuthorizedKeys?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /**
   * Cloud-config as an object, such as `{ packages: ["nginx"] }`, for images that support it: the alternative to `cloudConfigData`,
   * sent as the line `#cloud-config` and JSON, which is YAML too. Always treated as secret. Default: none.
   * A change is recorded and takes effect at the next install (see `reinstallOnFirstBootChange`). The order of names means nothing.
   * API: `instantiation_options.cloud_config_data`.
   */
  cloudConfig?: pulumi.Input<Record<string, pulumi.Input<unknown>>> | undefined;
  /**
   * Cloud-config text with its first line, `#cloud-config`, or other user data that cloud-init knows, for images that support it. Text that is no YAML is an error in the preview. Always treated as secret. Default: none.
   * A change is recorded and takes effect at the next install (see `reinstallOnFirstBootChange`).
   * API: `instantiation_options.cloud_config_data`.
   */
  cloudConfigData?: pulumi.Input<string> | undefined;
  /**
   * Files that the service writes into the image. Always treated as secret. Default: none.
   * A change is recorded and takes effect at the next install (see `reinstallOnFirstBootChange`).
   * API: `file_injection_data`.
   */
  fileInjectionData?: pulumi.Input<pulumi.Input<VpsFileArgs>[]> | undefined;
  /**
   * Do only the minimal set-up of the image. Default: false.
   * A change is recorded and takes effect at the next install (see `reinstallOnFirstBootChange`).
   * API: `is_just_minimal_init`.
   */
  isJustMinimalInit?: pulumi.Input<boolean> | undefined;
  /**
   * Billing method to charge; `getBillingMethods` lists them. Default: chosen by the service, which says so in `setupMessages`.
   * A change is refused: no call to the service can change the billing method of an order.
   * API: `billing_oid`.
   */
  billingOid?: pulumi.Input<number | string> | undefined;
  /**
   * Owner of the order. Default: the user that the API key belongs to.
   * A change is refused: no call to the service can change the owner of an order.
   * API: `user_oid`.
   */
  userOid?: pulumi.Input<number | string> | undefined;
  /**
   * Host to run on; meant for customers with their own hosts. Default: chosen by the service, and not managed.
   * A change moves the server with its data: 5 to 10 minutes per GB in use; the IP and the price may change (see `move`).
   * API: `host_server_oid` and `vps_move_request.selected_host_server_oid`.
   */
  hostServerOid?: pulumi.Input<string | number> | undefined;
  /**
   * Additional or particular IP addresses. Default: one, chosen by the service.
   * A change replaces the server: another order is bought, data and IP are lost.
   * API: `ip_request`.
   */
  ipRequest?: pulumi.Input<VpsIpRequestArgs> | undefined;
  /**
   * Tags put on the order when it is bought, such as `{ role: "web" }`. Neither names nor values may contain spaces or colons.
   * Default: only this provider's own.
   * A change is refused: no call to the service can change the tags of an order.
   * API: `meta_data`.
   */
  metaData?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
  /**
   * Copy this VPS instead of installing an image. Default: an image is installed.
   * A change replaces the server: another order is bought, data and IP are lost.
   * API: `instantiation_via_clone_options`.
   */
  instantiationViaCloneOptions?: pulumi.Input<VpsCloneArgs> | undefined;
  /**
   * Whether the server should be running. Default: not managed.
   * A change starts or stops the server; its data stays. A stopped server is billed like a running one.
   * API: `running_state_change_request.running_state`.
   */
  runningState?: pulumi.Input<"RUNNING" | "NOTRUNNING"> | undefined;
  /**
   * What a change of `distro`, `controlPanel` or `reinstallTriggers` does: `reinstall` in place (ALL DATA IS LOST, order and IP
   * stay), `replace` (another order is bought, this one is cancelled), or `forbid` (an error in the preview). Default: `reinstall`.
   * Changing it is recorded and makes no call.
   */
  onImageChange?: pulumi.Input<"reinstall" | "replace" | "forbid"> | undefined;
  /**
   * Reinstall, with ALL DATA LOST, when `password`, `sshAuthorizedKeys`, `cloudConfig`, `cloudConfigData`, `fileInjectionData`
   * or `isJustMinimalInit` changes. Default: false. Changing it is recorded and makes no call.
   */
  reinstallOnFirstBootChange?: pulumi.Input<boolean> | undefined;
  /**
   * Any change of these values reinstalls the server in place (see `onImageChange`): the order and the IP stay, ALL DATA IS
   * LOST. The first value changes nothing; later ones do. Values are what JSON can hold: a `Date`, a `Map` or a `Set` is refused. Default: none.
   */
  reinstallTriggers?: pulumi.Input<pulumi.Input<unknown>[]> | undefined;
  /** Any change of these values restarts the server (see `restartMethod`); its data stays. The first value changes nothing. Default: none. */
  restartTriggers?: pulumi.Input<pulumi.Input<unknown>[]> | undefined;
  /**
   * How `restartTriggers` restart the server: `RESTARTING` shuts it down first, `POWERCYCLING` switches it off and on, for one
   * that no longer reacts: what is not yet written to disk is lost. Default: `RESTARTING`. Changing it is recorded and makes no call.
   * API: `running_state_change_request.running_state`.
   */
  restartMethod?: pulumi.Input<"RESTARTING" | "POWERCYCLING"> | undefined;
  /**
   * How to move the server to another host when `hostServerOid` changes. Default: those of its properties. Changing it is recorded and makes no call.
   * API: `vps_move_request`.
   */
  move?: pulumi.Input<VpsMoveArgs> | undefined;
  /**
   * What a deletion does. `immediately` shuts the server down, deletes it with its data and credits the unused time.
   * `at-period-end` keeps it running, and billed, until the end of the paid period; no call withdraws that, only the service's
   * support. Default: `immediately`.
   * Changing it is recorded and makes no call.
   */
  cancel?: pulumi.Input<"immediately" | "at-period-end"> | undefined;
  /**
   * The most that this one server may cost per month, in USD, by the service's own quote; above 0, at most 1,000,000. Default: no limit.
   * The setting `maxTotalMonthlyCostUsd` limits what all orders of the account cost together.
   * The preview refuses an order, a replacement (before anything is cancelled) or a resize that would cost more, or whose price in USD
   * is not known; the `up` asks again right before it buys or resizes. Servers that already run are left alone. Changing it is recorded and
   * makes no call.
   */
  maxMonthlyCostUsd?: pulumi.Input<number> | undefined;
  /**
   * After an order and after a reinstall, wait until the server takes TCP connections on this port, such as 22, at its
   * `primaryIp`: a number of at least 1 and at most 65535. The machine that runs Pulumi connects, directly, and sends nothing. Default: no waiting, because
   * a server may be firewalled from that machine.
   * It waits as long as an order may take: an hour, or what `customTimeouts` says. If the port takes no connection until then, the run fails;
   * the server stays in the state and is billed, and the next `pulumi up` looks again. Changing it is recorded and makes no call: it applies to the next install.
   */
  waitForPort?: pulumi.Input<number> | undefined;
}

/*
 * What is nested in the arguments and in the outputs of a server.
 */

/** Hints for the choice of host. */
export interface VpsHostSelectorArgs {
  /** Minimum free disk space on the host, in GB, at least 0. Default: none. API: `min_vm_disk_free_gb`. */
  minVmDiskFreeGb?: pulumi.Input<number> | undefined;
}

/**
 * A file that the service writes into the image during installation. Exactly one of the three kinds of content is
 * required.
 */
export interface VpsFileArgs {
  /** Absolute path on the server, such as `/root/.ssh/authorized_keys`. API: `path`. */
  path: pulumi.Input<string>;
  /** The content, as text. Default: none; one of the three kinds is required. API: `data_as_string`. */
  dataAsString?: pulumi.Input<string> | undefined;
  /** The content, in base64, for anything that is not text. Default: none; one of the three kinds is required. API: `data_as_base64`. */
  dataAsBase64?: pulumi.Input<string> | undefined;
  /** The URL that the service fetches the content from. Default: none; one of the three kinds is required. API: `data_from_url`. */
  dataFromUrl?: pulumi.Input<string> | undefined;
  /** Run the file at the first boot. Default: false. API: `exec_on_first_boot`. */
  execOnFirstBoot?: pulumi.Input<boolean> | undefined;
}

/** Additional or particular IP addresses, beyond the one that every VPS gets. */
export interface VpsIpRequestArgs {
  /** The number of addresses, at least 1. The service limits it. Default: 1. API: `num_ips`. */
  numIps?: pulumi.Input<number> | undefined;
  /** Why more than one is needed; required if `numIps` is above 1, because the service asks for it. Default: none. API: `extra_ip_reason`. */
  extraIpReason?: pulumi.Input<string> | undefined;
  /** Particular addresses, IPv4 or IPv6, meant for customers' own ranges. Default: none. API: `requested_ips`. */
  requestedIps?: pulumi.Input<pulumi.Input<string>[]> | undefined;
}

/** A VPS to copy instead of installing an image. */
export interface VpsCloneArgs {
  /**
   * The number of the order to copy. Its server is paused for seconds to minutes while the snapshot is taken.
   * API: `vps_order_oid_to_clone`.
   */
  vpsOrderOidToClone: pulumi.Input<number | string>;
  /** The label of the copy, for its order alone: a later change changes nothing. Default: the `domainName` of the new server. API: `domain_name`. */
  domainName?: pulumi.Input<string> | undefined;
}

/** How to move the server to another host. Nothing here changes the server by itself. */
export interface VpsMoveArgs {
  /**
   * `true`: replace the old addresses in the service's name servers; `false`: leave them alone. Default: replace them where present.
   * API: `is_update_dns`.
   */
  isUpdateDns?: pulumi.Input<boolean> | undefined;
  /** A note for the service's staff. Default: none. API: `move_reason`. */
  moveReason?: pulumi.Input<string> | undefined;
  /**
   * What to keep if the new host is priced differently: the sizes or the price. Default: `CHOOSE_BEST_OPTION`.
   * API: `pricing_change_option`.
   */
  pricingChangeOption?:
    | pulumi.Input<"CHOOSE_SAME_RESOURCES" | "CHOOSE_SAME_PRICING" | "CHOOSE_BEST_OPTION">
    | undefined;
}

/** Where a server is, in the service's words. */
export interface VpsLocation {
  /** Code of the data centre, such as `DCDALLAS`. API: `data_center_location_code`. */
  dataCenterLocationCode?: string | undefined;
  /** Its name, such as `Dallas`. API: `data_center_location_name`. */
  dataCenterLocationName?: string | undefined;
  /**
   * Two-letter code of its country, such as `US`; the service omits it from some answers. API:
   * `data_center_location_country_2ltr`.
   */
  dataCenterLocationCountry2ltr?: string | undefined;
}

/** What an order costs per month, excluding tax and overage. */
export interface VpsMonthlyCost {
  /** The sum in `currency`. API: `amt`. */
  amount: number;
  /** The account's currency, such as `USD`. API: `currency`. */
  currency: string;
  /** The same in US dollars, as estimated by the service; absent if it gives no estimate. API: `amt_usd`. */
  amountUsd?: number | undefined;
}
