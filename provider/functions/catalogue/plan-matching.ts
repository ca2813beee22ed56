import type { PricingPlan } from "../../schema/catalogue";
import type { PricingPlanFilter } from "../../schema/filters";

/** Whether a plan contradicts no filter. What it does not tell of itself is left to the service's word. */
export function matchesPlan(plan: PricingPlan, filter: PricingPlanFilter): boolean {
  const monthlyUsd = plan.monthlyRecurringFee ?? plan.monthlyRecurringAmt?.amountUsd;
  return (
    holds(plan.serverType, (type) => type === (filter.serverType ?? "VPS")) &&
    holds(plan.offeredAtDataCenter?.dataCenterLocationCode, (code) => isSameCode(code, filter.dcLocation ?? code)) &&
    // A bound of 0 is none, as it is for the service.
    holds(monthlyUsd, (usd) => !filter.priceUnder || usd <= filter.priceUnder) &&
    holds(monthlyUsd, (usd) => !filter.priceOver || usd >= filter.priceOver) &&
    holds(plan.minimumMemoryMb, (memoryMb) => memoryMb >= (filter.memAtLeast ?? 0)) &&
    holds(plan.minimumDataTransferAllowanceGb, (gb) => gb >= (filter.dataTransferAtLeastGb ?? 0)) &&
    (filter.justPlans === undefined || filter.justPlans.some((code) => isSameCode(code, plan.pricingPlanCode)))
  );
}

const holds = <T>(told: T | undefined, rule: (told: T) => boolean): boolean => told === undefined || rule(told);

const isSameCode = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
