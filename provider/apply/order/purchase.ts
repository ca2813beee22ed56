import { ServiceError } from "../../api/errors";
import type { Desired } from "../../plan/change/diff";
import { judgePurchase, type Verdict } from "../../plan/purchase/adoption";
import { derivePassword } from "../../plan/purchase/derive";
import { purchaseRequest } from "../../plan/purchase/purchase-request";
import { ownTags } from "../../plan/purchase/tags";
import { adoptedMessage, refusalMessage } from "../../plan/words/messages";
import type { AboutOrder } from "../../schema/order/about-order";
import { attempt } from "../run/attempt";
import { waitUntilRunning } from "../run/observation";
import { Refusal } from "../run/partial-failure";
import { whileTelling } from "../run/progress";
import type { World } from "../run/world";
import { type Attempt, type Buyer, bought, buyerOf, type Purchased } from "./buyer";
import { recover } from "./recovery";
import { lookAfter } from "./surplus";

/** Looks before it buys, buys once, never resends what may have been sent, looks again afterwards. */
export async function purchase(world: World, desired: Desired): Promise<Purchased> {
  const buyer = buyerOf(desired);
  world.narrator.progress(buyer.urn, `looking for an order of ${buyer.domainName} that exists already`);
  const verdict = await lookBefore(world, buyer);
  switch (verdict.kind) {
    case "adopt":
      return adopt(world, buyer, verdict.order);
    case "refuse":
      throw new Refusal(refusalMessage(buyer.domainName, verdict.reason, verdict.orders));
    case "buy":
      return world.purchases.run(() => buy(world, buyer));
    default:
      return verdict satisfies never;
  }
}

async function lookBefore(world: World, buyer: Buyer): Promise<Verdict> {
  const { claim, ledger, urn, fingerprint } = buyer;
  const holder = urn ?? buyer.key;
  const listed = await world.census.ask();
  // Nothing is awaited from here on: of two declarations that could take an order over, one does.
  const orders = listed.filter((order) => !world.memory.isHeldByAnother(order.orderOid, holder));
  const verdict = judgePurchase({
    orders,
    claim,
    ledger,
    urn,
    fingerprint,
    foreignOrders: world.settings.foreignOrders,
    wasOnceOwned: (orderOid) => world.memory.wasOnceOwned(orderOid),
    nowMs: world.nowMs(),
  });
  if (verdict.kind === "adopt") world.memory.hold(verdict.order.orderOid, holder);
  return verdict;
}

async function buy(world: World, buyer: Buyer): Promise<Purchased> {
  for (let sent = 1; ; sent++) {
    const id = world.newId();
    const password = buyer.desired.password ?? derivePassword(buyer.secret, id);
    const attempt = { id, password, sentMs: world.nowMs() };
    const answer = await send(world, buyer, attempt);
    if (!(answer instanceof ServiceError)) return lookAfter(world, buyer, attempt, answer.order, answer.setupMessages);
    if (answer.outcome === "not-sent") throw answer;
    const recovered = await recover(world, buyer, attempt, answer);
    if (recovered !== undefined) return recovered;
    // The service turned the request away at the door and the census shows that nothing came of it.
    if (answer.failure.kind !== "rate-limited" || sent > 1) throw answer;
    await world.sleep(answer.failure.retryAfterMs ?? world.settings.pollSeconds * 1000);
  }
}

async function send(world: World, buyer: Buyer, { id, password }: Attempt) {
  const urn = world.settings.readableTag ? buyer.urn : undefined;
  const request = purchaseRequest(buyer.desired, { ...buyer, urn }, id, password);
  const deadlineMs = buyer.desired.__timeouts?.createMs;
  const doing = `ordering ${buyer.domainName}: the service installs it, which takes some minutes`;
  return whileTelling(world, buyer.urn, doing, () =>
    attempt(() => world.client.newVps(request, deadlineMs === undefined ? {} : { deadlineMs })),
  );
}

/** An interrupted run bought it. Nothing is changed in the same step. */
async function adopt(world: World, buyer: Buyer, order: AboutOrder): Promise<Purchased> {
  const attempt = ownTags(order).attempt ?? "";
  const password = buyer.desired.password ?? derivePassword(buyer.secret, attempt);
  world.narrator.warn(buyer.urn, adoptedMessage(order));
  const running = await waitUntilRunning(world, order.orderOid, buyer.urn);
  const outputs = bought(buyer, attempt, password, running, ["Taken over from an interrupted run."]);
  return { id: String(order.orderOid), outputs };
}
