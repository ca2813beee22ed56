import { z } from "zod";
import type { Plan } from "../catalogue/catalogue";
import { type Amount, type Sizes, totalDiskMb } from "../order";

/**
 * What was charged (positive) and credited (negative), in the order's currency:
 * `month` is a prepaid month, `pro-rata` the rest of the month after a price change, `credit` the unused rest after a cancellation.
 */
export const Charge = z.object({
  atMs: z.number(),
  orderOid: z.number().int(),
  kind: z.enum(["month", "pro-rata", "credit"]),
  amt: z.number(),
  currency: z.string(),
});
export type Charge = z.infer<typeof Charge>;

const MEMORY_USD_PER_GB = 2.5;
const DISK_USD_PER_GB = 0.13;
const EXTRA_IP_USD = 1;
const MIN_MONTHLY_USD = 1;
const DAY_MS = 86_400_000;

export function cents(value: number): number {
  return Math.round(value * 100) / 100;
}

/**
 * A month costs the plan's price, plus or minus 2.50 USD for each GB of memory and 0.13 USD for each GB of disk (all
 * disks) above or below the plan's minimum sizes, plus 1 USD for each additional address; at least 1 USD.
 */
export function monthlyPrice(plan: Plan, sizes: Sizes, ipCount: number): Amount {
  const memoryGb = (sizes.memoryMb - plan.minimumMemoryMb) / 1024;
  const diskGb = totalDiskMb(sizes) / 1024 - plan.minimumDiskGb;
  const usd = plan.monthlyUsd + memoryGb * MEMORY_USD_PER_GB + diskGb * DISK_USD_PER_GB + (ipCount - 1) * EXTRA_IP_USD;
  const amtUsd = cents(Math.max(usd, MIN_MONTHLY_USD));
  return { amt: cents(amtUsd / plan.usdPerUnit), currency: plan.currency, amtUsd };
}

export function daysLeft(nowMs: number, untilMs: number): number {
  return Math.max(0, Math.ceil((untilMs - nowMs) / DAY_MS));
}

/** A monthly amount's share for the days left: the yearly amount divided by 365 days. */
export function proRata(monthlyAmt: number, days: number): number {
  return cents((monthlyAmt * 12 * days) / 365);
}

/** Credit for unused prepaid time; never more than the month that was paid. */
export function unusedCredit(monthlyAmt: number, nowMs: number, prepaidUntilMs: number): number {
  const days = Math.max(0, (prepaidUntilMs - nowMs) / DAY_MS);
  return Math.min(monthlyAmt, cents((monthlyAmt * 12 * days) / 365));
}

/** `CUR_USD` as people write it. */
export function currencyName(currency: string): string {
  return currency.replace(/^CUR_/, "");
}
