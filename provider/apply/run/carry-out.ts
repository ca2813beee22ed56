import { ServiceError } from "../../api/errors";
import { attempt } from "./attempt";
import type { World } from "./world";

/** What became of a call: the service's answer, or what was seen of its work where no good answer came. */
export type CarriedOut<Answer, Seen> = { readonly answer: Answer } | { readonly seen: Seen };

/**
 * Makes a call and does what the retry table says about its failure: looks for its work where it may have been done, and
 * sends it again where it may be. The only place that obeys the part of the table that the client leaves to its callers.
 *
 * @param send passes `sentBefore` on to the client, so that all sendings of the call count together
 * @param findOut what was seen of the call's work; `undefined` where there is none to see
 */
export async function carryOut<Answer, Seen>(
  world: Pick<World, "sleep">,
  send: (sentBefore: number) => Promise<Answer>,
  findOut: (failure: ServiceError) => Promise<Seen | undefined>,
): Promise<CarriedOut<Answer, Seen>> {
  for (let sentBefore = 0; ; ) {
    const answer = await attempt(() => send(sentBefore));
    if (!(answer instanceof ServiceError)) return { answer };
    const { decision } = answer;
    if (decision.action === "fail") throw answer;
    const seen = await findOut(answer);
    if (seen !== undefined) return { seen };
    if (!decision.thenResend) throw answer;
    await world.sleep(decision.afterMs);
    sentBefore = answer.attempts;
  }
}
