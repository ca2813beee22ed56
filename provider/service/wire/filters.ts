import { z } from "zod";
import type { PricingPlan } from "./catalogue";
import { snakeCase } from "./wire";

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
  /** The order with this number alone. */
  readonly orderOid?: number;
}

export const orderFilterToMatrix = (filter: OrderFilter): Record<string, string | undefined> => ({
  include_inactive: inMatrix(filter.includeInactive ?? false),
  server_type: filter.serverType,
  meta_search: filter.tags?.map(({ key, value }) => `${key}:${value ?? ""}`).join(" ") || undefined,
  order_oids: filter.orderOid?.toString(),
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

/** What a plan costs a month in US dollars, as far as it says. */
const monthlyUsdOf = (plan: PricingPlan): number | undefined =>
  plan.monthlyRecurringFee ?? plan.monthlyRecurringAmt?.amountUsd;

/** Whether a plan contradicts no filter. For what the plan does not report, the service's own choice counts. */
export function matchesPlan(plan: PricingPlan, filter: PricingPlanFilter): boolean {
  const monthlyUsd = monthlyUsdOf(plan);
  return (
    holds(plan.serverType, (type) => type === (filter.serverType ?? "VPS")) &&
    holds(plan.offeredAtDataCenter?.dataCenterLocationCode, (code) => isSameCode(code, filter.dcLocation ?? code)) &&
    // A limit of 0 means none, as it does for the service.
    holds(monthlyUsd, (usd) => !filter.priceUnder || usd <= filter.priceUnder) &&
    holds(monthlyUsd, (usd) => !filter.priceOver || usd >= filter.priceOver) &&
    holds(plan.minimumMemoryMb, (memoryMb) => memoryMb >= (filter.memAtLeast ?? 0)) &&
    holds(plan.minimumDataTransferAllowanceGb, (gb) => gb >= (filter.dataTransferAtLeastGb ?? 0)) &&
    (filter.justPlans === undefined || filter.justPlans.some((code) => isSameCode(code, plan.pricingPlanCode)))
  );
}

const holds = <T>(reported: T | undefined, rule: (reported: T) => boolean): boolean =>
  reported === undefined || rule(reported);

const isSameCode = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
