import type { ServiceError } from "../../api/errors";
import { ownTags } from "../../plan/purchase/tags";
import { describeOrder, pendingGivenUpMessage } from "../../plan/words/messages";
import { cancelledLine } from "../../plan/words/outcome-lines";
import type { AboutOrder } from "../../schema/order/about-order";
import { cancellationMs, isGone } from "../../schema/order/order-state";
import { isOwned, type OwnedServer, type PendingPurchase, type Recorded, type Unread } from "../../schema/vps/recorded";
import { carryOut } from "../run/carry-out";
import { observeUntil } from "../run/observation";
import { Refusal } from "../run/partial-failure";
import { conclude, whileTelling } from "../run/progress";
import type { World } from "../run/world";
import { findByAttempt } from "./recovery";

/** The entry of the state as it was saved: a rename in the program changes it only with the next update. */
export const holderOf = (recorded: OwnedServer): string => recorded.__declaredUrn ?? String(recorded.orderOid);

/** Cancels an order that is this resource's own, and reads back that it is cancelled. */
export async function cancel(world: World, recorded: Recorded): Promise<void> {
  if (!isOwned(recorded)) return cancelPending(world, recorded);
  const { orderOid } = recorded;
  if (world.memory.isHeldByAnother(orderOid, holderOf(recorded))) {
    world.narrator.warn(recorded.__declaredUrn, heldByAnotherMessage(orderOid));
    return;
  }
  const order = await world.client.getOrder(orderOid);
  if (isGone(order, world.client.serviceNowMs())) return;
  refuseForeign(order, recorded);
  if (recorded.cancel === "at-period-end") await endOrder(world, order, recorded.__declaredUrn);
  else await cancelOrder(world, order, recorded);
  world.memory.release(orderOid, holderOf(recorded));
}

/** A purchase whose outcome was never known: it may have turned up since. */
async function cancelPending(world: World, recorded: PendingPurchase | Unread): Promise<void> {
  const attempt = recorded.__attempt;
  const found = attempt === undefined ? undefined : await findByAttempt(world, attempt, recorded.domainName);
  if (found === undefined) {
    const since = recorded.__pendingSince ?? "an earlier run";
    world.narrator.warn(recorded.__declaredUrn, pendingGivenUpMessage(recorded.domainName ?? "a server", since));
  } else if (!isGone(found, world.client.serviceNowMs())) await cancelOrder(world, found, recorded);
}

const heldByAnotherMessage = (orderOid: number): string =>
  `Order ${orderOid} was not cancelled: another resource of this stack holds it too. Only this entry leaves the state.`;

/** An order under another resource's tag was never this one's. Tags that are gone altogether prove nothing: a reinstall may drop them. */
function refuseForeign(order: AboutOrder, recorded: OwnedServer): void {
  const key = ownTags(order).key;
  if (key === undefined || key === recorded.__key) return;
  throw new Refusal(
    `${describeOrder(order)} was not cancelled: it carries the tag of another resource. It goes on running and is billed. ` +
      'If it is to stay, run "pulumi state delete" for this resource; if not, cancel it at the service first.',
  );
}

/** Lets the order run to the end of the period that is paid for; the service then shuts the server down by itself. */
async function endOrder(world: World, order: AboutOrder, urn: string | undefined): Promise<void> {
  const { orderOid } = order;
  const isEnding = (seen: AboutOrder): boolean => cancellationMs(seen) !== undefined;
  if (isEnding(order)) return;
  const { seen } = await sendUntilEnded(world, order, urn, {
    doing: `cancelling ${describeOrder(order)} at the end of its period`,
    send: (sentBefore) => world.client.cancelAtPeriodEnd(orderOid, { sentBefore }),
    waiting: "waiting for a date of cancellation",
    isEnded: isEnding,
    limitMs: world.settings.stateTimeoutMinutes * 60_000,
    limitAfterAnswerMs: 0,
  });
  if (isGone(seen, world.client.serviceNowMs())) return;
  world.narrator.warn(urn, `${describeOrder(order)} runs, and is billed, until ${seen.billingInfo?.cancellationDate}.`);
}

async function cancelOrder(world: World, order: AboutOrder, recorded: Recorded): Promise<void> {
  const { orderOid } = order;
  const urn = recorded.__declaredUrn;
  const deadlineMs = recorded.__timeouts?.deleteMs;
  const limitMs = deadlineMs ?? world.settings.stateTimeoutMinutes * 60_000;
  const { answer } = await sendUntilEnded(world, order, urn, {
    doing: `cancelling ${describeOrder(order)}`,
    send: (sentBefore) => world.client.deleteVps(orderOid, { deadlineMs, sentBefore }),
    waiting: `waiting until order ${orderOid} is cancelled`,
    // That it is gone ends every observation.
    isEnded: () => false,
    limitMs,
    limitAfterAnswerMs: limitMs,
  });
  conclude(world, urn, cancelledLine(orderOid, answer?.cancelMessages ?? []));
}

interface Ending<Answer> {
  readonly doing: string;
  readonly send: (sentBefore: number) => Promise<Answer>;
  readonly waiting: string;
  readonly isEnded: (order: AboutOrder) => boolean;
  /** How long to look for the end where no good answer came, and where one came. */
  readonly limitMs: number;
  readonly limitAfterAnswerMs: number;
}

/** Sends what is to end an order, and reads back that it has ended. */
async function sendUntilEnded<Answer>(
  world: World,
  order: AboutOrder,
  urn: string | undefined,
  { doing, send, waiting, isEnded, limitMs, limitAfterAnswerMs }: Ending<Answer>,
): Promise<{ readonly seen: AboutOrder; readonly answer?: Answer }> {
  const watch = async (isEnough: (seen: AboutOrder) => boolean, forMs: number, failure?: ServiceError) => {
    const seen = await observeUntil(world, order.orderOid, urn, waiting, isEnough, forMs);
    if (seen.kind === "shown" || seen.kind === "gone") return seen;
    throw stillActive(order, failure);
  };
  const result = await carryOut(
    world,
    (sentBefore) => whileTelling(world, urn, doing, () => send(sentBefore)),
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
