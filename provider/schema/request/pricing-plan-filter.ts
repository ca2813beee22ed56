import { z } from "zod";

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
