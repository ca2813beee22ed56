import type { ServiceError } from "../../api/errors";
import { sameDomainName } from "../../plan/argument/values";
import { recordPending } from "../../plan/change/record";
import { ownTags } from "../../plan/purchase/tags";
import { pendingMessage } from "../../plan/words/messages";
import type { AboutOrder } from "../../schema/order/about-order";
import { waitUntilRunning } from "../run/observation";
import { PartialFailure } from "../run/partial-failure";
import { firstPauseMs, nextPauseMs } from "../run/pauses";
import { whileTelling } from "../run/progress";
import type { World } from "../run/world";
import { type Attempt, type Buyer, heldBefore, type Purchased } from "./buyer";
import { withTags } from "./looking";
import { lookAfterwards } from "./surplus";

/**
 * No good answer: an order may exist all the same. It is looked for by the tag of this very attempt. `undefined` when
 * the service said no and nothing was made.
 */
export async function recover(
  world: World,
  buyer: Buyer,
  attempt: Attempt,
  error: ServiceError,
): Promise<Purchased | undefined> {
  const isRefused = error.outcome === "refused";
  // A refusal is believed after one look; where that look fails, nobody knows more than after a lost answer.
  const found = isRefused
    ? await findByAttempt(world, attempt.id, buyer.domainName).catch(() => lookRepeatedly(world, buyer, attempt))
    : await lookRepeatedly(world, buyer, attempt);
  if (found !== undefined) {
    const running = await waitUntilRunning(world, found.orderOid, buyer.urn);
    return { ...(await lookAfterwards(world, buyer, attempt, running, [])), story: "recovered" };
  }
  if (isRefused) return undefined;
  const earlier = heldBefore(buyer.ownership);
  const sent = {
    __key: buyer.key,
    __attempt: attempt.id,
    __pendingSince: new Date(attempt.sentAtMs).toISOString(),
    ...(earlier.length === 0 ? {} : { __earlier: earlier }),
  };
  const pending = recordPending(buyer.desired, sent, attempt.password);
  throw new PartialFailure(`pending-${attempt.id}`, pending, [pendingMessage(buyer.domainName, error.message)]);
}

/** Finds the order of an attempt, also where the list shows no tags: then the orders of that domain name are read. */
export async function findByAttempt(
  world: World,
  attempt: string,
  domainName: string | undefined,
): Promise<AboutOrder | undefined> {
  const listed = await world.census.ask();
  const orders = await withTags(world, listed, (order) => sameDomainName(order.domainName, domainName));
  return orders.find((order) => ownTags(order).attempt === attempt);
}

async function lookRepeatedly(world: World, buyer: Buyer, attempt: Attempt): Promise<AboutOrder | undefined> {
  const limitMs = world.settings.unknownOutcomeMinutes * 60_000;
  const startMs = world.nowMs();
  let pauseMs = firstPauseMs(world.settings);
  for (;;) {
    const found = await findByAttempt(world, attempt.id, buyer.domainName).catch(() => undefined);
    if (found !== undefined) return found;
    if (world.nowMs() - startMs + pauseMs > limitMs) return undefined;
    const doing = `no answer to the order of ${buyer.domainName}; looking for it by its tag`;
    await whileTelling(world, buyer.urn, doing, () => world.sleep(pauseMs), attempt.sentMs);
    pauseMs = nextPauseMs(world.settings, pauseMs);
  }
}
