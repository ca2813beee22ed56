import { describeOrder } from "../../plan/words/messages";
import type { AboutOrder } from "../../schema/order/about-order";
import { isGone } from "../../schema/order/order-state";
import { Refusal } from "./partial-failure";
import { firstPauseMs, nextPauseMs } from "./pauses";
import { elapsed, whileTelling } from "./progress";
import type { World } from "./world";

/** What was seen of an order while waiting for it to show something. */
export type Observation =
  | { readonly kind: "shown"; readonly order: AboutOrder }
  /** Nothing is going on there any more, and it does not show what was waited for. */
  | { readonly kind: "idle"; readonly order: AboutOrder }
  | { readonly kind: "gone"; readonly order: AboutOrder }
  | { readonly kind: "out-of-time" };

/**
 * Reads an order until it shows what was asked for, or has been idle and unchanged for long, or the time is up. This is how the outcome of
 * a call whose answer was lost is found out: nothing is sent again meanwhile.
 */
export async function observeUntil(
  world: World,
  orderOid: number,
  urn: string | undefined,
  waitingFor: string,
  isShown: (order: AboutOrder) => Promise<boolean> | boolean,
  limitMs: number,
): Promise<Observation> {
  const startMs = world.nowMs();
  const idleLimitMs = world.settings.idleMinutes * 60_000;
  let pauseMs = firstPauseMs(world.settings);
  let lastChangeMs = startMs;
  let lastSeen = "";
  for (;;) {
    const order = await readPatiently(world, orderOid);
    const nowMs = world.nowMs();
    if (order !== undefined) {
      if (isGone(order, world.client.serviceNowMs())) return { kind: "gone", order };
      if (await isShown(order)) return { kind: "shown", order };
      const seen = JSON.stringify(order);
      if (seen !== lastSeen) lastChangeMs = nowMs;
      lastSeen = seen;
      if (nowMs - lastChangeMs >= idleLimitMs && !(await isBusy(world, order))) return { kind: "idle", order };
    }
    if (nowMs - startMs + pauseMs > limitMs) return { kind: "out-of-time" };
    await whileTelling(world, urn, waitingFor, () => world.sleep(pauseMs), startMs);
    pauseMs = nextPauseMs(world.settings, pauseMs);
  }
}

/** A look that fails is no news: the next one may succeed. The client has retried already. */
async function readPatiently(world: World, orderOid: number): Promise<AboutOrder | undefined> {
  try {
    return await world.client.getOrder(orderOid);
  } catch {
    return undefined;
  }
}

/** The service's records stand still while it works on a server; the host tells. Where it does not, work may be going on. */
async function isBusy(world: World, order: AboutOrder): Promise<boolean> {
  if (order.runningState === "RESTARTING" || order.runningState === "POWERCYCLING") return true;
  return (await isAtWork(world, order)) !== false;
}

/** Whether the host says that an operation is under way; `undefined` where it cannot be asked. */
async function isAtWork(world: World, order: AboutOrder): Promise<boolean | undefined> {
  const status = await world.client.vpsStatus(order.orderOid).catch(() => undefined);
  return status?.runningVpsInfo?.isSuspended;
}

/** Waits for an order that is being installed. */
export async function waitUntilRunning(world: World, orderOid: number, urn: string | undefined): Promise<AboutOrder> {
  const limitMs = world.settings.setupTimeoutMinutes * 60_000;
  const isInstalled = (order: AboutOrder): boolean =>
    order.runningState === "RUNNING" && order.allocatedIps?.primaryIp !== undefined;
  const seen = await observeUntil(world, orderOid, urn, `waiting until order ${orderOid} runs`, isInstalled, limitMs);
  switch (seen.kind) {
    case "shown":
    case "idle":
      return seen.order;
    case "gone":
      throw new Refusal(
        `Order ${orderOid} was cancelled while it was being set up. Nothing more was bought. Run "pulumi up" again to order a server.`,
      );
    case "out-of-time":
      throw new Refusal(
        `Order ${orderOid} exists and is billed, but it could not be read for ${elapsed(limitMs)}. Run "pulumi up" again: it is found by its tag.`,
      );
    default:
      return seen satisfies never;
  }
}

/**
 * An interrupted run may have left the service at work on this server. What it does is waited for: another change sent
 * meanwhile could do the same thing twice.
 */
export async function waitWhileBusy(world: World, order: AboutOrder, urn: string | undefined): Promise<AboutOrder> {
  // A host that cannot be reached tells nothing; the calls that follow will say so.
  const isIdle = async (): Promise<boolean> => (await isAtWork(world, order)) !== true;
  if (await isIdle()) return order;
  const limitMs = world.settings.setupTimeoutMinutes * 60_000;
  const seen = await observeUntil(
    world,
    order.orderOid,
    urn,
    `waiting until the service has finished with order ${order.orderOid}`,
    isIdle,
    limitMs,
  );
  if (seen.kind !== "out-of-time") return seen.order;
  throw new Refusal(
    `${describeOrder(order)} is busy with another operation for longer than ${elapsed(limitMs)}; nothing was changed. Run "pulumi up" again later.`,
  );
}
