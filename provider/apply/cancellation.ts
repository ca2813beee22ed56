import { ServiceError } from "../api/errors";
import { describeOrder } from "../plan/messages";
import { ownTags } from "../plan/tags";
import type { AboutOrder } from "../schema/order/about-order";
import { isGone } from "../schema/order/order-state";
import type { VpsOutputs } from "../schema/vps-outputs";
import { observeUntil } from "./observation";
import { Refusal } from "./partial-failure";
import type { World } from "./world";

/** Cancels an order that is this resource's own, and reads back that it is cancelled. */
export async function cancel(world: World, recorded: VpsOutputs): Promise<void> {
  const orderOid = recorded.orderOid;
  if (orderOid === undefined) return cancelPending(world, recorded);
  const order = await world.client.getOrder(orderOid);
  if (isGone(order, world.nowMs())) return;
  refuseForeign(order, recorded);
  await cancelOrder(world, order, recorded.__declaredUrn);
}

/** A purchase whose outcome was never known: it may have turned up since. */
async function cancelPending(world: World, recorded: VpsOutputs): Promise<void> {
  const orders = await world.census.ask();
  const found = orders.find(
    (order) => recorded.__attempt !== undefined && ownTags(order).attempt === recorded.__attempt,
  );
  if (found === undefined || isGone(found, world.nowMs())) return;
  await cancelOrder(world, found, recorded.__declaredUrn);
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

async function cancelOrder(world: World, order: AboutOrder, urn: string | undefined): Promise<void> {
  const limitMs = world.settings.stateTimeoutMinutes * 60_000;
  world.narrator.progress(urn, `cancelling ${describeOrder(order)}`);
  for (let sent = 1; ; sent++) {
    const failure = await send(world, order.orderOid);
    if (failure !== undefined && failure.outcome === "not-sent") throw failure;
    const seen = await observeUntil(
      world,
      order.orderOid,
      urn,
      `waiting until order ${order.orderOid} is cancelled`,
      () => failure !== undefined && sent <= 3,
      limitMs,
    );
    if (seen.kind === "gone") return;
    // Still active after a lost answer: sent again, since what is cancelled cannot be cancelled twice.
    if (seen.kind === "shown" && failure?.outcome === "unknown") continue;
    throw new Refusal(
      `Order ${order.orderOid} (${order.domainName ?? "no name"}) was to be cancelled, but the service still shows it active: it is billed. ` +
        `${failure === undefined ? "" : `${failure.message} `}Run "pulumi destroy" again, or cancel it at the service.`,
      { cause: failure },
    );
  }
}

async function send(world: World, orderOid: number): Promise<ServiceError | undefined> {
  try {
    await world.client.deleteVps(orderOid);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
