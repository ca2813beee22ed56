import { ServiceError } from "../../api/errors";
import type { Desired, Known } from "../../plan/model";
import { attemptIn } from "../../plan/purchase/attempt";
import { derivePassword } from "../../plan/purchase/derive";
import { purchaseRequest } from "../../plan/purchase/purchase-request";
import { ownTags } from "../../plan/purchase/tags";
import { adoptedMessage, boughtBesidesMessage, notWantedMessage, refusalMessage } from "../../plan/words/messages";
import type { AboutOrder } from "../../schema/order/about-order";
import { attempt } from "../run/attempt";
import { waitUntilRunning } from "../run/observation";
import { Refusal } from "../run/partial-failure";
import { elapsed, whileTelling } from "../run/progress";
import type { World } from "../run/world";
import { type Attempt, type Buyer, bought, buyerOf, type Purchased } from "./buyer";
import { type Look, lookBeforeBuying } from "./looking";
import { recover } from "./recovery";
import { lookAfterwards } from "./surplus";

/** What came of a turn in the queue of purchases: the service's answer, an order found in its place, or one that was there before. */
type Turn =
  | { readonly kind: "answered"; readonly attempt: Attempt; readonly answer: Answer }
  | { readonly kind: "recovered"; readonly server: Purchased }
  | { readonly kind: "found"; readonly order: AboutOrder; readonly orders: readonly AboutOrder[] };

type Answer = Awaited<ReturnType<World["client"]["newVps"]>>;

/** Looks right before it buys, buys once, never resends what may have been sent, looks again afterwards. */
export async function purchase(world: World, desired: Known<Desired>): Promise<Purchased> {
  const buyer = buyerOf(desired);
  world.narrator.progress(buyer.urn, `waiting for its turn to order ${buyer.domainName}`);
  const turn = await world.purchases.run(() => takeTurn(world, buyer));
  switch (turn.kind) {
    case "answered":
      // The next in line looks for itself at this moment, and both share one list.
      return lookAfterwards(world, buyer, turn.attempt, turn.answer.order, turn.answer.setupMessages);
    case "recovered":
      return turn.server;
    case "found":
      return adopt(world, buyer, turn.order, turn.orders).catch((error: unknown) => {
        world.memory.endReservation(turn.order.orderOid, buyer.ownership.run, attemptOf(turn.order));
        throw error;
      });
    default:
      return turn satisfies never;
  }
}

/** Everything is looked at anew at each turn and after each wait: much may have happened meanwhile. */
async function takeTurn(world: World, buyer: Buyer): Promise<Turn> {
  for (let sentBefore = 0; ; ) {
    const { verdict, orders } = await lookOnce(world, buyer);
    if (verdict.kind === "adopt") return { kind: "found", order: verdict.order, orders };
    if (verdict.kind === "refuse") throw new Refusal(refusalMessage(buyer.domainName, verdict.reason, verdict.orders));
    const engine = await world.askEngine();
    if (engine !== "runs") throw new Refusal(notWantedMessage(buyer.domainName, engine));
    if (verdict.besides !== undefined && sentBefore === 0)
      world.narrator.warn(buyer.urn, boughtBesidesMessage(buyer.domainName, verdict.besides));
    const id = attemptIn(buyer.ownership.run, world.newId());
    const password = buyer.desired.password ?? derivePassword(buyer.secret, id);
    const attempt = { id, password, sentMs: world.nowMs(), sentAtMs: world.client.serviceNowMs() };
    const answer = await send(world, buyer, attempt, sentBefore);
    if (!(answer instanceof ServiceError)) return { kind: "answered", attempt, answer };
    if (answer.outcome === "not-sent") throw answer;
    const recovered = await recover(world, buyer, attempt, answer);
    if (recovered !== undefined) return { kind: "recovered", server: recovered };
    // The service turned the request away at the door, and the list shows that nothing came of it.
    const { decision } = answer;
    if (decision.action !== "look" || !decision.thenResend) throw answer;
    sentBefore = answer.attempts;
    const doing = `the service is busy; ${buyer.domainName} is ordered in ${elapsed(decision.afterMs)}`;
    await whileTelling(world, buyer.urn, doing, () => world.sleep(decision.afterMs));
  }
}

async function lookOnce(world: World, buyer: Buyer): Promise<Look> {
  const { desired, ownership, urn, domainName } = buyer;
  world.narrator.progress(urn, `looking for an order of ${domainName} that exists already`);
  for (;;) {
    const look = await lookBeforeBuying(world, { ...desired, __ownership: ownership });
    if (look.verdict.kind !== "adopt") return look;
    // Nothing is awaited in between: of two declarations that could take an order over, one does.
    const { order } = look.verdict;
    if (world.memory.reserve(order.orderOid, urn ?? "", ownership.run, attemptOf(order))) return look;
  }
}

const attemptOf = (order: AboutOrder): string => ownTags(order).attempt ?? "";

async function send(world: World, buyer: Buyer, { id, password }: Attempt, sentBefore: number) {
  const urn = world.settings.readableTag ? buyer.urn : undefined;
  const request = purchaseRequest(buyer.desired, { ...buyer, urn }, id, password);
  const deadlineMs = buyer.desired.__timeouts?.createMs;
  const doing = `ordering ${buyer.domainName}: the service installs it, which takes some minutes`;
  return whileTelling(world, buyer.urn, doing, () =>
    attempt(() => world.client.newVps(request, { deadlineMs, sentBefore })),
  );
}

/** An interrupted run bought it. Nothing is changed in the same step. */
async function adopt(world: World, buyer: Buyer, order: AboutOrder, orders: readonly AboutOrder[]): Promise<Purchased> {
  const attempt = attemptOf(order);
  const password = buyer.desired.password ?? derivePassword(buyer.secret, attempt);
  world.narrator.warn(buyer.urn, adoptedMessage(order));
  const running = await waitUntilRunning(world, order.orderOid, buyer.urn);
  const tagged = { ...running, ...(order.metaData && { metaData: order.metaData }) };
  const outputs = bought(buyer, attempt, password, tagged, [], orders);
  return { id: String(order.orderOid), outputs, story: "adopted" };
}
