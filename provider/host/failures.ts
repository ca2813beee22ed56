import { calls } from "../service/calls";
import { ServiceError } from "../service/errors";
import type { SettingsError } from "../service/settings";
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
    if (!decision.thenResend) throw answer;
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

/**
 * What a failure says. What to do about the account, the settings or the network is said once a run: hundreds of servers may meet one failure.
 * What a call that changes something leaves open is said each time.
 *
 * @param said what was said before
 */
export function saidOnce(error: ServiceError | SettingsError, said: Set<string>): string {
  const { happened, advice, message } = error;
  if (error instanceof ServiceError && calls[error.call].risk !== "read") return message;
  if (said.has(advice)) return `${happened}.`;
  said.add(advice);
  return message;
}
