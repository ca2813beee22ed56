import { ServiceError } from "../api/errors";
import type { ProviderContext } from "./context";

/** What became of a call: the service's answer, or what was seen of its work where no good answer came. */
type CarriedOut<Answer, Seen> = { readonly answer: Answer } | { readonly seen: Seen };

/**
 * Makes a call and does what the retry table says about its failure: looks for its work where it may have been done, and
 * sends it again where it may be. The only place that obeys the part of the table that the client leaves to its callers.
 *
 * @param send passes `sentBefore` on to the client, so that all sendings of the call count together
 * @param findOut what was seen of the call's work; `undefined` where there is none to see
 */
export async function carryOut<Answer, Seen>(
  context: Pick<ProviderContext, "sleep">,
  send: (sentBefore: number) => Promise<Answer>,
  findOut: (failure: ServiceError) => Promise<Seen | undefined>,
): Promise<CarriedOut<Answer, Seen>> {
  for (let sentBefore = 0; ; ) {
    const answer = await captureFailure(() => send(sentBefore));
    if (!(answer instanceof ServiceError)) return { answer };
    const { decision } = answer;
    if (decision.action === "fail") throw answer;
    const seen = await findOut(answer);
    if (seen !== undefined) return { seen };
    if (!decision.thenResend) throw answer;
    await context.sleep(decision.afterMs);
    sentBefore = answer.attempts;
  }
}

/** The answer to a call, or its failure where it failed at the service; whatever else goes wrong is thrown. */
export async function captureFailure<T>(call: () => Promise<T>): Promise<T | ServiceError> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
