import type { ServiceError } from "../../api/errors";
import { sameDomainName } from "../../plan/equality";
import { pendingMessage } from "../../plan/purchase/purchase-messages";
import { ownTags } from "../../plan/purchase/tags";
import { recordAll } from "../../plan/update/record";
import type { AboutOrder } from "../../schema/order";
import type { VpsOutputs } from "../../schema/vps-outputs";
import type { ProviderContext } from "../context";
import { firstPauseMs, nextPauseMs, waitUntilRunning } from "../observe";
import { withTags } from "../order-list";
import { PartialFailure } from "../partial-failure";
import { withProgress } from "../progress";
import { type Attempt, type DeclaredVps, heldBefore, type Purchased } from "./declared-vps";
import { verifyPurchase } from "./own-strays";

/**
 * No good answer: an order may exist all the same. It is looked for by the tag of this very attempt. `undefined` when
 * the service said no and nothing was made.
 */
export async function recover(
  context: ProviderContext,
  declared: DeclaredVps,
  attempt: Attempt,
  error: ServiceError,
): Promise<Purchased | undefined> {
  const isRefused = error.outcome === "refused";
  // A refusal is believed after one look; where that look fails, nobody knows more than after a lost answer.
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
  const pending: VpsOutputs = {
    ...recordAll({}, declared.desired, undefined, attempt.password),
    __key: declared.key,
    __attempt: attempt.id,
    __pendingSince: new Date(attempt.sentAtMs).toISOString(),
    ...(earlier.length === 0 ? {} : { __earlier: earlier }),
  };
  throw new PartialFailure(`pending-${attempt.id}`, pending, [pendingMessage(declared.domainName, error.message)]);
}

/** Finds the order of an attempt, also where the list shows no tags: then the orders of that domain name are read. */
export async function findByAttempt(
  context: ProviderContext,
  attempt: string,
  domainName: string | undefined,
): Promise<AboutOrder | undefined> {
  const listed = await context.orderList.ask();
  const orders = await withTags(context, listed, (order) => sameDomainName(order.domainName, domainName));
  return orders.find((order) => ownTags(order).attempt === attempt);
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
    const stepProgress = `no answer to the order of ${declared.domainName}; looking for it by its tag`;
    await withProgress(context, declared.urn, stepProgress, () => context.sleep(pauseMs), attempt.sentMs);
    pauseMs = nextPauseMs(context.settings, pauseMs);
  }
}
