import type { ServiceError } from "../../api/errors";
import { pendingMessage } from "../../plan/purchase/purchase-messages";
import { recordPending } from "../../plan/update/record";
import type { AboutOrder } from "../../schema/order";
import type { ProviderContext } from "../context";
import { PartialFailure } from "../failures";
import { firstPauseMs, nextPauseMs, waitUntilRunning } from "../observe";
import { findByAttempt } from "../order-list";
import { withProgress } from "../progress";
import { type Attempt, type DeclaredVps, heldBefore, type Purchased } from "./declared-vps";
import { verifyPurchase } from "./verify";

/**
 * Looks for the order of a purchase that got no good answer, by the tag of this very attempt: it may exist anyway.
 * `undefined` if the service refused and nothing was bought.
 */
export async function recover(
  context: ProviderContext,
  declared: DeclaredVps,
  attempt: Attempt,
  error: ServiceError,
): Promise<Purchased | undefined> {
  const isRefused = error.outcome === "refused";
  // One look is enough to believe a refusal; if that look fails, no more is known than after a lost answer.
  const found = isRefused
    ? await findByAttempt(context, attempt.id, declared.domainName).catch(() =>
        lookRepeatedly(context, declared, attempt),
      )
    : await lookRepeatedly(context, declared, attempt);
  if (found !== undefined) {
    const running = await waitUntilRunning(context, found.orderOid, declared.urn);
    return { ...(await verifyPurchase(context, declared, attempt, running, [])), story: "recovered" };
  }
  if (isRefused) return undefined;
  const earlier = heldBefore(declared.ownership);
  const sent = {
    __key: declared.key,
    __attempt: attempt.id,
    __pendingSince: new Date(attempt.sentAtMs).toISOString(),
    ...(earlier.length === 0 ? {} : { __earlier: earlier }),
  };
  const pending = recordPending(declared.desired, sent, attempt.password);
  throw new PartialFailure(`pending-${attempt.id}`, pending, [pendingMessage(declared.domainName, error.message)]);
}

async function lookRepeatedly(
  context: ProviderContext,
  declared: DeclaredVps,
  attempt: Attempt,
): Promise<AboutOrder | undefined> {
  const limitMs = context.settings.unknownOutcomeMinutes * 60_000;
  const startMs = context.nowMs();
  let pauseMs = firstPauseMs(context.settings);
  for (;;) {
    const found = await findByAttempt(context, attempt.id, declared.domainName).catch(() => undefined);
    if (found !== undefined) return found;
    if (context.nowMs() - startMs + pauseMs > limitMs) return undefined;
    const progress = `no answer to the order of ${declared.domainName}; looking for it by its tag`;
    await withProgress(context, declared.urn, progress, () => context.sleep(pauseMs), attempt.sentMs);
    pauseMs = nextPauseMs(context.settings, pauseMs);
  }
}
