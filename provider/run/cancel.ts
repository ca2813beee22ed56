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
  notEndedMessage,
  pendingGivenUpMessage,
  planCancellation,
  protectedMessage,
  runsUntilMessage,
  stoppedWaitingMessage,
  waitingForEndLine,
} from "../server/cancellation";
import { isOwned, type OwnedServer, type PendingPurchase, type Recorded, sentMsOf } from "../server/server";
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
  if (memory.isHeldByAnother(orderOid, entry))
    reporter.warn(memory.presentUrn(recorded), heldByAnotherMessage(orderOid));
  // A taint and --replace call no diff, which would have refused it.
  else if (memory.protects(recorded) && !isGone(order, client.serviceNowMs()))
    throw new Refusal(protectedMessage(recorded));
  else await carryOutCancellation(context, order, recorded);
  memory.ofOrder(orderOid).entries.delete(entry);
}

/** Once a cancellation has begun, nothing in this run adopts the order. */
async function carryOutCancellation(context: ProviderContext, order: AboutOrder, recorded: Recorded): Promise<void> {
  const notes = context.memory.ofOrder(order.orderOid);
  notes.isBeingCancelled = true;
  try {
    await endAsPlanned(context, order, recorded);
  } catch (error) {
    notes.isBeingCancelled = false;
    throw error;
  }
}

async function endAsPlanned(context: ProviderContext, order: AboutOrder, recorded: Recorded): Promise<void> {
  const nowMs = context.client.serviceNowMs();
  const cancellation = planCancellation(order, recorded, nowMs);
  if (isGone(order, nowMs)) context.reporter.summary(context.memory.presentUrn(recorded), goneAlreadyLine(order));
  if (cancellation === "immediately") await cancelOrder(context, order, recorded);
  if (cancellation === "at-period-end") await endOrder(context, order, recorded);
  // What an earlier run has cancelled, it may have replaced too.
  if (cancellation !== "nothing" && recorded.__key !== undefined)
    context.memory.ofKey(recorded.__key).hasCancelled = true;
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

/** Lets the order run to the end of the paid period; the service then shuts the server down by itself. */
async function endOrder(context: ProviderContext, order: AboutOrder, recorded: Recorded): Promise<void> {
  const { orderOid } = order;
  const urn = context.memory.presentUrn(recorded);
  const { deadlineMs, limitMs } = deletionLimits(context, recorded);
  const { seen } = await sendUntilEnded(context, order, urn, {
    progress: `cancelling order ${orderOid} at the end of its period`,
    send: (sentBefore) => context.client.cancelAtPeriodEnd(order, { deadlineMs, sentBefore }),
    awaited: `order ${orderOid} shows its date of cancellation`,
    isEnded: hasEnd,
    isEndedAfterAnswer: hasEnd,
    limitMs,
    limitAfterAnswerMs: 0,
  });
  if (isGone(seen, context.client.serviceNowMs())) return;
  context.reporter.warn(urn, runsUntilMessage(seen));
}

async function cancelOrder(context: ProviderContext, order: AboutOrder, recorded: Recorded): Promise<void> {
  const { orderOid } = order;
  const urn = context.memory.presentUrn(recorded);
  const { deadlineMs, limitMs } = deletionLimits(context, recorded);
  const { answer } = await sendUntilEnded(context, order, urn, {
    progress: `cancelling order ${orderOid}`,
    send: (sentBefore) => context.client.deleteVps(order, { deadlineMs, sentBefore }),
    awaited: `order ${orderOid} shows as cancelled`,
    // A server that was due to end later shows a date already: only one that has passed is proof.
    isEnded: () => false,
    isEndedAfterAnswer: looksCancelled,
    limitMs,
    limitAfterAnswerMs: limitMs,
  });
  context.reporter.summary(urn, cancelledLine(order, answer?.cancelMessages ?? []));
}

/** `customTimeouts.delete` limits the call, and the wait for its effect. */
const deletionLimits = ({ settings }: ProviderContext, { __timeouts }: Recorded) => {
  const deadlineMs = __timeouts?.deleteMs;
  return { deadlineMs, limitMs: deadlineMs ?? settings.stateTimeoutMinutes * 60_000 };
};

interface EndingCall<Answer> {
  readonly progress: string;
  readonly send: (sentBefore: number) => Promise<Answer>;
  readonly awaited: string;
  /** Whether the order, once the call may have been carried out, has ended; one that is gone always has. */
  readonly isEnded: (order: AboutOrder) => boolean;
  /** The same once the service has said that it was carried out. */
  readonly isEndedAfterAnswer: (order: AboutOrder) => boolean;
  /** How long to watch for the end after a call that failed, and after one that succeeded. */
  readonly limitMs: number;
  readonly limitAfterAnswerMs: number;
}

/** Sends the call that ends an order, and reads the order back to confirm that it has ended. */
async function sendUntilEnded<Answer>(
  context: ProviderContext,
  order: AboutOrder,
  urn: string | undefined,
  { progress, send, awaited, isEnded, isEndedAfterAnswer, limitMs, limitAfterAnswerMs }: EndingCall<Answer>,
): Promise<{ readonly seen: AboutOrder; readonly answer?: Answer }> {
  const watch = async (isEnough: (seen: AboutOrder) => boolean, forMs: number, failure?: ServiceError) => {
    let last: AboutOrder | undefined;
    const isShown = (now: AboutOrder): boolean => {
      last = now;
      return isEnough(now);
    };
    const waiting = waitingForEndLine(awaited, failure?.happened);
    // The call is sent, and the order stays in the state until its end is seen: whoever wants to stop need not wait for that.
    const seen = await observeUntil(context, order, urn, waiting, isShown, forMs, "end");
    if (seen.kind === "shown" || seen.kind === "gone") return seen;
    throw new Unconfirmed(notEndedMessage(order, last, failure?.happened), { cause: failure });
  };
  const result = await carryOut(
    context,
    (sentBefore) => {
      context.reporter.progress(urn, progress);
      return send(sentBefore);
    },
    async (failure) => {
      const forMs = failure.outcome === "refused" ? 0 : limitMs;
      // After a lost answer, do not wait while the order is active: it can be cancelled only once, so the call is sent again.
      const seen = await watch(mayResend(failure) ? () => true : isEnded, forMs, failure);
      if (mayResend(failure)) context.reporter.progress(urn, `${failure.happened}. Trying again …`);
      if (seen.kind !== "gone" && !isEnded(seen.order)) return undefined;
      return seen.order;
    },
  );
  if ("seen" in result) return result;
  return { seen: (await watch(isEndedAfterAnswer, limitAfterAnswerMs)).order, answer: result.answer };
}

const mayResend = ({ decision }: ServiceError): boolean => decision.action !== "fail" && decision.thenResend;
