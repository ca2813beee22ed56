import type { ServiceError } from "../../api/errors";
import { sameDomainName } from "../../plan/equality";
import { describeOrder } from "../../plan/messages";
import type { Desired, Known } from "../../plan/model";
import { pendingMessage, twiceBoughtMessage } from "../../plan/purchase/purchase-messages";
import { ownTags } from "../../plan/purchase/tags";
import { isOfSiblingInRun, isStray, knownOrders, othersTagged } from "../../plan/purchase/verdict";
import { recordPending } from "../../plan/update/record";
import { type AboutOrder, isActive } from "../../schema/order";
import type { OwnedServer } from "../../schema/vps-outputs";
import type { ProviderContext } from "../context";
import { PartialFailure } from "../failures";
import { firstPauseMs, nextPauseMs, waitUntilRunning } from "../observe";
import { findByAttempt, withTags } from "../order-list";
import { withProgress } from "../progress";
import { type Attempt, bought, type DeclaredVps, heldBefore, type Purchased } from "./declared-vps";

/** The service has answered: takes the order as it is now, and checks whether it is the only one of this declaration. */
export async function verifyPurchase(
  context: ProviderContext,
  declared: DeclaredVps,
  attempt: Attempt,
  order: AboutOrder,
  setupMessages: readonly string[],
): Promise<Purchased> {
  const isNamesake = (other: AboutOrder): boolean => sameDomainName(other.domainName, declared.domainName);
  const orders = await context.orderList
    .ask()
    .then(({ orders: listed }) => withTags(context, listed, isNamesake))
    .catch(() => undefined);
  const listed = orders?.find((other) => other.orderOid === order.orderOid);
  if (listed === undefined || ownTags(listed).attempt !== attempt.id) {
    context.reporter.warn(
      declared.urn,
      `${describeOrder(order)} was bought, but the service does not show it with its tags: an interrupted purchase could not be found again on this account.`,
    );
  }
  const outputs = bought(declared, attempt.id, attempt.password, listed ?? order, setupMessages, orders ?? []);
  const strays = ownStrays(context, declared, orders ?? [], order.orderOid);
  return strays.length > 0
    ? reportOwnStrays(outputs, listed ?? order, strays)
    : { id: String(order.orderOid), outputs };
}

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

/** The provider cannot know which of the two holds data: it cancels nothing, and every run says so until one is gone. */
function reportOwnStrays(outputs: OwnedServer, own: AboutOrder, strays: readonly AboutOrder[]): never {
  const __strays = strays.map((order) => order.orderOid);
  throw new PartialFailure(String(own.orderOid), { ...outputs, __strays }, [twiceBoughtMessage(own, strays)]);
}

/** Strays that were bought for this very declaration. */
function ownStrays(
  context: ProviderContext,
  { ledger, ownership, buyer }: DeclaredVps,
  orders: readonly AboutOrder[],
  ownOid: number,
): AboutOrder[] {
  if (ownership.stack === undefined) return [];
  const known = knownOrders(ledger, ownership, ownership.stack);
  const nowMs = context.client.serviceNowMs();
  return othersTagged(ownership.keys, orders, ownOid).filter(
    (other) => isStray(other, known, nowMs) && !isOfSiblingInRun(other, buyer),
  );
}

/**
 * Looks again for the strays that an earlier run reported; still fails while one of them is active. Goes by their numbers
 * rather than by their tags, so that no list without tags can make one look gone.
 */
export async function recheckOwnStrays(
  context: ProviderContext,
  outputs: OwnedServer,
  desired: Known<Desired>,
): Promise<OwnedServer> {
  const { __strays: reported, ...settled } = outputs;
  if (reported === undefined || reported.length === 0) return settled;
  const { orders } = await context.orderList.ask();
  // By now another resource may have imported it, or saved it as its own.
  const held = desired.__ownership?.stack?.held ?? [];
  const nowMs = context.client.serviceNowMs();
  const strays = orders.filter(
    (order) => reported.includes(order.orderOid) && !held.includes(order.orderOid) && isActive(order, nowMs),
  );
  const own = orders.find((order) => order.orderOid === outputs.orderOid);
  return strays.length > 0 && own !== undefined ? reportOwnStrays(settled, own, strays) : settled;
}
