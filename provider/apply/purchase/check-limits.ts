import { ServiceError } from "../../api/errors";
import { describeOrder } from "../../plan/messages";
import type { Desired, Known } from "../../plan/model";
import {
  type Booking,
  commitmentOf,
  commitments,
  countedOrders,
  isNotMoreExpensive,
  joinedBy,
  type NoPrice,
  overServerLimit,
  overTotal,
  type Quoted,
  type UncertainCost,
  usdOf,
} from "../../plan/purchase/limits";
import { doubtWords } from "../../plan/purchase/purchase-messages";
import { openSizes, purchaseQuoteRequest, resizeQuoteRequest } from "../../plan/purchase/request";
import type { AboutOrder } from "../../schema/order";
import type { PartialVpsRequest } from "../../schema/requests";
import type { Money } from "../../schema/values";
import type { VpsArgument } from "../../schema/vps-inputs";
import type { ProviderContext } from "../context";
import { Refusal } from "../failures";
import { type Age, gatherOrders } from "../order-evidence";
import type { DeclaredVps } from "./declared-vps";

/*
 * Holds what a run buys and enlarges to the limits, right before each purchase and each resize. The preview has done so too, as far as
 * it could see; here nothing gets past them, however many purchases are under way at a time.
 */

/** The service computes a price immediately. */
const options = { deadlineMs: 60_000 } as const;

const limitsOf = ({ settings }: ProviderContext, { maxMonthlyCostUsd }: Known<Desired>) => ({
  server: maxMonthlyCostUsd,
  total: settings.maxTotalMonthlyCostUsd,
});

/** What a purchase would cost, asked once for both limits; `undefined` where there is none. Without a price, only an adoption is left. */
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
  const price = { quoted, before: undefined };
  const objection = await book(context, desired, price, keyOf(declared), { what: `${domainName} (new)`, attempt }, () =>
    pricedOrders(context, desired, orders),
  );
  if (objection !== undefined) throw new Refusal(`Nothing was bought for "${domainName}": ${objection}.`);
}

/** The purchase came to nothing. */
export const cancelBooking = ({ memory }: ProviderContext, declared: DeclaredVps): void =>
  void memory.bookings.delete(keyOf(declared));

/** The purchase has an order, which may not be in a list that was requested before. */
export function completeBooking({ memory }: ProviderContext, declared: DeclaredVps, orderOid: number): void {
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
  const question = () => resizeQuoteRequest(desired, order);
  const quoted = await askPrice(context, desired, question, openSizes(desired, order));
  const before = order.billingInfo?.monthlyRecurringAmt;
  if (quoted === undefined || isNotMoreExpensive(quoted, before)) return;
  const { what, orderOid } = commitmentOf(order);
  const asked = { what: `${what}, resized`, orderOid };
  const objection = await book(context, desired, { quoted, before }, String(orderOid), asked, () =>
    pricedStackOrders(context, desired, "now"),
  );
  if (objection !== undefined)
    throw new Refusal(`${describeOrder(order)} was not changed, and nothing was billed: ${objection}.`);
}

const keyOf = ({ urn, domainName }: DeclaredVps): string => urn ?? domainName;

async function askPrice(
  context: ProviderContext,
  desired: Known<Desired>,
  question: () => PartialVpsRequest,
  open: readonly VpsArgument[] = [],
): Promise<Quoted | undefined> {
  const { server, total } = limitsOf(context, desired);
  if (server === undefined && total === undefined) return undefined;
  if (open.length > 0)
    return {
      kind: "no-price",
      why: `Neither the service nor the program tells how large the server is (${open.join(", ")}).`,
    };
  return quotedBy(context.client.quote(question(), options));
}

/** What came of a question for a price. Fails with any error that is not the service's. */
export async function quotedBy(answer: Promise<Omit<Extract<Quoted, { kind: "price" }>, "kind">>): Promise<Quoted> {
  try {
    const { monthlyCost, message } = await answer;
    return { kind: "price", monthlyCost, message };
  } catch (error) {
    return unpricedBy(error);
  }
}

export function unpricedBy(error: unknown): NoPrice {
  if (!(error instanceof ServiceError)) throw error;
  const { message, fieldName, failure } = error;
  const { kind, status, serviceMessage } = failure;
  const isBadRequest = kind === "refused" && (status === 400 || status === 200);
  const objection = isBadRequest ? { words: serviceMessage ?? message, fieldName } : undefined;
  return { kind: "no-price", why: message, objection };
}

/** Books a price under the total, or says which limit forbids it. */
async function book(
  context: ProviderContext,
  desired: Known<Desired>,
  { quoted, before }: { readonly quoted: Quoted; readonly before: Money | undefined },
  key: string,
  asked: Omit<Booking, "usd">,
  countedNow: () => Promise<readonly AboutOrder[] | UncertainCost>,
): Promise<string | undefined> {
  const { server, total } = limitsOf(context, desired);
  const ownLimit = overServerLimit(server, quoted, before);
  if (ownLimit !== undefined) return `maxMonthlyCostUsd ${ownLimit}`;
  if (total === undefined) return undefined;
  const usd = usdOf(quoted);
  const counted = usd === undefined ? [] : await countedNow();
  // No `await` between counting and booking: of two servers that do not fit together, only one is bought.
  const { bookings } = context.memory;
  const others = [...bookings].filter(([other]) => other !== key).map(([, booking]) => booking);
  const booking = { ...asked, usd };
  const all =
    "why" in counted ? counted : joinedBy(commitments(counted, others), { ...booking, instead: asked.orderOid });
  const objection = overTotal(total, quoted, all, desired.__providerName);
  if (objection === undefined) bookings.set(key, booking);
  return objection;
}

/** The stack's orders, with their prices. A list that lacks some would count too little. */
export async function pricedStackOrders(
  context: ProviderContext,
  desired: Desired,
  age: Age,
): Promise<readonly AboutOrder[] | UncertainCost> {
  const evidence = await gatherOrders(context, desired, age);
  return evidence.kind === "whole" ? pricedOrders(context, desired, evidence.orders) : { why: doubtWords(evidence) };
}

/** Those of the stack's among an account's orders. A list may say less of a price than the order itself. */
export async function pricedOrders(
  { client, settings, memory }: ProviderContext,
  desired: Desired,
  orders: readonly AboutOrder[],
): Promise<readonly AboutOrder[] | UncertainCost> {
  const isOfRun = (orderOid: number): boolean => memory.bought.has(orderOid) || memory.reservedStrays.has(orderOid);
  // A list that is behind still shows what this run has cancelled as billed.
  const billed = orders.filter(({ orderOid }) => !memory.cancelled.has(orderOid));
  const counted = countedOrders(billed, desired, isOfRun);
  if (settings.maxTotalMonthlyCostUsd === undefined) return counted;
  try {
    return await Promise.all(
      counted.map((order) => (commitmentOf(order).usd === undefined ? client.getOrder(order, options) : order)),
    );
  } catch (error) {
    if (error instanceof ServiceError) return { why: error.message };
    throw error;
  }
}
