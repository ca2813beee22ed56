import { mayResend } from "../service/calls";
import type { WhichOrder } from "../service/client";
import { ServiceError } from "../service/errors";
import type { Settings } from "../service/settings";
import { elapsed, timeOfDay } from "../service/wire/messages";
import { type AboutOrder, isGone } from "../service/wire/order";
import { type ProviderContext, pauseWhileRunning } from "./context";

/** The engine's name for what the state holds: the order's number, once there is one. */
export const idOf = ({ orderOid, __attempt }: { readonly orderOid?: unknown; readonly __attempt?: unknown }): string =>
  String(orderOid ?? `pending-${__attempt}`);

/**
 * Something was done and something failed: the engine saves `properties` as the state and shows `reasons`. If the
 * properties lacked the provider's code, the resource could never be deleted.
 */
export class PartialFailure<Saved extends object = object> extends Error {
  override readonly name = "PartialFailure";
  readonly id: string;
  readonly properties: Saved;
  readonly reasons: readonly string[];

  constructor(properties: Saved, reasons: readonly string[]) {
    super(reasons.join("\n"));
    this.id = idOf(properties);
    this.properties = properties;
    this.reasons = reasons;
    this.stack = "";
  }
}

/** Nothing was done; the message says why. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/** The end of a refusal of inputs that the check would not have let through. */
export const remediatedNote =
  "The program's own values have passed the check, and a policy that remediates has changed them since: correct the policy.";

/** Something was sent, and the service does not show its effect or denies it. What is true must be read from the order. */
export class Unconfirmed extends Error {
  override readonly name = "Unconfirmed";
}

/**
 * Keeps what was done in the state, whatever happens to the rest: an error without a state would leave the former one, and
 * with it an order that nobody holds, or a reinstall that is done twice.
 */
export async function keepingState<T>(
  outputs: object,
  describeFailure: (message: string) => string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PartialFailure) throw error;
    throw new PartialFailure(outputs, [describeFailure(whatFailed(error as Error))]);
  }
}

/** For a message that itself says what is true now and what to do: a failed call's own advice would contradict it. */
export const whatFailed = (error: Error): string =>
  error instanceof ServiceError ? `${error.happened}.` : error.message;

/** How a call ended: with the service's answer or, if it failed, with its effect as seen at the service. */
type CallResult<Answer, Seen> = { readonly answer: Answer } | { readonly seen: Seen };

/**
 * Makes a call and, if it fails, does what the retry table says: looks for its effect if it may have had one, and sends it
 * again if that is allowed and the engine still runs. Only a purchase follows the table by itself, because it looks at all orders again before each try.
 *
 * @param send passes `sentBefore` on to the client, so that all attempts at the call count together
 * @param findOut returns what shows the call's effect; `undefined` if nothing does
 */
export async function carryOut<Answer, Seen>(
  context: Pick<ProviderContext, "sleep" | "askEngine">,
  send: (sentBefore: number) => Promise<Answer>,
  findOut: (failure: ServiceError) => Promise<Seen | undefined>,
): Promise<CallResult<Answer, Seen>> {
  for (let sentBefore = 0; ; ) {
    const answer = await captureFailure(() => send(sentBefore));
    if (!(answer instanceof ServiceError)) return { answer };
    const { decision } = answer;
    if (decision.action === "fail") throw answer;
    const seen = await findOut(answer);
    if (seen !== undefined) return { seen };
    if (!mayResend(decision)) throw answer;
    if (!(await pauseWhileRunning(context, decision.afterMs))) throw answer;
    sentBefore = answer.timesSent;
  }
}

/** Returns the answer to a call, or its failure if the service failed it; throws every other error. */
export async function captureFailure<T>(call: () => Promise<T>): Promise<T | ServiceError> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

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

/**
 * Looks again and again for what was sent earlier, until it is found or can turn up no more.
 *
 * @param look told whether it may still turn up later
 * @param onWait called before each pause
 */
export async function lookUntil<Found>(
  context: Pick<ProviderContext, "nowMs" | "sleep" | "askEngine" | "settings">,
  untilMs: number,
  look: (mayTurnUp: boolean) => Promise<Found | undefined>,
  onWait: () => void,
): Promise<{ readonly found: Found } | "nothing" | "stopped"> {
  for (let pauseMs = firstPauseMs(context.settings); ; pauseMs = nextPauseMs(context.settings, pauseMs)) {
    const leftMs = untilMs - context.nowMs();
    const found = await look(leftMs > 0);
    if (found !== undefined) return { found };
    if (leftMs <= 0) return "nothing";
    onWait();
    if (!(await pauseWhileRunning(context, Math.min(pauseMs, leftMs)))) return "stopped";
  }
}

type Pace = Pick<Settings, "pollSeconds">;

/** How long to wait between two reads of something that takes time: longer each time, up to a limit. */
const firstPauseMs = ({ pollSeconds }: Pace): number => pollSeconds * 1000;

const nextPauseMs = ({ pollSeconds }: Pace, pauseMs: number): number => Math.min(pauseMs * 1.5, pollSeconds * 4000);
