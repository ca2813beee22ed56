import { z } from "zod";
import { Money, Text } from "./values";
import { ifReadable, snakeCase, wire } from "./wire";

const names = {
  data_center_location_name: ifReadable(Text),
  data_center_location_country_2ltr: ifReadable(Text),
};

/** Where an order runs or a plan is offered. */
export const Location = wire({ data_center_location_code: ifReadable(Text), ...names });

/** A data centre that accepts new orders. Being listed does not mean that it has room for every size. */
export const DataCenter = wire({ data_center_location_code: Text, ...names });

export type DataCenter = z.infer<typeof DataCenter>;

/** An image offered on new orders. Servers may run older ones that are no longer listed. */
export const Distribution = wire({
  distro_code: Text,
  distro_description: ifReadable(Text),
  is_promoted: ifReadable(z.boolean()),
  is_recommended: ifReadable(z.boolean()),
});

export type Distribution = z.infer<typeof Distribution>;

/** A plan to start from: other sizes may be ordered and the price follows. */
export const PricingPlan = wire({
  pricing_plan_code: Text,
  pricing_plan_description: ifReadable(Text),
  monthly_recurring_fee: ifReadable(z.number()),
  monthly_recurring_amt: ifReadable(Money),
  minimum_memory_mb: ifReadable(z.int()),
  minimum_disk_gb: ifReadable(z.int()),
  minimum_data_transfer_allowance_gb: ifReadable(z.int()),
  see_also_url: ifReadable(Text),
  server_type: ifReadable(Text),
  offered_at_data_center: ifReadable(Location),
});

export type PricingPlan = z.infer<typeof PricingPlan>;

/** A value as the service spells it: `Y` or `N`, and a list with commas. */
const inMatrix = (value: string | number | boolean | string[] | undefined): string | undefined =>
  typeof value === "boolean" ? (value ? "Y" : "N") : value?.toString();

/** Which orders to list. The service's own text search is left out: which fields it looks at is undocumented. */
export interface OrderFilter {
  /** Include cancelled orders. Default: false. Always sent, because what the service does without it is unclear. */
  readonly includeInactive?: boolean;
  readonly serverType?: "VPS" | "PHYSICAL" | undefined;
  /** Without a value, any order with the key matches. */
  readonly tags?: readonly { readonly key: string; readonly value?: string }[];
}

export const orderFilterToMatrix = (filter: OrderFilter): Record<string, string | undefined> => ({
  include_inactive: inMatrix(filter.includeInactive ?? false),
  server_type: filter.serverType,
  meta_search: filter.tags?.map(({ key, value }) => `${key}:${value ?? ""}`).join(" ") || undefined,
});

/** Which plans to list, as `GetPricingPlansArgs` documents it. The service's own names mix hyphens and underscores. */
export const PricingPlanFilter = z.strictObject({
  serverType: z.enum(["VPS", "PHYSICAL"]).optional(),
  dcLocation: z.string().optional(),
  priceUnder: z.number().optional(),
  priceOver: z.number().optional(),
  memAtLeast: z.number().optional(),
  dataTransferAtLeastGb: z.number().optional(),
  justCurrent: z.boolean().optional(),
  justPlans: z.array(z.string()).optional(),
  notThirdParty: z.boolean().optional(),
});

export type PricingPlanFilter = z.infer<typeof PricingPlanFilter>;

/** The service lists VPS plans only if asked to, so that is the default. */
export const pricingPlanFilterToMatrix = ({ serverType = "VPS", dcLocation, ...others }: PricingPlanFilter) => ({
  "server-type": serverType,
  "dc-location": dcLocation?.toLowerCase(),
  ...Object.fromEntries(Object.entries(others).map(([name, value]) => [snakeCase(name), inMatrix(value)])),
});
