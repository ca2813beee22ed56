/** Hints for the choice of host, as last applied. */
export interface VpsHostSelector {
  /** Minimum free disk space on the host, in GB. */
  minVmDiskFreeGb?: number | undefined;
}

/** A file that the service wrote into the image; secret as a whole. */
export interface VpsFile {
  /** Absolute path on the server. */
  path: string;
  /** The content, as text. Exactly one of the three kinds of content is present. */
  dataAsString?: string | undefined;
  /** The content, in base64. */
  dataAsBase64?: string | undefined;
  /** The URL that the service fetched the content from. */
  dataFromUrl?: string | undefined;
  /** Whether the file was run at the first boot. */
  execOnFirstBoot?: boolean | undefined;
}

/** The IP addresses requested in addition to the one that every VPS gets. */
export interface VpsIpRequest {
  /** The number of addresses. */
  numIps?: number | undefined;
  /** Why more than one was needed. */
  extraIpReason?: string | undefined;
  /** Particular addresses that were requested. */
  requestedIps?: string[] | undefined;
}

/** The VPS that was copied instead of installing an image. */
export interface VpsClone {
  /** The number of the order that was copied. */
  vpsOrderOidToClone: number;
  /** The label of the copy. */
  domainName?: string | undefined;
}

/** How to move the server to another host. */
export interface VpsMove {
  /** Whether to replace the old addresses in the service's name servers; absent means where they are present. */
  isUpdateDns?: boolean | undefined;
  /** A note for the service's staff. */
  moveReason?: string | undefined;
  /** What to keep if the new host is priced differently: the sizes or the price. */
  pricingChangeOption?: "CHOOSE_SAME_RESOURCES" | "CHOOSE_SAME_PRICING" | "CHOOSE_BEST_OPTION" | undefined;
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
