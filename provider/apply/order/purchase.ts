import { ServiceError } from "../../api/errors";
import type { Desired } from "../../plan/change/diff";
import { recordAll } from "../../plan/change/record";
import { judgePurchase, type Verdict } from "../../plan/purchase/adoption";
import { derivePassword } from "../../plan/purchase/derive";
import { fingerprintOf, purchaseRequest } from "../../plan/purchase/purchase-request";
import { ownTags } from "../../plan/purchase/tags";
import {
  adoptedMessage,
  describeOrder,
  pendingMessage,
  refusalMessage,
  twiceBoughtMessage,
} from "../../plan/words/messages";
import type { AboutOrder } from "../../schema/order/about-order";
import { isActive } from "../../schema/order/order-state";
import { Claim } from "../../schema/vps/claim";
import type { VpsOutputs } from "../../schema/vps/vps-outputs";
import { waitUntilRunning } from "../run/observation";
import { PartialFailure, Refusal } from "../run/partial-failure";
import { whileTelling } from "../run/progress";
import type { World } from "../run/world";

export interface Purchased {
  readonly id: string;
  readonly outputs: VpsOutputs;
}

/** Who buys: the declared VPS, as far as its inputs tell. */
interface Buyer {
  readonly desired: Desired;
  readonly domainName: string;
  readonly urn: string | undefined;
  readonly ledger: string;
  readonly secret: string;
  readonly key: string;
  readonly claim: Claim;
  readonly fingerprint: string;
}

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

function buyerOf(desired: Desired): Buyer {
  const { domainName, __declaredUrn, __ledger, __ledgerSecret, __key } = desired;
  if (domainName === undefined || __ledger === undefined || __ledgerSecret === undefined || __key === undefined) {
    throw new Refusal(
      "Nothing was bought: this resource has no ledger. Create it with `new Vps(…)` of this version of pulumi-rimuhosting.",
    );
  }
  const told = claimIn(desired);
  const claim = { ...told, keys: [...new Set([__key, ...told.keys])] };
  const fingerprint = fingerprintOf(desired, __ledgerSecret);
  return {
    desired,
    domainName,
    urn: __declaredUrn,
    ledger: __ledger,
    secret: __ledgerSecret,
    key: __key,
    claim,
    fingerprint,
  };
}

const claimIn = ({ __claim: told }: Desired): Claim =>
  told === undefined ? { keys: [] } : Claim.parse(JSON.parse(told));

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

/** One sending of a purchase: its tag tells it from every other. */
interface Attempt {
  readonly id: string;
  readonly password: string;
  readonly sentMs: number;
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

async function send(world: World, buyer: Buyer, attempt: Attempt) {
  const urn = world.settings.readableTag ? buyer.urn : undefined;
  const request = purchaseRequest(buyer.desired, { ...buyer, urn }, attempt.id, attempt.password);
  const deadlineMs = buyer.desired.__timeouts?.createMs;
  const doing = `ordering ${buyer.domainName}: the service installs it, which takes some minutes`;
  try {
    return await whileTelling(world, buyer.urn, doing, () =>
      world.client.newVps(request, deadlineMs === undefined ? {} : { deadlineMs }),
    );
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** The service answered: take the order as it stands now, and see whether it is the only one of this declaration. */
async function lookAfter(
  world: World,
  buyer: Buyer,
  attempt: Attempt,
  order: AboutOrder,
  setupMessages: readonly string[],
): Promise<Purchased> {
  const orders = await world.census.ask().catch(() => undefined);
  const listed = orders?.find((other) => other.orderOid === order.orderOid);
  if (listed === undefined || ownTags(listed).attempt !== attempt.id) {
    world.narrator.warn(
      buyer.urn,
      `${describeOrder(order)} was bought, but the list of orders does not show it with its tags: an interrupted purchase could not be found again on this account.`,
    );
  }
  const outputs = bought(buyer, attempt.id, attempt.password, listed ?? order, setupMessages);
  const surplus = (orders ?? []).filter((other) => isSurplus(world, buyer, other, order.orderOid));
  return surplus.length > 0
    ? reportSurplus(outputs, listed ?? order, surplus)
    : { id: String(order.orderOid), outputs };
}

/** Which of the two holds data nobody knows here: nothing is cancelled, and every run says so until one is gone. */
function reportSurplus(outputs: VpsOutputs, own: AboutOrder, surplus: readonly AboutOrder[]): never {
  const __surplus = surplus.map((order) => order.orderOid);
  throw new PartialFailure(String(own.orderOid), { ...outputs, __surplus }, [twiceBoughtMessage(own, surplus)]);
}

function isSurplus(world: World, buyer: Buyer, other: AboutOrder, ownOid: number): boolean {
  const isHeld = buyer.claim.held === undefined || buyer.claim.held.includes(other.orderOid);
  const isMine = buyer.claim.keys.includes(ownTags(other).key ?? "");
  return (
    isMine &&
    other.orderOid !== ownOid &&
    !isHeld &&
    isActive(other, world.nowMs()) &&
    !world.memory.wasOnceOwned(other.orderOid)
  );
}

/** Looks again for orders that were reported as surplus before; still fails while one of them is active. */
export async function recheckSurplus(world: World, outputs: VpsOutputs, desired: Desired): Promise<VpsOutputs> {
  const { __surplus: reported, ...settled } = outputs;
  if (reported === undefined || reported.length === 0) return settled;
  const orders = await world.census.ask();
  // One that was being bought side by side, after a rename, has its own place in the state by now.
  const held = claimIn(desired).held ?? [];
  const surplus = orders.filter(
    (order) => reported.includes(order.orderOid) && !held.includes(order.orderOid) && isActive(order, world.nowMs()),
  );
  const own = orders.find((order) => order.orderOid === outputs.orderOid);
  return surplus.length > 0 && own !== undefined ? reportSurplus(settled, own, surplus) : settled;
}

/**
 * No good answer: an order may exist all the same. It is looked for by the tag of this very attempt. `undefined` when
 * the service said no and nothing was made.
 */
async function recover(
  world: World,
  buyer: Buyer,
  attempt: Attempt,
  error: ServiceError,
): Promise<Purchased | undefined> {
  const isRefused = error.outcome === "refused";
  const found = isRefused ? await lookOnce(world, attempt.id) : await lookRepeatedly(world, buyer, attempt);
  if (found !== undefined) {
    const running = await waitUntilRunning(world, found.orderOid, buyer.urn);
    return lookAfter(world, buyer, attempt, running, [
      `The service's answer was lost (${error.message}); the order was found by its tag.`,
    ]);
  }
  if (isRefused) return undefined;
  const pending: VpsOutputs = {
    ...recordAll({}, buyer.desired, undefined, attempt.password),
    __key: buyer.key,
    __attempt: attempt.id,
    __pendingSince: new Date(attempt.sentMs).toISOString(),
    __beside: buyer.claim.held,
  };
  throw new PartialFailure(`pending-${attempt.id}`, pending, [pendingMessage(buyer.domainName, error.message)]);
}

const byAttempt = (orders: readonly AboutOrder[], attempt: string): AboutOrder | undefined =>
  orders.find((order) => ownTags(order).attempt === attempt);

async function lookOnce(world: World, attempt: string): Promise<AboutOrder | undefined> {
  return byAttempt(await world.census.ask(), attempt);
}

async function lookRepeatedly(world: World, buyer: Buyer, attempt: Attempt): Promise<AboutOrder | undefined> {
  const limitMs = world.settings.unknownOutcomeMinutes * 60_000;
  const startMs = world.nowMs();
  let pauseMs = world.settings.pollSeconds * 1000;
  for (;;) {
    const found = await lookOnce(world, attempt.id).catch(() => undefined);
    if (found !== undefined) return found;
    if (world.nowMs() - startMs + pauseMs > limitMs) return undefined;
    const doing = `no answer to the order of ${buyer.domainName}; looking for it by its tag`;
    await whileTelling(world, buyer.urn, doing, () => world.sleep(pauseMs), attempt.sentMs);
    pauseMs = Math.min(pauseMs * 1.5, world.settings.pollSeconds * 4000);
  }
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

function bought(
  buyer: Buyer,
  attempt: string,
  password: string,
  order: AboutOrder,
  setupMessages: readonly string[],
): VpsOutputs {
  return {
    ...recordAll({}, buyer.desired, order, password),
    // After a rename the order may carry an earlier key: delete must know its own.
    __key: ownTags(order).key ?? buyer.key,
    __attempt: attempt,
    setupMessages: [...setupMessages],
  };
}
