import { ServiceError } from "../../api/errors";
import { describeOrder } from "../../plan/messages";
import type { Desired, Known } from "../../plan/model";
import { isNoDearer, overLimit, type Quoted, usdOf } from "../../plan/money";
import {
  type Booking,
  commitmentOf,
  commitments,
  countedOrders,
  ordersOfStack,
  overBudget,
  unlistedBudget,
  unpricedBudget,
  withAsked,
} from "../../plan/purchase/budget";
import { doubtWords } from "../../plan/purchase/purchase-messages";
import { openSizes, purchaseQuoteRequest, resizeQuoteRequest } from "../../plan/purchase/request";
import type { AboutOrder } from "../../schema/order";
import type { PartialVpsRequest } from "../../schema/requests";
import type { Money } from "../../schema/values";
import type { VpsArgument } from "../../schema/vps-inputs";
import type { ProviderContext } from "../context";
import { Refusal } from "../failures";
import { gatherOrders } from "../order-evidence";
import type { DeclaredVps } from "./declared-vps";

/*
 * Holds what a run buys and enlarges to the program's limit for one server and to the stack's budget, right before each purchase
 * and each resize. The preview has done so too, as far as it could see; here nothing gets past them, however many purchases are
 * under way at a time.
 */

/** The service computes a price immediately. */
const options = { deadlineMs: 60_000 } as const;

/** What a purchase would cost, asked once for both limits; `undefined` where there is none. Without a price, only a take-over is left. */
export const priceForLimits = (context: ProviderContext, { desired }: DeclaredVps): Promise<Quoted | undefined> =>
  askPrice(context, desired, () => purchaseQuoteRequest(desired));

/** Refuses a purchase that goes beyond a limit, or whose price cannot be held to it; otherwise books it. */
export async function bookPurchase(
  context: ProviderContext,
  declared: DeclaredVps,
  orders: readonly AboutOrder[],
  attempt: string,
  quoted: Quoted | undefined,
): Promise<void> {
  if (quoted === undefined) return;
  const { domainName, desired } = declared;
  const refused = `Nothing was bought for "${domainName}"`;
  refuseAboveLimit(desired, quoted, undefined, refused);
  await book(context, declared.desired, {
    key: keyOf(declared),
    quoted,
    asked: { what: `${domainName} (new)`, attempt },
    orders: async () => orders,
    refused,
  });
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

/** Refuses a resize that goes beyond a limit, or whose price cannot be held to it; otherwise books it. */
export async function refuseResizeAboveLimit(
  context: ProviderContext,
  order: AboutOrder,
  desired: Known<Desired>,
): Promise<void> {
  const quoted = await askPrice(context, desired, () => resizeQuoteRequest(desired, order), openSizes(desired, order));
  const before = order.billingInfo?.monthlyRecurringAmt;
  if (quoted === undefined || isNoDearer(quoted, before)) return;
  const refused = `${describeOrder(order)} was not changed, and nothing was billed`;
  refuseAboveLimit(desired, quoted, before, refused);
  const { what, orderOid } = commitmentOf(order);
  await book(context, desired, {
    key: String(orderOid),
    quoted,
    asked: { what: `${what}, resized`, orderOid },
    orders: () => wholeOrders(context, desired, "now"),
    refused,
  });
}

const keyOf = ({ urn, domainName }: DeclaredVps): string => urn ?? domainName;

async function askPrice(
  { client, settings }: ProviderContext,
  { maxMonthlyCostUsd }: Known<Desired>,
  question: () => PartialVpsRequest,
  open: readonly VpsArgument[] = [],
): Promise<Quoted | undefined> {
  if (maxMonthlyCostUsd === undefined && settings.maxMonthlyCostUsd === undefined) return undefined;
  if (open.length > 0)
    return {
      kind: "no-price",
      why: `Neither the service nor the program tells how large the server is (${open.join(", ")}).`,
    };
  try {
    const { monthlyCost } = await client.quote(question(), options);
    return { kind: "price", monthlyCost };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { kind: "no-price", why: error.message };
  }
}

function refuseAboveLimit(desired: Known<Desired>, quoted: Quoted, before: Money | undefined, refused: string): void {
  const objection = overLimit(desired.maxMonthlyCostUsd, quoted, before);
  if (objection !== undefined) throw new Refusal(`${refused}: maxMonthlyCostUsd ${objection}.`);
}

/** What is to be booked under the stack's budget. */
interface Asked {
  readonly key: string;
  readonly quoted: Quoted;
  readonly asked: Omit<Booking, "usd">;
  /** The account's orders, or why they are not known. */
  readonly orders: () => Promise<readonly AboutOrder[] | Unlisted>;
  /** What is true if it is refused. */
  readonly refused: string;
}

async function book(context: ProviderContext, desired: Known<Desired>, request: Asked): Promise<void> {
  const { key, quoted, refused } = request;
  const budget = context.settings.maxMonthlyCostUsd;
  if (budget === undefined) return;
  const usd = usdOf(quoted);
  if (usd === undefined) throw new Refusal(`${refused}: ${unpricedBudget(budget, quoted)}.`);
  const asked = { ...request.asked, usd };
  const counted = await stackOrders(context, desired, await request.orders());
  if ("why" in counted) throw new Refusal(`${refused}: ${unlistedBudget(budget, counted.why)}.`);
  // No `await` between counting and booking: of two servers that do not fit together, only one is bought.
  const { bookings } = context.memory;
  const others = [...bookings].filter(([other]) => other !== key).map(([, booking]) => booking);
  const all = withAsked(commitments(counted, others), { ...asked, instead: asked.orderOid });
  const objection = overBudget(budget, all);
  if (objection !== undefined) throw new Refusal(`${refused}: ${objection}.`);
  bookings.set(key, asked);
}

/** What the account's orders are is not known, or not for sure. */
export interface Unlisted {
  readonly why: string;
}

/** The account's orders, if the list is whole: one that lacks some would count too little. */
export async function wholeOrders(
  context: ProviderContext,
  desired: Desired,
  age: "now" | "recent",
): Promise<readonly AboutOrder[] | Unlisted> {
  const evidence = await gatherOrders(context, desired, age);
  return evidence.kind === "whole" ? evidence.orders : { why: doubtWords(evidence) };
}

/** The stack's orders, with their prices. */
export async function stackOrders(
  context: ProviderContext,
  { __ownership: ownership, __ledger: ledger }: Known<Desired>,
  listed: readonly AboutOrder[] | Unlisted,
): Promise<readonly AboutOrder[] | Unlisted> {
  if ("why" in listed) return listed;
  const counted = countedOrders(listed, ordersOfStack(ownership, ledger), context.client.serviceNowMs());
  try {
    return context.settings.maxMonthlyCostUsd === undefined ? counted : await withPrices(context, counted);
  } catch (error) {
    if (error instanceof ServiceError) return { why: error.message };
    throw error;
  }
}

/** A list may say less than the order itself. */
const withPrices = (context: ProviderContext, orders: readonly AboutOrder[]): Promise<AboutOrder[]> =>
  Promise.all(
    orders.map((order) => (commitmentOf(order).usd === undefined ? context.client.getOrder(order, options) : order)),
  );
