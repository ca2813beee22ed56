import { ServiceError } from "../../api/errors";
import { sameDomainName } from "../../plan/equality";
import type { Desired, Known } from "../../plan/model";
import { judgeAnswer } from "../../plan/purchase/answer";
import { heldInState } from "../../plan/purchase/ownership";
import {
  answerOfAnotherMessage,
  otherPasswordMessage,
  pendingMessage,
  severalOrdersMessage,
  unprovenMessage,
  withoutAddressMessage,
} from "../../plan/purchase/purchase-messages";
import { orderedNames } from "../../plan/purchase/request";
import { ownTags } from "../../plan/purchase/tags";
import { isOfSiblingInRun, isStray, knownOrders, othersTagged } from "../../plan/purchase/verdict";
import { recordPending } from "../../plan/update/record";
import { unfinished, withoutUnfinished, withUnfinished } from "../../plan/update/unfinished";
import { type AboutOrder, isActive } from "../../schema/order";
import type { OwnedServer } from "../../schema/vps-outputs";
import type { ProviderContext } from "../context";
import { captureFailure, keepingState, PartialFailure } from "../failures";
import { firstPauseMs, nextPauseMs, waitUntilRunning } from "../observe";
import { findByAttempt, withTags } from "../order-evidence";
import { type Attempt, type DeclaredVps, heldBefore, type Purchased, recordPurchase } from "./declared-vps";

/** What the service says of the order that it has made. */
export type Answer = Awaited<ReturnType<ProviderContext["client"]["newVps"]>>;

/** The service has answered: checks that the order it names is the one that was just placed, and reads it as it is now. */
export async function verifyPurchase(
  context: ProviderContext,
  declared: DeclaredVps,
  attempt: Attempt,
  answer: Answer,
  before: readonly AboutOrder[],
): Promise<Purchased> {
  const { orderOid } = answer.order;
  const orders = await listAfter(context, declared);
  const listed = orders?.find((order) => order.orderOid === orderOid);
  const isTagged = [answer.order, listed].some((order) => order !== undefined && ownTags(order).attempt === attempt.id);
  const single = isTagged ? undefined : await context.client.getOrder(orderOid).catch(() => undefined);
  const verdict = judgeAnswer({
    seen: [answer.order, listed, single].filter((order) => order !== undefined),
    attempt: attempt.id,
    domainNames: orderedNames(declared.desired),
    wasThere: before.some((order) => order.orderOid === orderOid),
  });
  const own = { order: single ?? listed ?? answer.order, orders: orders ?? [] };
  switch (verdict) {
    case "ours":
      return recordOwn(context, declared, attempt, own, answer);
    case "anothers":
      context.reporter.warn(declared.urn, answerOfAnotherMessage(declared.domainName, orderOid));
      return recoverOwn(context, declared, attempt, `it was about order ${orderOid}, which is another's`);
    case "unproven": {
      const found = orders?.find((order) => ownTags(order).attempt === attempt.id);
      if (found !== undefined) return recordOwn(context, declared, attempt, { ...own, order: found }, noAnswer);
      context.reporter.warn(declared.urn, unprovenMessage(own.order, orders === undefined && single === undefined));
      return recordOwn(context, declared, attempt, own, answer);
    }
    default:
      return verdict satisfies never;
  }
}

/** For an order that was found without an answer. */
const noAnswer = { setupMessages: [] };

/** The orders as they are after the purchase; `undefined` if they cannot be read, which must not cost the state what was bought. */
async function listAfter(context: ProviderContext, declared: DeclaredVps): Promise<readonly AboutOrder[] | undefined> {
  const isNamesake = (other: AboutOrder): boolean => sameDomainName(other.domainName, declared.domainName);
  return context.orderList
    .ask()
    .then(({ orders }) => withTags(context, orders, isNamesake))
    .catch(() => undefined);
}

interface Own {
  readonly order: AboutOrder;
  /** What the service lists at this time. */
  readonly orders: readonly AboutOrder[];
}

/** Takes the order of this purchase into the state, and checks whether it is the only one of its declaration. */
async function recordOwn(
  context: ProviderContext,
  declared: DeclaredVps,
  attempt: Attempt,
  { order, orders }: Own,
  { setupMessages, password }: Pick<Answer, "setupMessages" | "password">,
): Promise<Purchased> {
  const named = password === undefined || isMasked.test(password) ? undefined : password;
  if (named !== undefined && attempt.password !== undefined && named !== attempt.password)
    context.reporter.warn(declared.urn, otherPasswordMessage(order));
  const outputsOf = (shown: AboutOrder): OwnedServer =>
    recordPurchase(declared, attempt.id, named ?? attempt.password, shown, setupMessages, orders);
  const installed = await keepingState(outputsOf(order), withoutAddressMessage(order), () =>
    hasAddress(order) ? Promise.resolve(order) : waitUntilRunning(context, order.orderOid, declared.urn),
  );
  const tagged = { ...installed, ...(order.metaData && { metaData: order.metaData }) };
  const outputs = outputsOf(tagged);
  const strays = ownStrays(context, declared, orders, order.orderOid);
  return strays.length > 0 ? reportOwnStrays(outputs, tagged, strays) : { outputs };
}

/** What a service shows in place of a password. */
const isMasked = /^([*•.x]|\[\w*\])+$/i;

const hasAddress = ({ allocatedIps }: AboutOrder): boolean => allocatedIps?.primaryIp !== undefined;

/** Why a purchase has no answer that could be believed. */
interface NoAnswer {
  readonly message: string;
  /** The service says that it bought nothing. */
  readonly isRefused: boolean;
}

/**
 * Looks for the order of a purchase that got no good answer, by the tag of this very attempt: it may exist anyway.
 * `undefined` if the service refused and nothing was bought.
 */
export async function recover(
  context: ProviderContext,
  declared: DeclaredVps,
  attempt: Attempt,
  { message, isRefused }: NoAnswer,
): Promise<Purchased | undefined> {
  if (!isRefused) return recoverOwn(context, declared, attempt, message);
  // One look is enough to believe a refusal; if that look fails, no more is known than after a lost answer.
  const found = await captureFailure(() => findByAttempt(context, attempt.id, declared.domainName));
  if (found instanceof ServiceError) return recoverOwn(context, declared, attempt, message);
  return found === undefined ? undefined : settleFound(context, declared, attempt, found);
}

async function recoverOwn(
  context: ProviderContext,
  declared: DeclaredVps,
  attempt: Attempt,
  message: string,
): Promise<Purchased> {
  const found = await lookRepeatedly(context, declared, attempt);
  if (found !== undefined) return settleFound(context, declared, attempt, found);
  const earlier = heldBefore(declared.ownership);
  const sent = {
    __key: declared.key,
    __attempt: attempt.id,
    __unfinished: [{ kind: "purchase", sentAt: new Date(attempt.sentServiceMs).toISOString() }] as const,
    ...(earlier.length === 0 ? {} : { __earlier: earlier }),
  };
  const pending = recordPending(declared.desired, sent, attempt.password);
  context.memory.pending.set(declared.urn ?? "", pending);
  throw new PartialFailure(pending, [pendingMessage(declared.domainName, message)]);
}

async function settleFound(
  context: ProviderContext,
  declared: DeclaredVps,
  attempt: Attempt,
  found: AboutOrder,
): Promise<Purchased> {
  const running = await waitUntilRunning(context, found.orderOid, declared.urn);
  const order = { ...running, ...(found.metaData && { metaData: found.metaData }) };
  const orders = (await listAfter(context, declared)) ?? [];
  return { ...(await recordOwn(context, declared, attempt, { order, orders }, noAnswer)), origin: "recovered" };
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
    context.reporter.progress(
      declared.urn,
      `no answer to the order of ${declared.domainName}; looking for it by its tag`,
    );
    await context.sleep(pauseMs);
    pauseMs = nextPauseMs(context.settings, pauseMs);
  }
}

/** The provider cannot know which of the two holds data: it cancels nothing, and every run says so until one is gone. */
function reportOwnStrays(outputs: OwnedServer, own: AboutOrder, strays: readonly AboutOrder[]): never {
  const open = withUnfinished(outputs, { kind: "strays", orderOids: strays.map((order) => order.orderOid) });
  throw new PartialFailure(open, [severalOrdersMessage(own, strays)]);
}

/** Strays that were bought for this very declaration. */
function ownStrays(
  context: ProviderContext,
  { ledger, ownership, buyer }: DeclaredVps,
  orders: readonly AboutOrder[],
  ownOid: number,
): AboutOrder[] {
  if (ownership.kind === "state-unreadable") return [];
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
  const reported = unfinished(outputs, "strays");
  if (reported === undefined) return outputs;
  const { orders } = await context.orderList.ask();
  // By now another resource may have imported it, or saved it as its own.
  const held = heldInState(desired.__ownership);
  const nowMs = context.client.serviceNowMs();
  const strays = orders.filter(
    (order) => reported.orderOids.includes(order.orderOid) && !held.includes(order.orderOid) && isActive(order, nowMs),
  );
  const own = orders.find((order) => order.orderOid === outputs.orderOid);
  return strays.length > 0 && own !== undefined
    ? reportOwnStrays(outputs, own, strays)
    : withoutUnfinished(outputs, "strays");
}
