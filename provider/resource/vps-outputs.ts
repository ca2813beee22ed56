/** Hints for the choice of host, as they were last applied. */
export interface VpsHostSelector {
  /** Least free disk on the host, in GB. */
  minVmDiskFreeGb?: number | undefined;
}

/** A file that the service wrote into the image; secret as a whole. */
export interface VpsFile {
  /** Absolute path on the server. */
  path: string;
  /** The content, as text; exactly one of the three kinds of content is there. */
  dataAsString?: string | undefined;
  /** The content, base64. */
  dataAsBase64?: string | undefined;
  /** The URL that the service fetched the content from. */
  dataFromUrl?: string | undefined;
  /** Whether the file was run at the first boot. */
  execOnFirstBoot?: boolean | undefined;
}

/** The IP addresses that were asked for beside the one that every VPS gets. */
export interface VpsIpRequest {
  /** How many addresses. */
  numIps?: number | undefined;
  /** Why more than one was needed. */
  extraIpReason?: string | undefined;
  /** Particular addresses that were asked for. */
  requestedIps?: string[] | undefined;
}

/** The VPS that was copied instead of installing an image. */
export interface VpsClone {
  /** The number of the order that was copied. */
  vpsOrderOidToClone: number;
  /** The label that the copy was given. */
  domainName?: string | undefined;
}

/** How a move to another host is done. */
export interface VpsMove {
  /** Whether the old addresses are replaced in the service's name servers; absent: where present. */
  isUpdateDns?: boolean | undefined;
  /** A note for the service's staff. */
  moveReason?: string | undefined;
  /** What gives way where the new host is priced differently. */
  pricingChangeOption?: "CHOOSE_SAME_RESOURCES" | "CHOOSE_SAME_PRICING" | "CHOOSE_BEST_OPTION" | undefined;
}

/** Where a server stands, in the service's words. */
export interface VpsLocation {
  /** Code of the data centre, such as `DCDALLAS`. API: `data_center_location_code`. */
  dataCenterLocationCode?: string | undefined;
  /** Its name, such as `Dallas`. API: `data_center_location_name`. */
  dataCenterLocationName?: string | undefined;
  /**
   * Its country, in two letters, such as `US`; the service leaves it out of some answers. API:
   * `data_center_location_country_2ltr`.
   */
  dataCenterLocationCountry2ltr?: string | undefined;
}

/** What an order costs a month, without tax and overage. */
export interface VpsMonthlyCost {
  /** The sum in `currency`. API: `amt`. */
  amount: number;
  /** The account's currency, such as `USD`. API: `currency`. */
  currency: string;
  /** The same in US dollars, as the service estimates it; absent where it does not. API: `amt_usd`. */
  amountUsd?: number | undefined;
}
