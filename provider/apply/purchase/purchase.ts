import { ServiceError } from "../../api/errors";
import { elapsed } from "../../plan/messages";
import type { Desired, Known } from "../../plan/model";
import {
  adoptedMessage,
  doubtMessage,
  ignoredOrdersMessage,
  notWantedMessage,
  refusalMessage,
} from "../../plan/purchase/purchase-messages";
import { orderedPassword, purchaseRequest } from "../../plan/purchase/request";
import { attemptBy, ownTags } from "../../plan/purchase/tags";
import { judgePurchase, type PurchaseVerdict } from "../../plan/purchase/verdict";
import { getOrInsertComputed } from "../../schema/computed";
import type { AboutOrder } from "../../schema/order";
import type { ProviderContext } from "../context";
import { captureFailure, Refusal } from "../failures";
import { waitUntilRunning } from "../observe";
import { type Age, gatherOrders } from "../order-evidence";
import { bookPurchase, cancelBooking, completeBooking, priceForLimits } from "./check-limits";
import { type Attempt, type DeclaredVps, declaredVpsOf, type Purchased, recordPurchase } from "./declared-vps";
import { type Answer, recover, verifyPurchase } from "./outcome";

/** How a turn in the queue of purchases ended: with the service's answer, with an order found without one, or with an earlier order. */
type Turn =
  | { readonly kind: "answered"; readonly attempt: Attempt; readonly answer: Answer; readonly before: Orders }
  | { readonly kind: "recovered"; readonly server: Purchased }
  | { readonly kind: "found"; readonly order: AboutOrder; readonly orders: Orders };

type Orders = readonly AboutOrder[];

/** Searches the account right before it buys, buys once, never resends what may have been sent, searches again afterwards. */
export async function purchase(context: ProviderContext, desired: Known<Desired>): Promise<Purchased> {
  const declared = declaredVpsOf(desired);
  try {
    const purchased = await buyOrAdopt(context, declared);
    completeBooking(context, declared, purchased.outputs.orderOid);
    context.memory.bought.add(purchased.outputs.orderOid);
    return purchased;
  } catch (error) {
    const isNothingBought = error instanceof Refusal || (error instanceof ServiceError && error.outcome !== "unknown");
    if (isNothingBought) cancelBooking(context, declared);
    throw error;
  }
}

async function buyOrAdopt(context: ProviderContext, declared: DeclaredVps): Promise<Purchased> {
  if (context.purchases.isFull) context.reporter.progress(declared.urn, "waiting for its turn to be ordered");
  const turn = await context.purchases.run(() => takeTurn(context, declared));
  switch (turn.kind) {
    case "answered":
      // The next purchase in the queue asks for a list at this moment too, and both share it.
      return verifyPurchase(context, declared, turn.attempt, turn.answer, turn.before);
    case "recovered":
      return turn.server;
    case "found":
      return adoptStray(context, declared, turn.order, turn.orders).catch((error: unknown) => {
        // Another declaration may try.
        context.memory.reservedStrays.delete(turn.order.orderOid);
        throw error;
      });
    default:
      return turn satisfies never;
  }
}

/**
 * Searches anew at each turn and after each wait: much may have happened meanwhile. What it buys is noted before the next turn begins,
 * whose list has to show it.
 */
async function takeTurn(context: ProviderContext, declared: DeclaredVps): Promise<Turn> {
  for (let sentBefore = 0; ; ) {
    const price = await priceForLimits(context, declared);
    context.reporter.progress(declared.urn, "looking for an earlier order");
    const verdict = await searchAndReserve(context, declared.desired, "now");
    const { orders } = verdict;
    if (verdict.kind === "adopt") return { kind: "found", order: verdict.order, orders };
    if (verdict.kind === "refuse")
      throw new Refusal(refusalMessage(declared.domainName, verdict.reason, verdict.because));
    if (verdict.kind === "unproven") throw new Refusal(doubtMessage(declared.domainName, verdict.doubt, false));
    const id = attemptBy(declared.buyer, context.newId());
    await bookPurchase(context, declared, orders, id, price);
    const engine = await context.askEngine();
    if (engine !== "runs") throw new Refusal(notWantedMessage(declared.domainName, engine));
    if (verdict.ignored !== undefined && sentBefore === 0)
      context.reporter.warn(declared.urn, ignoredOrdersMessage(declared.domainName, verdict.ignored));
    const password = orderedPassword(declared.desired, declared.secret, id);
    const attempt = { id, password, sentServiceMs: context.client.serviceNowMs() };
    const answer = await send(context, declared, attempt, sentBefore);
    if (!(answer instanceof ServiceError)) {
      if (attemptOf(answer.order) === id) context.memory.bought.add(answer.order.orderOid);
      return { kind: "answered", attempt, answer, before: orders };
    }
    const isSent = answer.outcome !== "not-sent";
    const failure = { message: answer.message, isRefused: answer.outcome === "refused" };
    const recovered = isSent ? await recover(context, declared, attempt, failure) : undefined;
    if (recovered !== undefined) {
      context.memory.bought.add(recovered.outputs.orderOid);
      return { kind: "recovered", server: recovered };
    }
    // Nothing was sent; or the service rejected the request outright, and the list shows that nothing was bought.
    const { decision } = answer;
    if (decision.action !== "search" || !decision.thenResend) throw answer;
    sentBefore = answer.attempts;
    const reason = isSent ? "the service is busy" : "the service cannot be reached";
    context.reporter.progress(declared.urn, `waiting ${elapsed(decision.afterMs)}: ${reason}`);
    await context.sleep(decision.afterMs);
  }
}

/** Searches until nothing is found, or something that no other declaration of this run is about to adopt. */
export async function searchAndReserve(context: ProviderContext, desired: Desired, age: Age): Promise<PurchaseVerdict> {
  const { __declaredUrn: urn = "" } = desired;
  for (;;) {
    const verdict = await judgeByAccount(context, desired, age);
    // No `await` in between: of two declarations that could adopt an order, only one does.
    if (verdict.kind !== "adopt") return verdict;
    const { orderOid } = verdict.order;
    if (getOrInsertComputed(context.memory.reservedStrays, orderOid, () => urn) === urn) return verdict;
  }
}

const attemptOf = (order: AboutOrder): string => ownTags(order).attempt ?? "";

async function send(context: ProviderContext, declared: DeclaredVps, { id, password }: Attempt, sentBefore: number) {
  const urn = context.settings.readableTag ? declared.urn : undefined;
  const request = purchaseRequest(declared.desired, { ...declared, urn }, id, password);
  const deadlineMs = declared.desired.__timeouts?.createMs;
  context.reporter.progress(declared.urn, "ordering: this takes a few minutes");
  return captureFailure(() => context.client.newVps(request, { deadlineMs, sentBefore }));
}

/** Adopts what an interrupted run bought. Changes nothing in the same step. */
async function adoptStray(
  context: ProviderContext,
  declared: DeclaredVps,
  order: AboutOrder,
  orders: readonly AboutOrder[],
): Promise<Purchased> {
  const attempt = attemptOf(order);
  const password = orderedPassword(declared.desired, declared.secret, attempt);
  context.reporter.warn(declared.urn, adoptedMessage(order));
  const running = await waitUntilRunning(context, order.orderOid, declared.urn);
  const tagged = { ...running, ...(order.metaData && { metaData: order.metaData }) };
  const outputs = recordPurchase(declared, attempt, password, tagged, [], orders);
  return { outputs, origin: "adopted" };
}

/** Searches the account's orders for one that this purchase would duplicate. */
export async function judgeByAccount(context: ProviderContext, desired: Desired, age: Age): Promise<PurchaseVerdict> {
  const { client, memory, settings } = context;
  const { __declaredUrn: urn = "" } = desired;
  return judgePurchase(await gatherOrders(context, desired, age), desired, {
    foreignOrders: settings.foreignOrders,
    isReservedByAnother: (orderOid) => (memory.reservedStrays.get(orderOid) ?? urn) !== urn,
    nowMs: client.serviceNowMs(),
  });
}
