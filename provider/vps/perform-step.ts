import type { ProviderContext } from "../host/context";
import { carryOut, Unconfirmed } from "../host/failures";
import { liveState, observeUntil } from "../host/observe";
import { adviceOnRefusal, type ServiceError } from "../service/errors";
import type { CallOptions } from "../service/send";
import { describeOrder } from "../service/wire/messages";
import { type AboutOrder, isGone, tagsOf } from "../service/wire/order";
import type { Desired, Resolved } from "./desired";
import type { OutsideValues } from "./diff";
import { sameArgument } from "./equality";
import { moveToWire, reinstallRequest, reinstallToWire, sizesToWire } from "./request";
import { hasBootedSince, isProvenByBoot, longestMoveMs, orderShows, type Step } from "./steps";
import { stepLine, stepProgress } from "./update-messages";

interface StepTarget {
  readonly desired: Resolved<Desired>;
  /** The order as it was before the step. */
  readonly observed: AboutOrder;
  readonly urn: string | undefined;
  /** The root password that a reinstall sets. */
  readonly password: () => string;
  /** What the server had before the update, if that was not what the state said. */
  readonly elsewhere: OutsideValues;
}

/** Makes one call and proves by reading back that it took effect. Returns the order as it is then. */
export async function performStep(context: ProviderContext, step: Step, target: StepTarget): Promise<AboutOrder> {
  const { observed, urn } = target;
  let sentMs = context.nowMs();
  const result = await carryOut(
    context,
    (sentBefore) => {
      sentMs = context.nowMs();
      context.reporter.progress(urn, stepProgress(step, observed));
      return callStep(context, step, target, sentBefore);
    },
    (failure) =>
      failure.outcome === "refused"
        ? seenDespiteRefusal(context, step, target, failure)
        : watch(context, step, target, sentMs),
  );
  if ("seen" in result) {
    // The answer was lost, but the step is done: a move's new address matters no less for that.
    if (!isGone(result.seen, context.client.serviceNowMs()))
      context.reporter.summary(urn, stepLine(step, observed, result.seen, [], target.elsewhere));
    return result.seen;
  }
  const order = await readBack(context, step, target, sentMs);
  context.reporter.summary(urn, stepLine(step, observed, order, result.answer, target.elsewhere));
  return order;
}

/** The call succeeded. The order is read again, because answers are known to be stale. */
async function readBack(context: ProviderContext, step: Step, target: StepTarget, sentMs: number): Promise<AboutOrder> {
  const isShown = (order: AboutOrder): boolean => orderShows(step, order) !== false;
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
    `${describeOrder(order)}: the service reports that "${step.kind}" succeeded, but the order does not show it. Check the server in the control panel: the next "pulumi up" repeats the ${step.kind}.`,
  );
}

/**
 * How long the service's records may trail behind a call that it reports as done: a minute, and longer after long work.
 * An order that is unchanged for `idleMinutes` counts as not done in any case.
 */
const recordsLagMs = ({ settings }: ProviderContext, callTookMs: number): number =>
  Math.min(settings.idleMinutes * 60_000, 60_000 + callTookMs);

/** Only what the order itself shows overrules a refusal: a server may have booted for another reason. */
async function seenDespiteRefusal(
  context: ProviderContext,
  step: Step,
  { desired, observed }: StepTarget,
  failure: ServiceError,
): Promise<AboutOrder | undefined> {
  const order = await context.client.getOrder(observed).catch(() => {
    throw failure;
  });
  const hasNewImage =
    step.kind === "reinstall" &&
    !sameArgument("distro", order.distro, observed.distro) &&
    sameArgument("distro", order.distro, desired.distro);
  return hasNewImage || orderShows(step, order) === true ? order : undefined;
}

/** Watches the order after a lost answer until it shows the step. */
async function watch(
  context: ProviderContext,
  step: Step,
  target: StepTarget,
  sentMs: number,
): Promise<AboutOrder | undefined> {
  const { observed, urn } = target;
  const seen = await observeUntil(
    context,
    observed,
    urn,
    `no clear answer to "${step.kind}"; watching the order`,
    (order) => isProven(context, step, target, order, sentMs),
    step.kind === "move" ? moveLimitMs(context, observed) : context.settings.setupTimeoutMinutes * 60_000,
  );
  return seen.kind === "shown" || seen.kind === "gone" ? seen.order : undefined;
}

async function isProven(
  context: ProviderContext,
  step: Step,
  { desired }: StepTarget,
  order: AboutOrder,
  sentMs: number,
): Promise<boolean> {
  const shown = orderShows(step, order);
  if (shown !== undefined) return shown;
  if (!isProvenByBoot(step)) return false;
  const isOtherImage =
    order.distro !== undefined && desired.distro !== undefined && !sameArgument("distro", order.distro, desired.distro);
  if (step.kind === "reinstall" && isOtherImage) return false;
  const askedMs = context.nowMs();
  return hasBootedSince(sentMs, askedMs, await liveState(context, order));
}

type StepOf<Kind extends Step["kind"]> = Extract<Step, { kind: Kind }>;

/** How long a move may take: what the settings say, or longer if the disks are large. */
const moveLimitMs = (context: ProviderContext, { vpsParameters }: AboutOrder): number =>
  Math.max(context.settings.moveTimeoutMinutes * 60_000, longestMoveMs(vpsParameters));

/** Makes the call of a step. Returns the service's messages; throws if its answer says that nothing was done. */
async function callStep(
  context: ProviderContext,
  step: Step,
  target: StepTarget,
  sentBefore: number,
): Promise<readonly string[]> {
  const { desired, observed } = target;
  const options: CallOptions = { deadlineMs: desired.__timeouts?.updateMs, sentBefore };
  switch (step.kind) {
    case "start":
    case "stop":
    case "restart":
      return setState(context, step, target, options);
    case "move": {
      const request = { ...desired.move, hostServerOid: step.hostServerOid };
      const deadlineMs = options.deadlineMs ?? moveLimitMs(context, observed);
      const moved = await context.client.move(observed, moveToWire(request), { ...options, deadlineMs });
      warnUnlessPinging(context, target, "moved", moved.runningVpsInfo?.pingsOk);
      return moved.messages;
    }
    case "reinstall": {
      const request = reinstallRequest(desired, target.password(), tagsOf(observed));
      const installed = await context.client.reinstall(observed, reinstallToWire(request), options);
      warnUnlessPinging(context, target, "reinstalled", installed.runningVpsInfo?.pingsOk);
      return installed.setupMessages;
    }
    case "resize":
      return resize(context, step, observed, options);
    default:
      return step satisfies never;
  }
}

const targets = { start: "RUNNING", stop: "NOTRUNNING" } as const;

async function setState(
  context: ProviderContext,
  { kind }: StepOf<"start" | "stop" | "restart">,
  target: StepTarget,
  options: CallOptions,
): Promise<readonly string[]> {
  const { desired, observed } = target;
  const state = kind === "restart" ? (desired.restartMethod ?? "RESTARTING") : targets[kind];
  const answer = await context.client.setRunningState(observed, state, options);
  // After a start this flag means nothing: a server that was already running does not restart either.
  if (kind === "restart" && answer.isRestarted === false) {
    const words = [answer.message, ...answer.messages].filter((text) => text !== undefined).join(" ");
    throw new Unconfirmed(
      `${describeOrder(observed)} was not restarted, although the service accepted the call${words === "" ? "" : ` (it says: "${words}")`}. ` +
        'The server is billed as before; the next "pulumi up" tries again.',
    );
  }
  if (kind !== "stop")
    warnUnlessPinging(context, target, `${kind}ed`, answer.isPinging ?? answer.runningVpsInfo?.pingsOk);
  return answer.messages;
}

/** The step is done, but the server may be unusable. */
function warnUnlessPinging(
  { reporter }: ProviderContext,
  { observed, urn }: StepTarget,
  done: string,
  isPinging: boolean | undefined,
): void {
  if (isPinging !== false) return;
  reporter.warn(
    urn,
    `${describeOrder(observed)} was ${done}, but it does not answer pings: it may still be booting, or its system or network is not coming up. ` +
      "It is billed as before. Check its console if this persists.",
  );
}

async function resize(
  context: ProviderContext,
  step: StepOf<"resize">,
  observed: AboutOrder,
  options: CallOptions,
): Promise<readonly string[]> {
  const result = await context.client.resize(observed, sizesToWire(step.sizes), options);
  if (result.wereResourcesChanged) return result.messages;
  const order = await context.client.getOrder(observed).catch(() => undefined);
  if (order !== undefined && orderShows(step, order) === true) return result.messages;
  const words = result.messages.join(" ");
  throw new Unconfirmed(
    `${describeOrder(observed)} was not resized: the service refused ("${words}"). ${adviceOnRefusal.resize}`,
  );
}
