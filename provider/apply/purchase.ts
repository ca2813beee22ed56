import { ServiceError } from "../api/errors";
import { judgePurchase, type Verdict } from "../plan/adoption";
import { derivePassword } from "../plan/derive";
import type { Desired } from "../plan/diff";
import { describeOrder, pendingMessage, refusalMessage, twiceBoughtMessage } from "../plan/messages";
import { Claim } from "../plan/own-state";
import { fingerprintOf, purchaseRequest } from "../plan/purchase-request";
import { recordAll } from "../plan/record";
import { ownTags } from "../plan/tags";
import type { AboutOrder } from "../schema/order/about-order";
import { isActive } from "../schema/order/order-state";
import type { VpsOutputs } from "../schema/vps-outputs";
import { waitUntilRunning } from "./observation";
import { PartialFailure, Refusal } from "./partial-failure";
import type { World } from "./world";

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
  const { domainName, __declaredUrn, __ledger, __ledgerSecret, __key, __claim } = desired;
  if (domainName === undefined || __ledger === undefined || __ledgerSecret === undefined || __key === undefined) {
    throw new Refusal(
      "Nothing was bought: this resource has no ledger. Create it with `new Vps(…)` of this version of pulumi-rimuhosting.",
    );
  }
  const told = __claim === undefined ? { keys: [] } : Claim.parse(JSON.parse(__claim));
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

async function lookBefore(world: World, buyer: Buyer): Promise<Verdict> {
  const orders = await world.census.ask();
  const { claim, ledger, urn, fingerprint } = buyer;
  return judgePurchase({
    orders,
    claim,
    ledger,
    urn,
    fingerprint,
    foreignOrders: world.settings.foreignOrders,
    nowMs: world.nowMs(),
  });
}

async function buy(world: World, buyer: Buyer): Promise<Purchased> {
  const attempt = world.newId();
  const password = buyer.desired.password ?? derivePassword(buyer.secret, attempt);
  const urn = world.settings.readableTag ? buyer.urn : undefined;
  const request = purchaseRequest(buyer.desired, { ...buyer, urn }, attempt, password);
  world.narrator.progress(buyer.urn, `ordering ${buyer.domainName}: the service installs it, which takes some minutes`);
  const sentMs = world.nowMs();
  try {
    const { order, setupMessages } = await world.client.newVps(request);
    return await lookAfter(world, buyer, attempt, password, order, setupMessages);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.outcome === "not-sent") throw error;
    return recover(world, buyer, attempt, password, sentMs, error);
  }
}

/** The service answered: take the order as it stands now, and see whether it is the only one of this declaration. */
async function lookAfter(
  world: World,
  buyer: Buyer,
  attempt: string,
  password: string,
  order: AboutOrder,
  setupMessages: readonly string[],
): Promise<Purchased> {
  const orders = await world.census.ask().catch(() => undefined);
  const listed = orders?.find((other) => other.orderOid === order.orderOid);
  const outputs = bought(buyer, attempt, password, listed ?? order, setupMessages);
  if (listed === undefined || ownTags(listed).attempt !== attempt) {
    world.narrator.warn(
      buyer.urn,
      `${describeOrder(order)} was bought, but the list of orders does not show it with its tags: an interrupted purchase could not be found again on this account.`,
    );
  }
  const others = (orders ?? []).filter((other) => isSurplus(world, buyer, other, order.orderOid));
  if (others.length > 0)
    throw new PartialFailure(String(order.orderOid), outputs, [twiceBoughtMessage(listed ?? order, others)]);
  return { id: String(order.orderOid), outputs };
}

function isSurplus(world: World, buyer: Buyer, other: AboutOrder, ownOid: number): boolean {
  const isHeld = buyer.claim.held?.includes(other.orderOid) ?? true;
  return other.orderOid !== ownOid && !isHeld && isActive(other, world.nowMs()) && ownTags(other).key === buyer.key;
}

/** No good answer: an order may exist all the same. It is looked for by the tag of this very attempt. */
async function recover(
  world: World,
  buyer: Buyer,
  attempt: string,
  password: string,
  sentMs: number,
  error: ServiceError,
): Promise<Purchased> {
  const found =
    error.outcome === "refused" ? await lookOnce(world, attempt) : await lookRepeatedly(world, buyer, attempt, sentMs);
  if (found !== undefined) {
    const running = await waitUntilRunning(world, found.orderOid, buyer.urn);
    return lookAfter(world, buyer, attempt, password, running, [
      `The service's answer was lost (${error.message}); the order was found by its tag.`,
    ]);
  }
  if (error.outcome === "refused") throw error;
  const pending: VpsOutputs = {
    ...recordAll({}, buyer.desired, undefined, password),
    __attempt: attempt,
    __pendingSince: new Date(sentMs).toISOString(),
  };
  throw new PartialFailure(`pending-${attempt}`, pending, [pendingMessage(buyer.domainName, error.message)]);
}

const byAttempt = (orders: readonly AboutOrder[], attempt: string): AboutOrder | undefined =>
  orders.find((order) => ownTags(order).attempt === attempt);

async function lookOnce(world: World, attempt: string): Promise<AboutOrder | undefined> {
  return byAttempt(await world.census.ask(), attempt);
}

async function lookRepeatedly(
  world: World,
  buyer: Buyer,
  attempt: string,
  sentMs: number,
): Promise<AboutOrder | undefined> {
  const limitMs = world.settings.unknownOutcomeMinutes * 60_000;
  const startMs = world.nowMs();
  let pauseMs = world.settings.pollSeconds * 1000;
  for (;;) {
    const found = await lookOnce(world, attempt).catch(() => undefined);
    if (found !== undefined) return found;
    if (world.nowMs() - startMs + pauseMs > limitMs) return undefined;
    const minutes = Math.round((world.nowMs() - sentMs) / 60_000);
    world.narrator.progress(
      buyer.urn,
      `no answer to the order of ${buyer.domainName} after ${minutes} min; looking for it by its tag`,
    );
    await world.sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 1.5, world.settings.pollSeconds * 4000);
  }
}

/** An interrupted run bought it. Nothing is changed in the same step. */
async function adopt(world: World, buyer: Buyer, order: AboutOrder): Promise<Purchased> {
  const tags = ownTags(order);
  const password = buyer.desired.password ?? derivePassword(buyer.secret, tags.attempt ?? "");
  world.narrator.warn(
    buyer.urn,
    `${describeOrder(order)} was bought by an interrupted run of this program and is taken over; nothing is bought. ` +
      'If every "pulumi up" warns of a pending operation from now on, "pulumi refresh --clear-pending-creates" is safe.',
  );
  const running = await waitUntilRunning(world, order.orderOid, buyer.urn);
  const outputs = bought(buyer, tags.attempt ?? "", password, running, ["Taken over from an interrupted run."]);
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
