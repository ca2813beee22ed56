import { ServiceError } from "../../api/errors";
import { describeOrder } from "../../plan/messages";
import type { Desired, Known } from "../../plan/model";
import { inUsd, overLimit, unpricedLimit } from "../../plan/money";
import {
  type Booking,
  commitmentOf,
  commitments,
  countedOrders,
  ordersOfStack,
  overBudget,
  withAsked,
} from "../../plan/purchase/budget";
import { purchaseQuoteRequest, resizeQuoteRequest } from "../../plan/purchase/request";
import type { AboutOrder } from "../../schema/order";
import type { PartialVpsRequest } from "../../schema/requests";
import type { Money } from "../../schema/values";
import type { ProviderContext } from "../context";
import { Refusal } from "../failures";
import type { DeclaredVps } from "./declared-vps";

/*
 * Holds what a run buys and enlarges to the stack's budget, right before each purchase and each resize. The preview has done so
 * too; here nothing gets past it, however many purchases are under way at a time.
 */

/** The service computes a price immediately. */
const options = { deadlineMs: 60_000 } as const;

/** The price that the budget has to have room for; `undefined` without a budget. Without a price, only a take-over is left. */
export async function priceForBudget(
  context: ProviderContext,
  { desired, domainName }: DeclaredVps,
): Promise<number | Refusal | undefined> {
  try {
    return await quotedUsd(context, () => purchaseQuoteRequest(desired), `Nothing was bought for "${domainName}"`);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Books a purchase, or refuses it. */
export async function bookPurchase(
  context: ProviderContext,
  declared: DeclaredVps,
  orders: readonly AboutOrder[],
  attempt: string,
  usd: number | Refusal | undefined,
): Promise<void> {
  if (usd === undefined) return;
  if (usd instanceof Refusal) throw usd;
  const { domainName, desired } = declared;
  const booking = { what: `${domainName} (new)`, usd, attempt };
  await book(context, desired, orders, keyOf(declared), booking, `Nothing was bought for "${domainName}"`);
}

/** The purchase came to nothing. */
export const giveBackBooking = ({ memory }: ProviderContext, declared: DeclaredVps): void =>
  void memory.bookings.delete(keyOf(declared));

/** The purchase has an order, which may not be in a list that was requested before. */
export function settleBooking({ memory }: ProviderContext, declared: DeclaredVps, orderOid: number): void {
  const booking = memory.bookings.get(keyOf(declared));
  if (booking !== undefined)
    memory.bookings.set(keyOf(declared), { ...booking, what: `${declared.domainName} (order ${orderOid})`, orderOid });
}

/** Books a resize, or refuses it. One that makes a server no dearer is never refused. */
async function bookResize(context: ProviderContext, order: AboutOrder, desired: Known<Desired>): Promise<void> {
  const refused = `${describeOrder(order)} was not changed, and nothing was billed`;
  const usd = await quotedUsd(context, () => resizeQuoteRequest(desired, order), refused);
  const { what, orderOid, usd: present } = commitmentOf(order);
  if (usd === undefined || (present !== undefined && usd <= present)) return;
  const { orders } = await context.orderList.ask();
  await book(context, desired, orders, String(orderOid), { what: `${what}, resized`, orderOid, usd }, refused);
}

const keyOf = ({ urn, domainName }: DeclaredVps): string => urn ?? domainName;

async function quotedUsd(
  context: ProviderContext,
  question: () => PartialVpsRequest,
  refused: string,
): Promise<number | undefined> {
  if (context.settings.maxMonthlyCostUsd === undefined) return undefined;
  const unpriced = (why: string) => new Refusal(`${refused}: the setting maxMonthlyCostUsd ${unpricedLimit(why)}.`);
  try {
    const { monthlyCost } = await context.client.quote(question(), options);
    const usd = inUsd(monthlyCost);
    if (usd === undefined) throw unpriced("The service's quote has no amount in USD.");
    return usd;
  } catch (error) {
    throw error instanceof ServiceError ? unpriced(error.message) : error;
  }
}

async function book(
  context: ProviderContext,
  desired: Known<Desired>,
  orders: readonly AboutOrder[],
  key: string,
  asked: Booking,
  refused: string,
): Promise<void> {
  const budget = context.settings.maxMonthlyCostUsd;
  if (budget === undefined) return;
  const stack = ordersOfStack(desired.__ownership, desired.__ledger);
  const counted = await withPrices(context, countedOrders(orders, stack, context.client.serviceNowMs()));
  // No `await` between counting and booking: of two servers that do not fit together, only one is bought.
  const { bookings } = context.memory;
  const others = [...bookings].filter(([other]) => other !== key).map(([, booking]) => booking);
  const all = withAsked(commitments(counted, others), { ...asked, instead: asked.orderOid });
  const objection = overBudget(budget, all);
  if (objection !== undefined) throw new Refusal(`${refused}: ${objection}.`);
  bookings.set(key, asked);
}

/** A list may say less than the order itself. */
export const withPrices = (context: ProviderContext, orders: readonly AboutOrder[]): Promise<AboutOrder[]> =>
  Promise.all(
    orders.map((order) => (commitmentOf(order).usd === undefined ? context.client.getOrder(order, options) : order)),
  );

/*
 * The program's limit for one server, as an update meets it. The check has held the update to it too, as far as the old inputs show
 * what will be done; here the state and the order are known, and nothing gets past it.
 */

/** Refuses a resize that goes beyond the program's limit or the stack's budget; otherwise books it. */
export async function refuseResizeAboveLimit(
  context: ProviderContext,
  order: AboutOrder,
  desired: Known<Desired>,
): Promise<void> {
  const before = order.billingInfo?.monthlyRecurringAmt;
  const objection = await objectionTo(context, desired, () => resizeQuoteRequest(desired, order), before);
  if (objection !== undefined)
    throw new Refusal(
      `${describeOrder(order)} was not changed, and nothing was billed: maxMonthlyCostUsd ${objection}.`,
    );
  await bookResize(context, order, desired);
}

/** An update repeats a purchase of unknown outcome; its check took it for a change. */
export async function refusePurchaseAboveLimit(context: ProviderContext, desired: Known<Desired>): Promise<void> {
  const objection = await objectionTo(context, desired, () => purchaseQuoteRequest(desired), undefined);
  if (objection !== undefined)
    throw new Refusal(`Nothing was bought for "${desired.domainName}": maxMonthlyCostUsd ${objection}.`);
}

async function objectionTo(
  context: ProviderContext,
  desired: Known<Desired>,
  question: () => PartialVpsRequest,
  before: Money | undefined,
): Promise<string | undefined> {
  const most = desired.maxMonthlyCostUsd;
  if (most === undefined) return undefined;
  try {
    const { monthlyCost } = await context.client.quote(question(), options);
    return overLimit(most, monthlyCost, before);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return unpricedLimit(error.message);
  }
}
