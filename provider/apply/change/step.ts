import type { ServiceError } from "../../api/errors";
import { hasBootedSince, type LiveReading } from "../../plan/change/boot-proof";
import { orderShows, type Step } from "../../plan/change/steps";
import { describeOrder } from "../../plan/words/messages";
import { stepLine } from "../../plan/words/outcome-lines";
import type { AboutOrder } from "../../schema/order/about-order";
import { namesIn } from "../../schema/value/parts";
import { carryOut } from "../run/carry-out";
import { observeUntil } from "../run/observation";
import { Refusal } from "../run/partial-failure";
import { conclude, whileTelling } from "../run/progress";
import type { World } from "../run/world";
import { callStep, doing, moveLimitMs, type StepContext } from "./step-call";

/** What was known when the call of a step was sent. */
interface Sending {
  readonly sentMs: number;
  /** The server as its host saw it then; of interest only where the order alone cannot show the step. */
  readonly live: LiveReading | undefined;
}

/** Makes one call and proves by reading back that it did what it was to do. Gives the order as it is then. */
export async function performStep(world: World, step: Step, context: StepContext): Promise<AboutOrder> {
  const { observed, urn } = context;
  const live = leavesOrderAsItIs(step) ? await readLive(world, observed.orderOid) : undefined;
  let sending: Sending = { sentMs: world.nowMs(), live };
  const result = await carryOut(
    world,
    (sentBefore) => {
      sending = { sentMs: world.nowMs(), live };
      return whileTelling(world, urn, doing(step, observed), () => callStep(world, step, context, sentBefore));
    },
    (failure) =>
      failure.outcome === "refused" ? lookOnce(world, step, context, failure) : watch(world, step, context, sending),
  );
  if ("seen" in result) return result.seen;
  const order = await readBack(world, step, context, sending.sentMs);
  conclude(world, urn, stepLine(step, observed, order, result.answer));
  return order;
}

/** A reinstall or a restart shows in the server's up-time, and in little else. */
const leavesOrderAsItIs = (step: Step): boolean => step.kind === "reinstall" || step.kind === "restart";

async function readLive(world: World, orderOid: number): Promise<LiveReading | undefined> {
  const askedMs = world.nowMs();
  const status = await world.client.vpsStatus(orderOid).catch(() => undefined);
  const live = status?.runningVpsInfo;
  if (live === undefined) return undefined;
  const { runningState, vpsUptimeS: uptimeS, isSuspended } = live;
  return { askedMs, answeredMs: world.nowMs(), runningState, uptimeS, isSuspended };
}

/** The call was answered well. The order is read again, since answers are known to be stale. */
async function readBack(world: World, step: Step, context: StepContext, sentMs: number): Promise<AboutOrder> {
  const order = await world.client.getOrder(context.observed.orderOid);
  if (orderShows(step, order) !== false || hasMoved(step, context.observed, order)) return order;
  const seen = await observeUntil(
    world,
    order.orderOid,
    context.urn,
    `waiting until ${step.kind} shows`,
    (later) => orderShows(step, later) !== false || hasMoved(step, context.observed, later),
    Math.min(world.settings.idleMinutes * 60_000, 60_000 + world.nowMs() - sentMs),
  );
  if (seen.kind === "shown" || seen.kind === "gone") return seen.order;
  throw new Refusal(
    `${describeOrder(order)}: the service reports that "${step.kind}" succeeded, but the order does not show it. Look at it at the service, then run "pulumi up" again.`,
  );
}

/** Sizes may be rounded by the service: what counts is that each one that was asked for has left its old value. */
function hasMoved(step: Step, before: AboutOrder, after: AboutOrder): boolean {
  if (step.kind !== "resize") return false;
  const { sizes } = step;
  return namesIn(sizes).every((size) => after.vpsParameters?.[size] !== before.vpsParameters?.[size]);
}

/** A refusal is overruled only by what the order itself shows: a server may have booted for another reason. */
async function lookOnce(
  world: World,
  step: Step,
  { desired, observed }: StepContext,
  failure: ServiceError,
): Promise<AboutOrder | undefined> {
  const order = await world.client.getOrder(observed.orderOid).catch(() => {
    throw failure;
  });
  const hasNewImage = step.kind === "reinstall" && order.distro !== observed.distro && order.distro === desired.distro;
  return hasNewImage || orderShows(step, order) === true ? order : undefined;
}

/** After a lost answer the order is watched until it shows the step. */
async function watch(
  world: World,
  step: Step,
  context: StepContext,
  sending: Sending,
): Promise<AboutOrder | undefined> {
  const { observed, urn } = context;
  const seen = await observeUntil(
    world,
    observed.orderOid,
    urn,
    `the answer to "${step.kind}" was lost; watching the order`,
    (order) => isProven(world, step, context, order, sending),
    step.kind === "move" ? moveLimitMs(world, observed) : world.settings.setupTimeoutMinutes * 60_000,
  );
  return seen.kind === "shown" || seen.kind === "gone" ? seen.order : undefined;
}

async function isProven(
  world: World,
  step: Step,
  { desired }: StepContext,
  order: AboutOrder,
  { sentMs, live }: Sending,
): Promise<boolean> {
  const shown = orderShows(step, order);
  if (shown !== undefined) return shown;
  if (step.kind === "reinstall" && desired.distro !== undefined && order.distro !== desired.distro) return false;
  const now = await readLive(world, order.orderOid);
  return now !== undefined && hasBootedSince(sentMs, live, now);
}
