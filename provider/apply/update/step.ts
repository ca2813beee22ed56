import type { ServiceError } from "../../api/errors";
import { describeOrder } from "../../plan/messages";
import { hasBootedSince, isProvenByBoot, type LiveReading, orderShows } from "../../plan/update/step-proof";
import type { Step } from "../../plan/update/steps";
import { stepLine, stepProgress } from "../../plan/update/update-messages";
import { type AboutOrder, isGone } from "../../schema/order";
import { namesIn } from "../../schema/parts";
import type { ProviderContext } from "../context";
import { carryOut, Unconfirmed } from "../failures";
import { observeUntil } from "../observe";
import { callStep, moveLimitMs, type StepTarget } from "./step-call";

/** What was known when the call of a step was sent. */
interface Sending {
  readonly sentMs: number;
  /** The server as its host server saw it then; needed only if the order alone cannot show the step. */
  readonly live: LiveReading | undefined;
}

/** Makes one call and proves by reading back that it took effect. Returns the order as it is then. */
export async function performStep(context: ProviderContext, step: Step, target: StepTarget): Promise<AboutOrder> {
  const { observed, urn } = target;
  const live = leavesOrderAsItIs(step) ? await readLive(context, observed) : undefined;
  let sending: Sending = { sentMs: context.nowMs(), live };
  const result = await carryOut(
    context,
    (sentBefore) => {
      sending = { sentMs: context.nowMs(), live };
      context.reporter.progress(urn, stepProgress(step, observed));
      return callStep(context, step, target, sentBefore);
    },
    (failure) =>
      failure.outcome === "refused" ? lookOnce(context, step, target, failure) : watch(context, step, target, sending),
  );
  if ("seen" in result) {
    // The answer was lost, but the step is done: a move's new address matters no less for that.
    if (!isGone(result.seen, context.client.serviceNowMs()))
      context.reporter.summary(urn, stepLine(step, observed, result.seen, []));
    return result.seen;
  }
  const order = await readBack(context, step, target, sending.sentMs);
  context.reporter.summary(urn, stepLine(step, observed, order, result.answer));
  return order;
}

/** A reinstall or a restart shows in the server's uptime, and in little else. */
const leavesOrderAsItIs = (step: Step): boolean => step.kind === "reinstall" || step.kind === "restart";

async function readLive(context: ProviderContext, order: AboutOrder): Promise<LiveReading | undefined> {
  const askedMs = context.nowMs();
  const status = await context.client.vpsStatus(order).catch(() => undefined);
  const live = status?.runningVpsInfo;
  if (live === undefined) return undefined;
  const { runningState, vpsUptimeS: uptimeS, isSuspended } = live;
  return { askedMs, answeredMs: context.nowMs(), runningState, uptimeS, isSuspended };
}

/** The call succeeded. The order is read again, because answers are known to be stale. */
async function readBack(context: ProviderContext, step: Step, target: StepTarget, sentMs: number): Promise<AboutOrder> {
  const isShown = (order: AboutOrder): boolean =>
    orderShows(step, order) !== false || sizesHaveChanged(step, target.observed, order);
  const order = await context.client.getOrder(target.observed);
  if (isShown(order)) return order;
  const seen = await observeUntil(
    context,
    order,
    target.urn,
    `waiting until the order shows the ${step.kind}`,
    isShown,
    recordsLagMs(context, context.nowMs() - sentMs),
  );
  if (seen.kind === "shown" || seen.kind === "gone") return seen.order;
  throw new Unconfirmed(
    `${describeOrder(order)}: the service reports that "${step.kind}" succeeded, but the order does not show it. Check it at the service, then run "pulumi up" again.`,
  );
}

/**
 * How long the service's records may trail behind a call that it reports as done: a minute, and longer after long work.
 * An order that is unchanged for `idleMinutes` counts as not done in any case.
 */
const recordsLagMs = ({ settings }: ProviderContext, callTookMs: number): number =>
  Math.min(settings.idleMinutes * 60_000, 60_000 + callTookMs);

/** The service may round sizes: what counts is that each requested one has changed from its old value. */
function sizesHaveChanged(step: Step, before: AboutOrder, after: AboutOrder): boolean {
  if (step.kind !== "resize") return false;
  const { sizes } = step;
  return namesIn(sizes).every((size) => after.vpsParameters?.[size] !== before.vpsParameters?.[size]);
}

/** Only what the order itself shows overrules a refusal: a server may have booted for another reason. */
async function lookOnce(
  context: ProviderContext,
  step: Step,
  { desired, observed }: StepTarget,
  failure: ServiceError,
): Promise<AboutOrder | undefined> {
  const order = await context.client.getOrder(observed).catch(() => {
    throw failure;
  });
  const hasNewImage = step.kind === "reinstall" && order.distro !== observed.distro && order.distro === desired.distro;
  return hasNewImage || orderShows(step, order) === true ? order : undefined;
}

/** Watches the order after a lost answer until it shows the step. */
async function watch(
  context: ProviderContext,
  step: Step,
  target: StepTarget,
  sending: Sending,
): Promise<AboutOrder | undefined> {
  const { observed, urn } = target;
  const seen = await observeUntil(
    context,
    observed,
    urn,
    `the answer to "${step.kind}" was lost; watching the order`,
    (order) => isProven(context, step, target, order, sending),
    step.kind === "move" ? moveLimitMs(context, observed) : context.settings.setupTimeoutMinutes * 60_000,
  );
  return seen.kind === "shown" || seen.kind === "gone" ? seen.order : undefined;
}

async function isProven(
  context: ProviderContext,
  step: Step,
  { desired }: StepTarget,
  order: AboutOrder,
  { sentMs, live }: Sending,
): Promise<boolean> {
  const shown = orderShows(step, order);
  if (shown !== undefined) return shown;
  if (!isProvenByBoot(step)) return false;
  const isOtherImage = order.distro !== undefined && desired.distro !== undefined && order.distro !== desired.distro;
  if (step.kind === "reinstall" && isOtherImage) return false;
  const now = await readLive(context, order);
  return now !== undefined && hasBootedSince(sentMs, live, now);
}
