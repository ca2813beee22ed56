import { z } from "zod";
import { Oid } from "./values";

/** The service's spelling of a boolean. */
const yesOrNo = (flag: boolean | undefined): string | undefined => (flag === undefined ? undefined : flag ? "Y" : "N");

/** A tag to search for. Without a value, any order with the key matches. */
const TagTerm = z.strictObject({ key: z.string().min(1), value: z.string().optional() });

/** Which orders to list. `search` is the service's own text search; which fields it searches is undocumented. */
export const OrderFilter = z.strictObject({
  /** Include cancelled orders. Default: false. Always sent, because what the service does without it is unclear. */
  includeInactive: z.boolean().optional(),
  serverType: z.enum(["VPS", "PHYSICAL"]).optional(),
  orderOid: Oid.optional(),
  search: z.string().optional(),
  tags: z.array(TagTerm).optional(),
});

export type OrderFilter = z.infer<typeof OrderFilter>;

export const orderFilterToMatrix = (filter: OrderFilter): Record<string, string | undefined> => ({
  include_inactive: yesOrNo(filter.includeInactive ?? false),
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
  /** Highest monthly price in USD; 0 for no limit. */
  priceUnder: z.number().optional(),
  /** Lowest monthly price in USD; 0 for no limit. */
  priceOver: z.number().optional(),
  /** An undocumented switch, passed on to the service. */
  price: z.boolean().optional(),
  /** Minimum memory that the plan includes, in MB. */
  memAtLeast: z.number().optional(),
  /** Minimum monthly traffic that the plan includes, in GB. */
  dataTransferAtLeastGb: z.number().optional(),
  /** Leave out plans that are no longer sold. The service's default: true. */
  justCurrent: z.boolean().optional(),
  /** Only plans with these codes. */
  justPlans: z.array(z.string()).optional(),
  /** Leave out resellers' plans. The service's default: true. */
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

/** The service lists VPS plans only if asked to, so that is the default. */
export const pricingPlanFilterToMatrix = (filter: PricingPlanFilter): Record<string, string | undefined> => ({
  "server-type": filter.serverType ?? "VPS",
  "dc-location": filter.dcLocation?.toLowerCase(),
  price_under: filter.priceUnder?.toString(),
  price_over: filter.priceOver?.toString(),
  price: yesOrNo(filter.price),
  mem_at_least: filter.memAtLeast?.toString(),
  data_transfer_at_least_gb: filter.dataTransferAtLeastGb?.toString(),
  just_current: yesOrNo(filter.justCurrent),
  just_plans: filter.justPlans?.join(","),
  not_third_party: yesOrNo(filter.notThirdParty),
  use_jboss: yesOrNo(filter.useJboss),
  use_liferay: yesOrNo(filter.useLiferay),
  use_rails: yesOrNo(filter.useRails),
  use_spamassassin: yesOrNo(filter.useSpamassassin),
  use_tomcat: yesOrNo(filter.useTomcat),
});
