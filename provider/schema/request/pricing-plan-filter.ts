import { z } from "zod";

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

const spelled = (yes: boolean | undefined): string | undefined => (yes === undefined ? undefined : yes ? "Y" : "N");

/** VPS plans are listed only when they are asked for, so that is the default. */
export const pricingPlanFilterToMatrix = (filter: PricingPlanFilter): Record<string, string | undefined> => ({
  "server-type": filter.serverType ?? "VPS",
  "dc-location": filter.dcLocation?.toLowerCase(),
  price_under: filter.priceUnder?.toString(),
  price_over: filter.priceOver?.toString(),
  price: spelled(filter.price),
  mem_at_least: filter.memAtLeast?.toString(),
  data_transfer_at_least_gb: filter.dataTransferAtLeastGb?.toString(),
  just_current: spelled(filter.justCurrent),
  just_plans: filter.justPlans?.join(","),
  not_third_party: spelled(filter.notThirdParty),
  use_jboss: spelled(filter.useJboss),
  use_liferay: spelled(filter.useLiferay),
  use_rails: spelled(filter.useRails),
  use_spamassassin: spelled(filter.useSpamassassin),
  use_tomcat: spelled(filter.useTomcat),
});
