import { ServiceError } from "../../api/errors";
import { ownTags } from "../../plan/purchase/tags";
import { describeOrder, pendingGivenUpMessage } from "../../plan/words/messages";
import { cancelledLine } from "../../plan/words/outcome-lines";
import type { AboutOrder } from "../../schema/order/about-order";
import { cancellationMs, isGone } from "../../schema/order/order-state";
import type { VpsOutputs } from "../../schema/vps/vps-outputs";
import { attempt } from "../run/attempt";
import { observeUntil } from "../run/observation";
import { Refusal } from "../run/partial-failure";
import { conclude, whileTelling } from "../run/progress";
import type { World } from "../run/world";
import { findByAttempt } from "./recovery";

/** The entry of the state as it was saved: a rename in the program changes it only with the next update. */
export const holderOf = (recorded: VpsOutputs): string => recorded.__declaredUrn ?? String(recorded.orderOid);

/** Cancels an order that is this resource's own, and reads back that it is cancelled. */
export async function cancel(world: World, recorded: VpsOutputs): Promise<void> {
  const orderOid = recorded.orderOid;
  if (orderOid === undefined) return cancelPending(world, recorded);
  if (world.memory.isHeldByAnother(orderOid, holderOf(recorded))) {
    world.narrator.warn(recorded.__declaredUrn, heldByAnotherMessage(orderOid));
    return;
  }
  const order = await world.client.getOrder(orderOid);
  if (isGone(order, world.nowMs())) return;
  refuseForeign(order, recorded);
  if (recorded.cancel === "at-period-end") await endOrder(world, order, recorded.__declaredUrn);
  else await cancelOrder(world, order, recorded);
  world.memory.release(orderOid, holderOf(recorded));
}

/** A purchase whose outcome was never known: it may have turned up since. */
async function cancelPending(world: World, recorded: VpsOutputs): Promise<void> {
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
function refuseForeign(order: AboutOrder, recorded: VpsOutputs): void {
  const key = ownTags(order).key;
  if (key === undefined || key === recorded.__key) return;
  throw new Refusal(
    `${describeOrder(order)} was not cancelled: it carries the tag of another resource. It goes on running and is billed. ` +
      'If it is to stay, run "pulumi state delete" for this resource; if not, cancel it at the service first.',
  );
}

/** Lets the order run to the end of the period that is paid for; the service then shuts the server down by itself. */
async function endOrder(world: World, order: AboutOrder, urn: string | undefined): Promise<void> {
  const isEnding = (seen: AboutOrder): boolean => cancellationMs(seen) !== undefined;
  if (isEnding(order)) return;
  const doing = `cancelling ${describeOrder(order)} at the end of its period`;
  const answer = await whileTelling(world, urn, doing, () =>
    attempt(() => world.client.cancelAtPeriodEnd(order.orderOid)),
  );
  const failure = answer instanceof ServiceError ? answer : undefined;
  if (failure?.outcome === "not-sent") throw failure;
  const limitMs =
    failure === undefined || failure.outcome === "refused" ? 0 : world.settings.stateTimeoutMinutes * 60_000;
  const seen = await observeUntil(world, order.orderOid, urn, "waiting for a date of cancellation", isEnding, limitMs);
  if (seen.kind === "gone") return;
  if (seen.kind === "shown") {
    world.narrator.warn(
      urn,
      `${describeOrder(order)} runs, and is billed, until ${seen.order.billingInfo?.cancellationDate}.`,
    );
    return;
  }
  throw stillActive(order, failure);
}

/** How often a cancellation is sent while the order stays active and answers are lost. */
const mostCancellations = 4;

async function cancelOrder(world: World, order: AboutOrder, recorded: VpsOutputs): Promise<void> {
  const urn = recorded.__declaredUrn;
  const deadlineMs = recorded.__timeouts?.deleteMs;
  const limitMs = deadlineMs ?? world.settings.stateTimeoutMinutes * 60_000;
  for (let sent = 1; ; sent++) {
    const answer = await whileTelling(world, urn, `cancelling ${describeOrder(order)}`, () =>
      attempt(() => world.client.deleteVps(order.orderOid, deadlineMs === undefined ? {} : { deadlineMs })),
    );
    const failure = answer instanceof ServiceError ? answer : undefined;
    if (failure?.outcome === "not-sent") throw failure;
    const mayResend = failure?.outcome === "unknown" && sent < mostCancellations;
    const waitMs = failure?.outcome === "refused" ? 0 : limitMs;
    const waiting = `waiting until order ${order.orderOid} is cancelled`;
    // A lost answer is not waited out: an order that is still active is told again, as it can be cancelled only once.
    const seen = await observeUntil(world, order.orderOid, urn, waiting, () => mayResend, waitMs);
    if (seen.kind === "gone") {
      conclude(world, urn, cancelledLine(order.orderOid, answer instanceof ServiceError ? [] : answer.cancelMessages));
      return;
    }
    if (seen.kind !== "shown") throw stillActive(order, failure);
    await world.sleep(world.settings.pollSeconds * 1000);
  }
}

const stillActive = (order: AboutOrder, failure: ServiceError | undefined): Refusal =>
  new Refusal(
    `${describeOrder(order)} was to be cancelled, but the service still shows it active: it is billed. ` +
      `${failure === undefined ? "" : `${failure.message} `}Run "pulumi destroy" again, or cancel it at the service.`,
    { cause: failure },
  );
