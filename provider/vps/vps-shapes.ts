import type * as pulumi from "@pulumi/pulumi";

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
