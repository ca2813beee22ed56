import type { ProviderContext } from "../host/context";
import { PartialFailure, Refusal, Unconfirmed, whatFailed } from "../host/failures";
import { waitWhileBusy } from "../host/observe";
import { inSum, isNotMoreExpensive } from "../purchase/limits";
import { isLimited, quoteForLimits, reserve } from "../purchase/quote";
import { recentOrders } from "../purchase/search";
import { ServiceError } from "../service/errors";
import { namesIn } from "../service/names";
import { describeOrder } from "../service/wire/messages";
import { type AboutOrder, isGone } from "../service/wire/order";
import { argumentsWith, type VpsArgument } from "./arguments";
import type { Change, Desired, Resolved } from "./desired";
import { diffVps, lacksAddress, outsideValues } from "./diff";
import { leftToRefresh, withOnlyTouched } from "./foresee";
import { imageObjections, objections } from "./guards";
import { performStep } from "./perform-step";
import {
  appliedBy,
  justInstalled,
  recordAll,
  recordInstall,
  recordOrder,
  recordProgram,
  withRecordedSizes,
} from "./record";
import { quoteToWire, resizeQuoteRequest } from "./request";
import type { OwnedServer } from "./state";
import {
  isOnlyRecorded,
  isRisky,
  orderShowsWantedImage,
  planSteps,
  reinstallReasons,
  type Step,
  type StepKind,
  shownChanges,
  unshownByImage,
} from "./steps";
import {
  doneBefore,
  installedAlreadyWarning,
  leftToRefreshWarning,
  movedAlreadyWarning,
  notWantedStepMessage,
  recordedLine,
} from "./update-messages";

/** More steps than any plan has: a service that shows something else each time must not keep a run busy forever. */
const maxSteps = 12;

/** Brings a server in line with the program, step by step; if a step fails, says what was really applied. */
export async function changeServer(
  context: ProviderContext,
  recorded: OwnedServer,
  desired: Resolved<Desired>,
): Promise<OwnedServer> {
  const { changes } = diffVps(recorded, desired);
  const needsCall = changes.some((change) => !isOnlyRecorded(change, desired));
  if (!needsCall && !lacksAddress(recorded)) return recordProgram(recorded, desired, undefined);
  const found = await context.client.getOrder(recorded);
  const refused = objections(changes, desired, withRecordedSizes(found, recorded), context.client.serviceNowMs());
  if (refused.length > 0) throw new Refusal(`${describeOrder(found)} was not changed: ${refused.join("; ")}.`);
  if (!needsCall) return withOnlyTouched(recorded, recordAll(recorded, desired, found, undefined), changes, desired);
  const idle = await waitWhileBusy(context, found, desired.__urn);
  if (orderShowsWantedImage(changes, desired, idle)) {
    const others = unshownByImage(changes);
    context.reporter.warn(desired.__urn, installedAlreadyWarning(describeOrder(idle), idle.distro, others));
  }
  const steps = planSteps(changes, desired, idle, new Set());
  const resize = steps.find((step) => step.kind === "resize");
  if (resize !== undefined) {
    const order = withRecordedSizes(idle, recorded);
    await refuseAboveLimit(context, order, desired, namesIn(resize.sizes), "was not changed, and nothing was billed");
  }
  const left = leftToRefresh(recorded, recordOrder(recorded, idle), changes, desired);
  if (left.length > 0) context.reporter.warn(desired.__urn, leftToRefreshWarning(recorded, left));
  const ip = idle.allocatedIps?.primaryIp;
  const shown = shownChanges(changes, desired, idle);
  const movedTo = shown.includes("hostServerOid") && ip !== recorded.primaryIp ? ip : undefined;
  if (movedTo !== undefined) context.reporter.warn(desired.__urn, movedAlreadyWarning(recorded, movedTo));
  else if (steps.length === 0 && shown.length > 0) context.reporter.summary(desired.__urn, recordedLine(shown));
  return withOnlyTouched(recorded, await performSteps(context, recorded, desired, changes, idle), changes, desired);
}

async function performSteps(
  context: ProviderContext,
  recorded: OwnedServer,
  desired: Resolved<Desired>,
  changes: readonly Change[],
  found: AboutOrder,
): Promise<OwnedServer> {
  const elsewhere = outsideValues(recorded, changes, desired, found);
  const done = new Set<StepKind>();
  let observed = found;
  let state = recorded;
  for (let count = 0; count < maxSteps; count++) {
    const [step] = planSteps(changes, desired, observed, done);
    if (step === undefined) {
      // An interrupted run has installed the image, with this very password.
      const isFound = !done.has("reinstall") && reinstallReasons(changes, desired).length > 0;
      const password = isFound ? nextPassword(recorded, desired) : undefined;
      const changed = recordAll(state, desired, observed, password, done.has("move") ? unresized(changes) : []);
      return isFound ? justInstalled(changed, desired) : changed;
    }
    await refuseUnwanted(context, state, done, step, observed);
    // Only if the server has shown the image of an interrupted run, and does so no longer.
    const forbidden = step.kind === "reinstall" ? imageObjections(changes, desired, observed) : [];
    if (forbidden.length > 0)
      throw new PartialFailure(state, [`${describeOrder(observed)} was not reinstalled: ${forbidden.join("; ")}.`]);
    try {
      // A move may have changed what a resize leads to.
      if (step.kind === "resize" && done.has("move"))
        await refuseAboveLimit(
          context,
          withRecordedSizes(observed, state),
          desired,
          namesIn(step.sizes),
          "was not resized",
        );
      observed = await performStep(context, step, {
        desired,
        observed,
        urn: desired.__urn,
        password: () => nextPassword(state, desired),
        elsewhere,
      });
    } catch (error) {
      throw await failureAfter(context, state, done, step, error);
    }
    done.add(step.kind);
    state = afterStep(state, step, desired, observed);
    refuseGone(state, observed, context.client.serviceNowMs());
  }
  throw new PartialFailure(state, [
    `${describeOrder(observed)} does not settle: after ${maxSteps} steps it still differs from the program. Check it in the control panel.`,
  ]);
}

/** The sizes that no resize has set: a move may have changed them. */
const unresized = (changes: readonly Change[]): VpsArgument[] =>
  argumentsWith("resize").filter((name) => !changes.some(({ argument }) => argument === name));

/** The root password that a reinstall sets: the program's, or that of its idempotency key. */
function nextPassword({ orderOid }: OwnedServer, { password, __keyPassword }: Resolved<Desired>): string {
  const next = password ?? __keyPassword;
  if (next !== undefined) return next;
  throw new Refusal(
    `Order ${orderOid} was not changed: neither the program nor its idempotency key has a root password to install it with.`,
  );
}

function afterStep(state: OwnedServer, step: Step, desired: Resolved<Desired>, observed: AboutOrder): OwnedServer {
  const recorded = recordOrder(state, observed, appliedBy(step, desired));
  return step.kind === "reinstall" ? recordInstall(recorded, desired, nextPassword(state, desired)) : recorded;
}

function refuseGone(state: OwnedServer, observed: AboutOrder, nowMs: number): void {
  if (!isGone(observed, nowMs)) return;
  throw new PartialFailure(state, [
    `${describeOrder(observed)} was cancelled while it was being changed. Run "pulumi refresh"; then "pulumi up" orders a new server.`,
  ]);
}

/** Earlier steps, and waiting for the service, can take hours: the CLI may have been killed in the meantime. */
async function refuseUnwanted(
  context: ProviderContext,
  state: OwnedServer,
  done: ReadonlySet<StepKind>,
  step: Step,
  observed: AboutOrder,
): Promise<void> {
  if (!isRisky(step)) return;
  if ((await context.askEngine()) === "runs") return;
  const message = notWantedStepMessage(observed, step, done);
  throw done.size === 0 ? new Refusal(message) : new PartialFailure(state, [message]);
}

/** If nothing was done, the state is right as it is; otherwise it must say what is true now. */
async function failureAfter(
  context: ProviderContext,
  state: OwnedServer,
  done: ReadonlySet<StepKind>,
  step: Step,
  error: unknown,
): Promise<unknown> {
  if (error instanceof Refusal && done.size > 0)
    return new PartialFailure(state, [`${error.message}${doneBefore(done)}`]);
  if (!(error instanceof ServiceError || error instanceof Unconfirmed)) return error;
  const mayHaveActed = error instanceof Unconfirmed || error.outcome === "unknown";
  if (done.size === 0 && !mayHaveActed) return error;
  const observed = await context.client.getOrder(state).catch(() => undefined);
  // The state keeps the old image: only if the next run sees it change does that run work out which password the server has.
  const properties =
    observed === undefined
      ? state
      : { ...recordOrder(state, observed), distro: state.distro, __outside: state.__outside };
  return new PartialFailure(properties, [
    done.size === 0
      ? error.message
      : `${whatFailed(error)}${doneBefore(done)} The next "pulumi up" does the rest (from "${step.kind}" on).`,
  ]);
}

/**
 * Refuses a resize that goes beyond a limit, or whose price cannot be checked against it; otherwise reserves the price.
 *
 * @param isLeft what is then true of the order
 */
async function refuseAboveLimit(
  context: ProviderContext,
  order: AboutOrder,
  desired: Resolved<Desired>,
  resized: readonly VpsArgument[],
  isLeft: string,
): Promise<void> {
  if (!isLimited(context, desired)) return;
  const quoted = await quoteForLimits(context, desired, () => quoteToWire(resizeQuoteRequest(desired, order, resized)));
  const before = order.billingInfo?.monthlyRecurringAmt;
  if (quoted === undefined || isNotMoreExpensive(quoted, before)) return;
  const { objection } = reserve(context, resizedServer(order, desired), quoted, await recentOrders(context));
  if (objection !== undefined) throw new Refusal(`${describeOrder(order)} ${isLeft}: ${objection}.`);
}

/** As it counts against the limits. */
export const resizedServer = ({ orderOid, domainName, billingInfo }: AboutOrder, desired: Resolved<Desired>) => ({
  urn: desired.__urn ?? String(orderOid),
  what: inSum(domainName, `order ${orderOid}, resized`),
  orderOid,
  maxMonthlyCostUsd: desired.maxMonthlyCostUsd,
  before: billingInfo?.monthlyRecurringAmt,
});
