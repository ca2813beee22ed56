import type { ProviderContext } from "../host/context";
import { entryOf } from "../host/memory";
import { carryOut, lookUntil, observeUntil, Refusal, Unconfirmed } from "../host/outcomes";
import { orderOfAttempt } from "../purchase/account";
import { purchaseWithoutAnswer } from "../purchase/purchase";
import { lookingLine } from "../purchase/purchase-messages";
import {
  cancelledLine,
  goneAlreadyLine,
  heldByAnotherMessage,
  inTheWayMessage,
  notEndedMessage,
  pendingGivenUpMessage,
  planCancellation,
  protectedMessage,
  runsUntilMessage,
  stoppedWaitingMessage,
  waitingForEndLine,
} from "../server/cancellation";
import { isOwned, type OwnedServer, type PendingPurchase, type Recorded, sentMsOf } from "../server/server";
import { type Answer, mayResend } from "../service/calls";
import type { ServiceError } from "../service/errors";
import { type AboutOrder, hasEnd, isGone, looksCancelled } from "../service/wire/order";

/** Cancels this resource's own order, and reads it back to confirm that it is cancelled. */
export async function cancel(context: ProviderContext, recorded: Recorded): Promise<void> {
  if (isOwned(recorded)) return cancelOwned(context, recorded, await context.client.getOrder(recorded));
  const found = await orderOfPending(context, recorded);
  if (found !== undefined) await cancelOwned(context, { ...recorded, orderOid: found.orderOid }, found);
}

async function cancelOwned(context: ProviderContext, recorded: OwnedServer, order: AboutOrder): Promise<void> {
  const { orderOid } = recorded;
  const { memory, client, reporter } = context;
  const entry = entryOf(recorded);
  const nowMs = client.serviceNowMs();
  const cancellation = planCancellation(order, recorded, nowMs);
  if (memory.isHeldByAnother(orderOid, entry))
    reporter.warn(memory.presentUrn(recorded), heldByAnotherMessage(orderOid));
  // A taint and --replace call no diff, which would have refused it.
  else if (cancellation !== "nothing" && memory.protects(recorded)) throw new Refusal(protectedMessage(recorded));
  else if (!isGone(order, nowMs) && memory.ofOrder(orderOid).isInTheWay === true)
    throw new Refusal(inTheWayMessage(recorded));
  else await carryOutCancellation(context, order, recorded, cancellation);
  memory.ofOrder(orderOid).entries.delete(entry);
  const { __key: key, __keyMadeBy: otherProvider } = recorded;
  if (key !== undefined && otherProvider === undefined) memory.ofKey(key).isSettled = true;
}

type Cancellation = ReturnType<typeof planCancellation>;

/** Once a cancellation has begun, nothing in this run adopts the order. */
async function carryOutCancellation(
  context: ProviderContext,
  order: AboutOrder,
  recorded: Recorded,
  cancellation: Cancellation,
): Promise<void> {
  const notes = context.memory.ofOrder(order.orderOid);
  notes.beingCancelled = cancellation === "nothing" ? "at-period-end" : cancellation;
  try {
    await endAsPlanned(context, order, recorded, cancellation);
  } catch (error) {
    notes.beingCancelled = undefined;
    throw error;
  }
}

async function endAsPlanned(
  context: ProviderContext,
  order: AboutOrder,
  recorded: Recorded,
  cancellation: Cancellation,
): Promise<void> {
  const { memory, reporter, client } = context;
  const urn = memory.presentUrn(recorded);
  if (cancellation !== "nothing") {
    await end(context, order, recorded, cancellation);
    // What an earlier run has cancelled, it may have replaced too.
    if (recorded.__key !== undefined) memory.ofKey(recorded.__key).hasCancelled = true;
  } else if (isGone(order, client.serviceNowMs())) reporter.summary(urn, goneAlreadyLine(order));
  else reporter.warn(urn, runsUntilMessage(order));
}

/** The order of a purchase of unknown outcome, which may have turned up since, or may still do so for a while. */
async function orderOfPending(context: ProviderContext, recorded: PendingPurchase): Promise<AboutOrder | undefined> {
  const { __attempt: attempt, __key: key, domainName = "a server" } = recorded;
  const urn = context.memory.presentUrn(recorded);
  const { mayAppearUntilMs: untilMs } = purchaseWithoutAnswer(context, attempt, sentMsOf(recorded));
  const settled = await lookUntil(
    context,
    untilMs,
    () => orderOfAttempt(context, { key, attempt, domainName }),
    () => context.reporter.progress(urn, lookingLine("the order of a purchase with no known outcome", untilMs)),
  );
  if (typeof settled === "object") return settled.found;
  if (settled === "stopped") throw new Refusal(stoppedWaitingMessage(domainName));
  context.reporter.warn(urn, pendingGivenUpMessage(domainName));
  return undefined;
}

/** Cancels the order at once, or lets it run to the end of the paid period, and reads it back to confirm that. */
async function end(
  context: ProviderContext,
  order: AboutOrder,
  recorded: Recorded,
  when: "immediately" | "at-period-end",
): Promise<void> {
  const { client, reporter, memory, settings } = context;
  const urn = memory.presentUrn(recorded);
  // `customTimeouts.delete` limits the call, and the wait for its effect.
  const deadlineMs = recorded.__timeouts?.deleteMs;
  const limitMs = deadlineMs ?? settings.stateTimeoutMinutes * 60_000;
  const [progress, call, isShown] =
    when === "immediately"
      ? (["", client.deleteVps, looksCancelled] as const)
      : ([" at the end of its period", client.cancelAtPeriodEnd, hasEnd] as const);
  const result = await carryOut(
    context,
    (sentBefore): Promise<Partial<Answer<"deleteVps">>> => {
      reporter.progress(urn, `cancelling order ${order.orderOid}${progress}`);
      return call(order, { deadlineMs, sentBefore });
    },
    async (failure) => {
      // An order that was due to end later shows a date already: of a cancellation at once, only one that is gone is proof.
      const isProof = (seen: AboutOrder): boolean => when === "at-period-end" && hasEnd(seen);
      const forMs = failure.outcome === "refused" ? 0 : limitMs;
      // After a lost answer, do not wait while the order is active: it can be cancelled only once, so the call is sent again.
      const isSentAgain = mayResend(failure.decision);
      const seen = await watch(context, order, urn, (one) => isSentAgain || isProof(one), forMs, failure);
      if (isSentAgain) reporter.progress(urn, `${failure.happened}. Trying again …`);
      return seen.kind === "gone" || isProof(seen.order) ? seen.order : undefined;
    },
  );
  const forMs = when === "immediately" ? limitMs : 0;
  const seen = "seen" in result ? result.seen : (await watch(context, order, urn, isShown, forMs)).order;
  if (when === "immediately")
    reporter.summary(urn, cancelledLine(order, ("answer" in result && result.answer.cancelMessages) || []));
  else if (!isGone(seen, client.serviceNowMs())) reporter.warn(urn, runsUntilMessage(seen));
}

/** Reads an order that is to end until that shows. Throws if it does not. */
async function watch(
  context: ProviderContext,
  order: AboutOrder,
  urn: string | undefined,
  isEnough: (seen: AboutOrder) => boolean,
  forMs: number,
  failure?: ServiceError,
) {
  let last: AboutOrder | undefined;
  const isShown = (now: AboutOrder): boolean => {
    last = now;
    return isEnough(now);
  };
  const waiting = waitingForEndLine(order.orderOid, failure?.happened);
  // The call is sent, and the order stays in the state until its end is seen: whoever wants to stop need not wait for that.
  const seen = await observeUntil(context, order, urn, waiting, isShown, forMs, "end");
  if (seen.kind === "shown" || seen.kind === "gone") return seen;
  throw new Unconfirmed(notEndedMessage(order, last, failure?.happened), { cause: failure });
}
