import type { InjectedFile, Sizes, Tag, VpsType } from "../order";

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** What a client asked for. The service chooses what is absent (on a purchase) or keeps it (on a reinstall). */
export type OrderRequest = Optional<{
  domainName: string;
  distro: string;
  password: string;
  controlPanel: string;
  cloudConfigData: string;
  /** Without an oid it is refused. */
  clone: { readonly orderOid: number | undefined };
  sizes: Optional<Sizes>;
  dcLocation: string;
  pricingPlanCode: string;
  billingOid: number;
  userOid: number;
  hostServerOid: string;
  minVmDiskFreeGb: number;
  isSsdHostRequired: boolean;
  features: readonly string[];
  numIps: number;
  extraIpReason: string;
  requestedIps: readonly string[];
  metaData: readonly Tag[];
  files: readonly InjectedFile[];
  isJustMinimalInit: boolean;
  vpsType: VpsType;
}>;

export type ResizeRequest = Optional<Sizes>;

export const PRICING_CHANGE_OPTIONS = ["CHOOSE_SAME_RESOURCES", "CHOOSE_SAME_PRICING", "CHOOSE_BEST_OPTION"] as const;
export type PricingChangeOption = (typeof PRICING_CHANGE_OPTIONS)[number];

export type MoveRequest = Optional<{
  isUpdateDns: boolean;
  moveReason: string;
  pricingChangeOption: PricingChangeOption;
  hostServerOid: string;
}>;
