import { dateMs } from "../../service/wire/dates";
import { type AccountOrder, cents, monthlyUsd } from "../account/account-orders";

/** What a stack's orders cost. */
interface StackSpending {
  /** `shop/dev`; `undefined` for orders that no stack bought. */
  readonly stack: string | undefined;
  readonly activeOrders: number;
  /** What its active orders cost a month at the moment. */
  readonly nowUsd: number;
  /** What its orders cost in each month. */
  readonly perMonthUsd: readonly number[];
}

export interface Spending {
  /** The months, oldest first, such as `2026-01`; the last one is not over. */
  readonly months: readonly string[];
  readonly stacks: readonly StackSpending[];
  readonly nowUsd: number;
  readonly perMonthUsd: readonly number[];
  /** How many orders have no price in US dollars, or no date: they are not counted. */
  readonly leftOut: number;
}

const monthsShown = 12;

/**
 * What the account has cost, reconstructed: an order counts from its date to its cancellation, day by day, always at the
 * price that it has now or had last. What it cost before a resize, tax and traffic are not included.
 */
export function spendingOf(orders: readonly AccountOrder[], nowMs: number): Spending {
  const starts = monthStarts(nowMs);
  const priced = orders.filter((order) => monthlyUsd(order) !== undefined && order.info.orderDate !== undefined);
  const names = [...new Set(priced.map(({ stack }) => stack))];
  const stacks = names
    .map((stack) => stackSpending(stack, priced, starts, nowMs))
    .filter(({ activeOrders, perMonthUsd }) => activeOrders > 0 || perMonthUsd.some((usd) => usd > 0))
    .sort((a, b) => b.nowUsd - a.nowUsd || sumOf(b.perMonthUsd) - sumOf(a.perMonthUsd));
  return {
    months: starts.slice(0, -1).map((ms) => new Date(ms).toISOString().slice(0, 7)),
    stacks,
    nowUsd: cents(sumOf(stacks.map(({ nowUsd }) => nowUsd))),
    perMonthUsd: starts.slice(0, -1).map((_, month) => cents(sumOf(stacks.map((one) => one.perMonthUsd[month] ?? 0)))),
    leftOut: orders.length - priced.length,
  };
}

/** When each month begins, and the one after the last. */
function monthStarts(nowMs: number): number[] {
  const now = new Date(nowMs);
  return Array.from({ length: monthsShown + 1 }, (_, index) =>
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsShown + 1 + index),
  );
}

function stackSpending(
  stack: string | undefined,
  orders: readonly AccountOrder[],
  starts: readonly number[],
  nowMs: number,
): StackSpending {
  const own = orders.filter((order) => order.stack === stack);
  const active = own.filter(({ info }) => info.isActive);
  const perMonthUsd = starts.slice(0, -1).map((startMs, month) => {
    const endMs = starts[month + 1] ?? nowMs;
    return cents(sumOf(own.map((order) => (monthlyUsd(order) ?? 0) * shareOf(order, startMs, endMs, nowMs))));
  });
  return {
    stack,
    activeOrders: active.length,
    nowUsd: cents(sumOf(active.map((order) => monthlyUsd(order) ?? 0))),
    perMonthUsd,
  };
}

/** The part of a month during which an order was active, up to now. */
function shareOf({ info }: AccountOrder, startMs: number, endMs: number, nowMs: number): number {
  const fromMs = Math.max(startMs, Date.parse(info.orderDate ?? ""));
  const endedMs = Math.min(nowMs, dateMs(info.cancellationDate ?? "") ?? nowMs);
  return Math.max(0, Math.min(endMs, endedMs) - fromMs) / (endMs - startMs);
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
