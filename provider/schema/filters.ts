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

/** Which plans to list. The service's own names mix hyphens and underscores. */
export const PricingPlanFilter = z.strictObject({
  /** `VPS` (the default) or `PHYSICAL` for dedicated servers. */
  serverType: z.enum(["VPS", "PHYSICAL"]).optional(),
  /** Data-centre code such as `DCDALLAS`. Default: every location. */
  dcLocation: z.string().optional(),
  /** Highest monthly price in USD; 0 is no bound. */
  priceUnder: z.number().optional(),
  /** Lowest monthly price in USD; 0 is no bound. */
  priceOver: z.number().optional(),
  /** A switch of the service that it documents nowhere. Passed on. */
  price: z.boolean().optional(),
  /** Least memory that the plan comes with, in MB. */
  memAtLeast: z.number().optional(),
  /** Least monthly traffic that the plan comes with, in GB. */
  dataTransferAtLeastGb: z.number().optional(),
  /** Leave out plans that are no longer sold. Default: true, by the service. */
  justCurrent: z.boolean().optional(),
  /** Only plans of these codes. */
  justPlans: z.array(z.string()).optional(),
  /** Leave out plans of resellers. Default: true, by the service. */
  notThirdParty: z.boolean().optional(),
  /** Only plans that JBoss runs well on. */
  useJboss: z.boolean().optional(),
  /** Only plans that Liferay runs well on. */
  useLiferay: z.boolean().optional(),
  /** Only plans that Rails runs well on. */
  useRails: z.boolean().optional(),
  /** Only plans that SpamAssassin runs well on. */
  useSpamassassin: z.boolean().optional(),
  /** Only plans that Tomcat runs well on. */
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
