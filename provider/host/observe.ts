import { orderOidOf, type WhichOrder } from "../service/client";
import type { Settings } from "../service/settings";
import { describeOrder, elapsed, timeOfDay } from "../service/wire/messages";
import { type AboutOrder, isGone } from "../service/wire/order";
import { type ProviderContext, pauseWhileRunning } from "./context";
import { Refusal, Unconfirmed } from "./failures";

/** What was seen of an order while waiting for it to show something. */
type Observation =
  | { readonly kind: "shown"; readonly order: AboutOrder }
  /** No operation is under way any more, and the order does not show what was waited for. */
  | { readonly kind: "idle"; readonly order: AboutOrder }
  | { readonly kind: "gone"; readonly order: AboutOrder }
  | { readonly kind: "out-of-time" };

/** The order once what was waited for has come, or cannot come any more. */
export const orderAfter = (seen: Observation): AboutOrder | undefined =>
  seen.kind === "shown" || seen.kind === "gone" ? seen.order : undefined;

/**
 * Reads an order until it shows what was asked for, or has been idle and unchanged for a long time, or the time is up. This is
 * how the provider finds out the outcome of a call whose answer was lost: it sends nothing again meanwhile.
 *
 * @param awaited `end`, of the order or its installation: the time is up as soon as the run is asked to stop. `change`, such as a reinstall: it must be seen to be recorded,
 * or it would be done twice.
 */
export async function observeUntil(
  context: ProviderContext,
  which: WhichOrder,
  urn: string | undefined,
  waitingFor: string,
  isShown: (order: AboutOrder) => Promise<boolean> | boolean,
  limitMs: number,
  awaited: "change" | "end" = "change",
): Promise<Observation> {
  const startMs = context.nowMs();
  const idleLimitMs = context.settings.idleMinutes * 60_000;
  const sooner = idleLimitMs < limitMs ? `, sooner if nothing changes for ${elapsed(idleLimitMs)}` : "";
  let pauseMs = firstPauseMs(context.settings);
  let lastChangeMs = startMs;
  let lastSeen = "";
  let latest = which;
  for (;;) {
    // A failed read means nothing: the next one may succeed. The client has already retried.
    const order = await context.client.getOrder(latest).catch(() => undefined);
    const nowMs = context.nowMs();
    if (order !== undefined) {
      latest = order;
      if (isGone(order, context.client.serviceNowMs())) return { kind: "gone", order };
      if (await isShown(order)) return { kind: "shown", order };
      const seen = JSON.stringify(order);
      if (seen !== lastSeen) lastChangeMs = nowMs;
      lastSeen = seen;
      if (nowMs - lastChangeMs >= idleLimitMs && !(await isBusy(context, order))) return { kind: "idle", order };
    }
    if (nowMs - startMs + pauseMs > limitMs) return { kind: "out-of-time" };
    context.reporter.progress(urn, `${waitingFor} (until ${timeOfDay(startMs + limitMs)} at the latest${sooner})`);
    if (awaited === "change") await context.sleep(pauseMs);
    else if (!(await pauseWhileRunning(context, pauseMs))) return { kind: "out-of-time" };
    pauseMs = nextPauseMs(context.settings, pauseMs);
  }
}

/** The service's records do not change while it works on a server; the host server knows. If it is silent, work may be under way. */
const isBusy = async (context: ProviderContext, order: AboutOrder): Promise<boolean> =>
  (await stateAtHost(context, order))?.isSuspended !== false;

/**
 * A server as its host server sees it at this moment, sooner than the records show it: suspended also while an operation is under way.
 * `undefined` if the host server cannot be asked.
 */
export const stateAtHost = async ({ client }: ProviderContext, order: AboutOrder) =>
  (await client.vpsStatus(order).catch(() => undefined))?.runningVpsInfo;

/** Waits for an order that is being installed. */
export async function waitUntilRunning(
  context: ProviderContext,
  which: WhichOrder,
  urn: string | undefined,
): Promise<AboutOrder> {
  const orderOid = orderOidOf(which);
  const limitMs = context.settings.setupTimeoutMinutes * 60_000;
  const isInstalled = (order: AboutOrder): boolean =>
    order.runningState === "RUNNING" && order.allocatedIps?.primaryIp !== undefined;
  const seen = await observeUntil(
    context,
    which,
    urn,
    `waiting until order ${orderOid} runs`,
    isInstalled,
    limitMs,
    "end",
  );
  switch (seen.kind) {
    case "shown":
    case "idle":
      return seen.order;
    case "gone":
      throw new Unconfirmed(
        `Order ${orderOid} was cancelled while it was being set up. Run "pulumi refresh", then "pulumi up" to order another server.`,
      );
    case "out-of-time":
      throw new Unconfirmed(
        `Order ${orderOid} exists and is billed, but it is not installed yet, or could not be read. Run "pulumi up" again: it buys no second one.`,
      );
    default:
      return seen satisfies never;
  }
}

/**
 * Waits for an operation that an interrupted run may have left under way on this server: another change sent meanwhile
 * could do the same thing twice.
 */
export async function waitWhileBusy(
  context: ProviderContext,
  order: AboutOrder,
  urn: string | undefined,
): Promise<AboutOrder> {
  // An unreachable host server says nothing; the calls that follow will report it.
  const isIdle = async (): Promise<boolean> => (await stateAtHost(context, order))?.isSuspended !== true;
  if (await isIdle()) return order;
  const limitMs = context.settings.setupTimeoutMinutes * 60_000;
  const seen = await observeUntil(
    context,
    order,
    urn,
    `waiting until the service has finished with order ${order.orderOid}`,
    isIdle,
    limitMs,
  );
  if (seen.kind !== "out-of-time") return seen.order;
  throw new Refusal(
    `${describeOrder(order)} has been busy with another operation for more than ${elapsed(limitMs)}; nothing was changed. Run "pulumi up" again later.`,
  );
}

type Pace = Pick<Settings, "pollSeconds">;

/** How long to wait between two reads of something that takes time: longer each time, up to a limit. */
export const firstPauseMs = ({ pollSeconds }: Pace): number => pollSeconds * 1000;

export const nextPauseMs = ({ pollSeconds }: Pace, pauseMs: number): number =>
  Math.min(pauseMs * 1.5, pollSeconds * 4000);
