import { z } from "zod";
import { Oid } from "./values";

/** A tag to look for. Without a value: any order that has the key. */
const TagTerm = z.strictObject({ key: z.string().min(1), value: z.string().optional() });

/** Which orders to list. `search` is the service's own text search; what fields it looks at is not documented. */
export const OrderFilter = z.strictObject({
  /** Cancelled ones too. Default false. Always sent: what the service does without it is unclear. */
  includeInactive: z.boolean().optional(),
  serverType: z.enum(["VPS", "PHYSICAL"]).optional(),
  orderOid: Oid.optional(),
  search: z.string().optional(),
  tags: z.array(TagTerm).optional(),
});

export type OrderFilter = z.infer<typeof OrderFilter>;

const spelledOrderFilter = (yes: boolean): string => (yes ? "Y" : "N");

export const orderFilterToMatrix = (filter: OrderFilter): Record<string, string | undefined> => ({
  include_inactive: spelledOrderFilter(filter.includeInactive ?? false),
  server_type: filter.serverType,
  order_oids: filter.orderOid?.toString(),
  search: filter.search,
  meta_search: filter.tags?.map(({ key, value }) => `${key}:${value ?? ""}`).join(" ") || undefined,
});

/** Which plans to list, as `GetPricingPlansArgs` documents it. The service's own names mix hyphens and underscores. */
export const PricingPlanFilter = z.strictObject({
  serverType: z.enum(["VPS", "PHYSICAL"]).optional(),
  dcLocation: z.string().optional(),
  priceUnder: z.number().optional(),
  priceOver: z.number().optional(),
  price: z.boolean().optional(),
  memAtLeast: z.number().optional(),
  dataTransferAtLeastGb: z.number().optional(),
  justCurrent: z.boolean().optional(),
  justPlans: z.array(z.string()).optional(),
  notThirdParty: z.boolean().optional(),
  useJboss: z.boolean().optional(),
  useLiferay: z.boolean().optional(),
  useRails: z.boolean().optional(),
  useSpamassassin: z.boolean().optional(),
  useTomcat: z.boolean().optional(),
});

export type PricingPlanFilter = z.infer<typeof PricingPlanFilter>;

const spelledPlanFilter = (yes: boolean | undefined): string | undefined =>
  yes === undefined ? undefined : yes ? "Y" : "N";

/** VPS plans are listed only when they are asked for, so that is the default. */
export const pricingPlanFilterToMatrix = (filter: PricingPlanFilter): Record<string, string | undefined> => ({
  "server-type": filter.serverType ?? "VPS",
  "dc-location": filter.dcLocation?.toLowerCase(),
  price_under: filter.priceUnder?.toString(),
  price_over: filter.priceOver?.toString(),
  price: spelledPlanFilter(filter.price),
  mem_at_least: filter.memAtLeast?.toString(),
  data_transfer_at_least_gb: filter.dataTransferAtLeastGb?.toString(),
  just_current: spelledPlanFilter(filter.justCurrent),
  just_plans: filter.justPlans?.join(","),
  not_third_party: spelledPlanFilter(filter.notThirdParty),
  use_jboss: spelledPlanFilter(filter.useJboss),
  use_liferay: spelledPlanFilter(filter.useLiferay),
  use_rails: spelledPlanFilter(filter.useRails),
  use_spamassassin: spelledPlanFilter(filter.useSpamassassin),
  use_tomcat: spelledPlanFilter(filter.useTomcat),
});
