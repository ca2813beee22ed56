import type { ServiceError } from "../../api/errors";
import type { Desired } from "../../plan/change/diff";
import { orderShows, type Step } from "../../plan/change/steps";
import { reinstallRequest } from "../../plan/purchase/purchase-request";
import { describeOrder } from "../../plan/words/messages";
import { moveDuration, stepLine } from "../../plan/words/outcome-lines";
import type { AboutOrder } from "../../schema/order/about-order";
import { tagsOf } from "../../schema/order/order-state";
import { carryOut } from "../run/carry-out";
import { observeUntil } from "../run/observation";
import { Refusal } from "../run/partial-failure";
import { conclude, whileTelling } from "../run/progress";
import type { World } from "../run/world";

export interface StepContext {
  readonly desired: Desired;
  /** The order as it was before the step. */
  readonly observed: AboutOrder;
  readonly urn: string | undefined;
  /** The root password that a reinstall sets. */
  readonly password: string;
}

/** Makes one call and proves by reading back that it did what it was to do. Gives the order as it is then. */
export async function performStep(world: World, step: Step, context: StepContext): Promise<AboutOrder> {
  let sentMs = world.nowMs();
  const result = await carryOut(
    world,
    (sentBefore) => {
      sentMs = world.nowMs();
      return whileTelling(world, context.urn, doing(step, context.observed), () =>
        call(world, step, context, sentBefore),
      );
    },
    (failure) => look(world, step, context, sentMs, failure),
  );
  if ("seen" in result) return result.seen;
  const order = await readBack(world, step, context, sentMs);
  conclude(world, context.urn, stepLine(step, context.observed, order, result.answer));
  return order;
}

/** What is going on, for the resource's own line. */
function doing(step: Step, order: AboutOrder): string {
  const what = order.domainName ?? `order ${order.orderOid}`;
  switch (step.kind) {
    case "start":
      return `starting ${what}`;
    case "stop":
      return `stopping ${what}: it stays billed`;
    case "restart":
      return `restarting ${what}`;
    case "move":
      return `moving ${what} to host ${step.hostServerOid}: ${moveDuration(order)}, and the IP may change`;
    case "resize":
      return `resizing ${what}: it is restarted and billed pro rata`;
    case "reinstall":
      return `reinstalling ${what} because of ${step.because.join(", ")}: all its data is lost`;
    default:
      return step satisfies never;
  }
}

/** Makes the call of a step. Gives what the service said. */
async function call(
  world: World,
  step: Step,
  { desired, observed, password }: StepContext,
  sentBefore: number,
): Promise<readonly string[]> {
  const { client } = world;
  const options = { deadlineMs: desired.__timeouts?.updateMs, sentBefore };
  const { orderOid } = observed;
  switch (step.kind) {
    case "start":
      return (await client.setRunningState(orderOid, "RUNNING", options)).messages;
    case "stop":
      return (await client.setRunningState(orderOid, "NOTRUNNING", options)).messages;
    case "restart":
      return (await client.setRunningState(orderOid, "RESTARTING", options)).messages;
    case "move":
      return (await client.move(orderOid, { ...desired.move, hostServerOid: step.hostServerOid }, options)).messages;
    case "reinstall":
      return (await client.reinstall(orderOid, reinstallRequest(desired, password, tagsOf(observed)), options))
        .setupMessages;
    case "resize": {
      const result = await client.resize(orderOid, step.sizes, options);
      if (result.wereResourcesChanged) return result.messages;
      const words = result.messages.join(" ");
      throw new Refusal(
        `${describeOrder(observed)} was not resized: the service refused, mostly for want of room on the host or because of billing. It says: "${words}" ` +
          "Nothing was changed or billed. Move the server to another host (hostServerOid), ask for less, or talk to the service's support.",
      );
    }
    default:
      return step satisfies never;
  }
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
  return (Object.keys(sizes) as (keyof typeof sizes)[]).every(
    (size) => after.vpsParameters?.[size] !== before.vpsParameters?.[size],
  );
}

/** After a lost answer the order is watched until it shows the step; after a refusal one look is enough. */
async function look(
  world: World,
  step: Step,
  context: StepContext,
  sentMs: number,
  failure: ServiceError,
): Promise<AboutOrder | undefined> {
  const { observed, urn } = context;
  const isShown = (order: AboutOrder) => isProven(world, step, context, order, sentMs);
  if (failure.outcome === "refused") {
    const order = await world.client.getOrder(observed.orderOid);
    return (await isShown(order)) ? order : undefined;
  }
  const limitMs =
    (step.kind === "move" ? world.settings.moveTimeoutMinutes : world.settings.setupTimeoutMinutes) * 60_000;
  const seen = await observeUntil(
    world,
    observed.orderOid,
    urn,
    `the answer to "${step.kind}" was lost; watching the order`,
    isShown,
    limitMs,
  );
  return seen.kind === "shown" || seen.kind === "gone" ? seen.order : undefined;
}

/** A reinstall or a restart leaves the order as it was; a server that came up since the call was sent proves it. */
async function isProven(
  world: World,
  step: Step,
  { desired }: StepContext,
  order: AboutOrder,
  sentMs: number,
): Promise<boolean> {
  const shown = orderShows(step, order);
  if (shown !== undefined) return shown;
  if (step.kind === "reinstall" && desired.distro !== undefined && order.distro !== desired.distro) return false;
  const status = await world.client.vpsStatus(order.orderOid).catch(() => undefined);
  const live = status?.runningVpsInfo;
  if (live?.runningState !== "RUNNING" || live.vpsUptimeS === undefined || live.isSuspended === true) return false;
  return live.vpsUptimeS * 1000 <= world.nowMs() - sentMs;
}
