import type { ServiceError } from "../../api/errors";
import { cancelledLine, heldByAnotherMessage, pendingGivenUpMessage } from "../../plan/cancel/cancel-messages";
import { describeOrder } from "../../plan/messages";
import { ownTags } from "../../plan/purchase/tags";
import { type AboutOrder, cancellationMs, isGone } from "../../schema/order";
import type { VpsOutputs } from "../../schema/vps-outputs";
import { carryOut } from "../carry-out";
import type { ProviderContext } from "../context";
import { observeUntil } from "../observe";
import { Refusal } from "../partial-failure";
import { summary, withProgress } from "../progress";
import { findByAttempt } from "../purchase/recover";

/** The entry of the state as it was saved: a rename in the program changes it only with the next update. */
export const holderOf = (recorded: VpsOutputs): string => recorded.__declaredUrn ?? String(recorded.orderOid);

/** Cancels an order that is this resource's own, and reads back that it is cancelled. */
export async function cancel(context: ProviderContext, recorded: VpsOutputs): Promise<void> {
  const orderOid = recorded.orderOid;
  if (orderOid === undefined) return cancelPending(context, recorded);
  if (context.memory.isHeldByAnother(orderOid, holderOf(recorded))) {
    context.reporter.warn(recorded.__declaredUrn, heldByAnotherMessage(orderOid));
    return;
  }
  const order = await context.client.getOrder(orderOid);
  if (isGone(order, context.client.serviceNowMs())) return;
  refuseForeign(order, recorded);
  if (recorded.cancel === "at-period-end") await endOrder(context, order, recorded.__declaredUrn);
  else await cancelOrder(context, order, recorded);
  context.memory.release(orderOid, holderOf(recorded));
}

/** A purchase whose outcome was never known: it may have turned up since. */
async function cancelPending(context: ProviderContext, recorded: VpsOutputs): Promise<void> {
  const attempt = recorded.__attempt;
  const found = attempt === undefined ? undefined : await findByAttempt(context, attempt, recorded.domainName);
  if (found === undefined) {
    const since = recorded.__pendingSince ?? "an earlier run";
    context.reporter.warn(recorded.__declaredUrn, pendingGivenUpMessage(recorded.domainName ?? "a server", since));
  } else if (!isGone(found, context.client.serviceNowMs())) await cancelOrder(context, found, recorded);
}

/** An order under another resource's tag was never this one's. Tags that are gone altogether prove nothing: a reinstall may drop them. */
function refuseForeign(order: AboutOrder, recorded: VpsOutputs): void {
  const key = ownTags(order).key;
  if (key === undefined || key === recorded.__key) return;
  throw new Refusal(
    `${describeOrder(order)} was not cancelled: it carries the tag of another resource. It goes on running and is billed. ` +
      'If it is to stay, run "pulumi state delete" for this resource; if not, cancel it at the service first.',
  );
}

/** Lets the order run to the end of the period that is paid for; the service then shuts the server down by itself. */
async function endOrder(context: ProviderContext, order: AboutOrder, urn: string | undefined): Promise<void> {
  const { orderOid } = order;
  const isEnding = (seen: AboutOrder): boolean => cancellationMs(seen) !== undefined;
  if (isEnding(order)) return;
  const { seen } = await sendUntilEnded(context, order, urn, {
    stepProgress: `cancelling ${describeOrder(order)} at the end of its period`,
    send: (sentBefore) => context.client.cancelAtPeriodEnd(orderOid, { sentBefore }),
    waiting: "waiting for a date of cancellation",
    isEnded: isEnding,
    limitMs: context.settings.stateTimeoutMinutes * 60_000,
    limitAfterAnswerMs: 0,
  });
  if (isGone(seen, context.client.serviceNowMs())) return;
  context.reporter.warn(
    urn,
    `${describeOrder(order)} runs, and is billed, until ${seen.billingInfo?.cancellationDate}.`,
  );
}

async function cancelOrder(context: ProviderContext, order: AboutOrder, recorded: VpsOutputs): Promise<void> {
  const { orderOid } = order;
  const urn = recorded.__declaredUrn;
  const deadlineMs = recorded.__timeouts?.deleteMs;
  const limitMs = deadlineMs ?? context.settings.stateTimeoutMinutes * 60_000;
  const { answer } = await sendUntilEnded(context, order, urn, {
    stepProgress: `cancelling ${describeOrder(order)}`,
    send: (sentBefore) => context.client.deleteVps(orderOid, { deadlineMs, sentBefore }),
    waiting: `waiting until order ${orderOid} is cancelled`,
    // That it is gone ends every observation.
    isEnded: () => false,
    limitMs,
    limitAfterAnswerMs: limitMs,
  });
  summary(context, urn, cancelledLine(orderOid, answer?.cancelMessages ?? []));
}

interface Ending<Answer> {
  readonly stepProgress: string;
  readonly send: (sentBefore: number) => Promise<Answer>;
  readonly waiting: string;
  readonly isEnded: (order: AboutOrder) => boolean;
  /** How long to look for the end where no good answer came, and where one came. */
  readonly limitMs: number;
  readonly limitAfterAnswerMs: number;
}

/** Sends what is to end an order, and reads back that it has ended. */
async function sendUntilEnded<Answer>(
  context: ProviderContext,
  order: AboutOrder,
  urn: string | undefined,
  { stepProgress, send, waiting, isEnded, limitMs, limitAfterAnswerMs }: Ending<Answer>,
): Promise<{ readonly seen: AboutOrder; readonly answer?: Answer }> {
  const watch = async (isEnough: (seen: AboutOrder) => boolean, forMs: number, failure?: ServiceError) => {
    const seen = await observeUntil(context, order.orderOid, urn, waiting, isEnough, forMs);
    if (seen.kind === "shown" || seen.kind === "gone") return seen;
    throw stillActive(order, failure);
  };
  const result = await carryOut(
    context,
    (sentBefore) => withProgress(context, urn, stepProgress, () => send(sentBefore)),
    async (failure) => {
      const forMs = failure.outcome === "refused" ? 0 : limitMs;
      // A lost answer is not waited out where the order is still active: it can be cancelled only once, so it is told again.
      const seen = await watch(mayResend(failure) ? () => true : isEnded, forMs, failure);
      return seen.kind === "gone" || isEnded(seen.order) ? seen.order : undefined;
    },
  );
  if ("seen" in result) return result;
  return { seen: (await watch(isEnded, limitAfterAnswerMs)).order, answer: result.answer };
}

const mayResend = ({ decision }: ServiceError): boolean => decision.action !== "fail" && decision.thenResend;

const stillActive = (order: AboutOrder, failure: ServiceError | undefined): Refusal =>
  new Refusal(
    `${describeOrder(order)} was to be cancelled, but the service still shows it active: it is billed. ` +
      `${failure === undefined ? "" : `${failure.message} `}Run "pulumi destroy" again, or cancel it at the service.`,
    { cause: failure },
  );
