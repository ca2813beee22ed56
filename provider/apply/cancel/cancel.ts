import type { ServiceError } from "../../api/errors";
import { MissingKeyError, SettingsError, savedSettings } from "../../api/settings";
import { gather } from "../../evidence/gather";
import { readOrder } from "../../evidence/read-order";
import {
  accountNotAskedMessage,
  cancelledLine,
  hasEndedSince,
  heldByAnotherMessage,
  isStillBilled,
  notEndedMessage,
  pendingGivenUpMessage,
  planCancellation,
  remainingStraysMessage,
  runsUntilMessage,
  waitingForEndLine,
} from "../../plan/cancel/cancellation";
import { judgeStrays } from "../../plan/purchase/strays";
import { noneKnown } from "../../plan/purchase/verdict";
import { type AboutOrder, hasEnd, isGone, looksCancelled } from "../../schema/order";
import { isOwned, type PendingPurchase, type Recorded, type Unread } from "../../schema/vps-outputs";
import type { ProviderContext, Reporter } from "../context";
import { carryOut, Refusal, Unconfirmed } from "../failures";
import { holderOf } from "../host-memory";
import { observeUntil } from "../observe";
import { findByAttempt, readsOf } from "../order-evidence";

/** Cancels this resource's own order, and reads it back to confirm that it is cancelled. */
export async function cancel(context: ProviderContext, recorded: Recorded): Promise<void> {
  if (!isOwned(recorded)) return cancelPending(context, recorded);
  const { orderOid } = recorded;
  if (context.memory.isHeldByAnother(orderOid, holderOf(recorded))) {
    context.reporter.warn(recorded.__declaredUrn, heldByAnotherMessage(orderOid));
    return;
  }
  const order = await readOrder(context.client, recorded);
  await carryOutCancellation(context, order, recorded);
  context.memory.release(orderOid, holderOf(recorded));
  context.memory.cancelled.add(orderOid);
}

async function carryOutCancellation(context: ProviderContext, order: AboutOrder, recorded: Recorded): Promise<void> {
  const cancellation = planCancellation(order, recorded, context.client.serviceNowMs());
  switch (cancellation.kind) {
    case "done":
      return;
    case "refuse":
      throw new Refusal(cancellation.reason);
    case "at-period-end":
      return endOrder(context, order, recorded.__declaredUrn);
    case "immediately":
      return cancelOrder(context, order, recorded);
    default:
      return cancellation satisfies never;
  }
}

/** A purchase of unknown outcome: its order may have turned up since. */
async function cancelPending(context: ProviderContext, recorded: PendingPurchase | Unread): Promise<void> {
  const attempt = recorded.__attempt;
  const found = attempt === undefined ? undefined : await findByAttempt(context, attempt, recorded.domainName);
  if (found === undefined) {
    const since = recorded.__unfinished?.[0].sentAt ?? "in an earlier run";
    context.reporter.warn(recorded.__declaredUrn, pendingGivenUpMessage(recorded.domainName ?? "a server", since));
  } else await carryOutCancellation(context, found, recorded);
}

/** Lets the order run to the end of the paid period; the service then shuts the server down by itself. */
async function endOrder(context: ProviderContext, order: AboutOrder, urn: string | undefined): Promise<void> {
  const { orderOid } = order;
  const { seen } = await sendUntilEnded(context, order, urn, {
    progress: `cancelling order ${orderOid} at the end of its period`,
    send: (sentBefore) => context.client.cancelAtPeriodEnd(order, { sentBefore }),
    awaited: `order ${orderOid} shows its date of cancellation`,
    isEnded: hasEnd,
    isEndedAfterAnswer: hasEnd,
    limitMs: context.settings.stateTimeoutMinutes * 60_000,
    limitAfterAnswerMs: 0,
  });
  if (isGone(seen, context.client.serviceNowMs())) return;
  context.reporter.warn(urn, runsUntilMessage(seen));
}

async function cancelOrder(context: ProviderContext, order: AboutOrder, recorded: Recorded): Promise<void> {
  const { orderOid } = order;
  const urn = recorded.__declaredUrn;
  const deadlineMs = recorded.__timeouts?.deleteMs;
  const limitMs = deadlineMs ?? context.settings.stateTimeoutMinutes * 60_000;
  const { answer } = await sendUntilEnded(context, order, urn, {
    progress: `cancelling order ${orderOid}`,
    send: (sentBefore) => context.client.deleteVps(order, { deadlineMs, sentBefore }),
    awaited: `order ${orderOid} shows as cancelled`,
    isEnded: (seen) => hasEndedSince(order, seen),
    isEndedAfterAnswer: looksCancelled,
    limitMs,
    limitAfterAnswerMs: limitMs,
  });
  context.reporter.summary(urn, cancelledLine(order, answer?.cancelMessages ?? []));
}

interface Ending<Answer> {
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
  { progress, send, awaited, isEnded, isEndedAfterAnswer, limitMs, limitAfterAnswerMs }: Ending<Answer>,
): Promise<{ readonly seen: AboutOrder; readonly answer?: Answer }> {
  const watch = async (isEnough: (seen: AboutOrder) => boolean, forMs: number, failure?: ServiceError) => {
    let last = order;
    const isShown = (now: AboutOrder): boolean => {
      last = now;
      return isEnough(now);
    };
    const waiting = waitingForEndLine(awaited, forMs, failure?.happened);
    // The call is sent, and the order stays in the state until its end is seen: whoever wants to stop need not wait for that.
    const seen = await observeUntil(context, order, urn, waiting, isShown, forMs, "end");
    if (seen.kind === "shown" || seen.kind === "gone") return seen;
    throw new Unconfirmed(notEndedMessage(last, failure?.message), { cause: failure });
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
      const order = await readOrder(context.client, seen.order);
      return isGone(order, context.client.serviceNowMs()) || isEnded(order) ? order : undefined;
    },
  );
  if ("seen" in result) return result;
  return { seen: (await watch(isEndedAfterAnswer, limitAfterAnswerMs)).order, answer: result.answer };
}

const mayResend = ({ decision }: ServiceError): boolean => decision.action !== "fail" && decision.thenResend;

/** An account that the stack has used. */
export interface UsedAccount {
  /** In words: `the default provider's account`. */
  readonly name: string;
  readonly context: () => ProviderContext;
}

/**
 * The last act of a destroy. Orders that this stack bought and that nobody has cancelled keep being billed, and after
 * this no state knows about them. Searches every account that the stack has used.
 */
export async function refuseStrays(
  accounts: readonly UsedAccount[],
  reporter: Reporter,
  ledger: string,
  policy: "fail" | "warn",
): Promise<void> {
  const found = new Map<number, AboutOrder>();
  for (const account of accounts) {
    const { orders, doubt } = await findStrays(account, ledger);
    for (const order of orders) found.set(order.orderOid, order);
    if (doubt === undefined) continue;
    if (policy === "fail" && !doubt.isKeyUseless)
      throw new Refusal(accountNotAskedMessage(account.name, doubt.why, policy));
    reporter.warn(undefined, accountNotAskedMessage(account.name, doubt.why, "warn"));
  }
  if (found.size === 0) return;
  const message = remainingStraysMessage([...found.values()], policy);
  if (policy === "fail") throw new Refusal(message);
  reporter.warn(undefined, message);
}

interface FoundStrays {
  readonly orders: readonly AboutOrder[];
  /** Why there may be others. Without a key that is of any use, nobody can ask. */
  readonly doubt?: { readonly why: string; readonly isKeyUseless: boolean };
}

/** Called when the stack's state no longer holds anything, so that nothing but the ledger's own list speaks for the account's. */
async function findStrays(account: UsedAccount, ledger: string): Promise<FoundStrays> {
  let context: ProviderContext;
  try {
    context = account.context();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const why = [error.message, ...(error.ofSavedSettings === undefined ? [] : [error.ofSavedSettings])].join(" ");
    return { orders: [], doubt: { why, isKeyUseless: error instanceof MissingKeyError } };
  }
  const evidence = await gather(
    readsOf(context, () => context.orderList.ask()),
    () => ({ orderOids: [], ledger }),
    { mostOthers: Number.POSITIVE_INFINITY },
    "both",
  );
  const nowMs = context.client.serviceNowMs();
  const { strays, notLookedAt } = judgeStrays(evidence, noneKnown(ledger), nowMs);
  const orders = strays.filter((order) => isStillBilled(order, nowMs));
  if (notLookedAt.length === 0) return { orders };
  const isKeyUseless = evidence.kind === "unread" && evidence.isKeyRefused;
  const why = isKeyUseless ? [...notLookedAt, savedSettings] : notLookedAt;
  return { orders, doubt: { why: why.join(" "), isKeyUseless } };
}
