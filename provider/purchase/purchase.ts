import type { ProviderContext } from "../host/context";
import { captureFailure, Refusal } from "../host/failures";
import type { ReplacedOrder, Reservation, SentPurchase } from "../host/memory";
import { firstPauseMs, nextPauseMs } from "../host/observe";
import { pauseWhileRunning } from "../host/waiting";
import { ServiceError } from "../service/errors";
import { sameDomainName } from "../service/wire/domain-names";
import { elapsed, inUsd } from "../service/wire/messages";
import type { AboutOrder } from "../service/wire/order";
import { type JudgeInput, judge, ordersOfKey, type Verdict } from "./judge";
import { inSum } from "./limits";
import {
  adoptedLine,
  answerOfAnotherMessage,
  endingMessage,
  engineGoneMessage,
  lostAnswerLine,
  refusalMessage,
  sameNameMessage,
  untaggedMessage,
  waitingLine,
} from "./purchase-messages";
import { quoteForLimits, reserve } from "./quote";
import { searchAccount, searchByKey } from "./search";
import { providerTags, tagNames } from "./tags";

/** A server that is to be bought, unless an earlier run has done so. */
export interface ServerToBuy {
  readonly urn: string;
  readonly key: string;
  readonly domainName: string;
  /** `deleteBeforeReplace: false` */
  readonly buysFirst: boolean;
  readonly maxMonthlyCostUsd: number | undefined;
  /** The price request, as the service spells it. */
  readonly question: () => object;
  /** The order, as the service spells it. */
  readonly request: (tags: Readonly<Record<string, string>>) => object;
  /** `customTimeouts.create` */
  readonly createMs: number | undefined;
}

/** How a server got its order. */
type Purchase =
  | SettledPurchase
  /** Its outcome is not known: an order may turn up, and be billed. */
  | { readonly kind: "pending"; readonly sent: SentPurchase; readonly why: string };

export interface SettledPurchase {
  /** `found`: bought by this run, whose answer was lost; it may still be being installed. */
  readonly kind: "bought" | "found" | "adopted";
  readonly order: AboutOrder;
  readonly attempt: string | undefined;
  /** The root password that the service names. */
  readonly password?: string | undefined;
  readonly setupMessages: readonly string[];
  /** Other active orders with this key. */
  readonly others: readonly AboutOrder[];
}

type Answer = Awaited<ReturnType<ProviderContext["client"]["newVps"]>>;

/**
 * Looks for an order with the server's key, and buys one if there is none. Never sends again what may have been sent.
 *
 * @param pending a purchase whose outcome the state does not know
 */
export async function purchase(
  context: ProviderContext,
  server: ServerToBuy,
  pending?: SentPurchase,
): Promise<Purchase> {
  const { memory, reporter } = context;
  let sent = pending ?? memory.sent.get(server.key);
  const ownAttempts = new Set<string>();
  for (let sentBefore = 0; ; ) {
    const { verdict, orders } = await settle(context, server, sent);
    if (verdict.kind === "adopt") return adopt(context, server, verdict.order, ownAttempts);
    await reserveOrRefuse(context, server, orders);
    if (sentBefore === 0) for (const order of verdict.ending) reporter.warn(server.urn, endingMessage(order));
    if ((await context.askEngine()) !== "runs")
      throw releaseAndRefuse(context, server, engineGoneMessage(server.domainName));
    sent = { attempt: context.newId(), sentMs: context.nowMs() };
    ownAttempts.add(sent.attempt);
    const answer = await send(context, server, sent, sentBefore);
    if (!(answer instanceof ServiceError)) return verify(context, server, sent, answer);
    const { decision, outcome, attempts } = answer;
    if (decision.action !== "search" || !decision.thenResend)
      return outcome === "unknown"
        ? // From now on, not from the sending: a call may hang for longer than an order takes to turn up.
          recover(context, server, { ...sent, sentMs: context.nowMs() }, answer.happened)
        : afterRefusal(context, server, sent, answer);
    // Nothing was sent, or the service was busy: after its wait everything is looked at again.
    sent = undefined;
    memory.sent.delete(server.key);
    sentBefore = attempts;
    const reason = outcome === "not-sent" ? "the service cannot be reached" : "the service is busy";
    reporter.progress(server.urn, `waiting ${elapsed(decision.afterMs)}: ${reason}`);
    await context.sleep(decision.afterMs);
  }
}

interface SearchResult {
  readonly verdict: Extract<Verdict, { kind: "buy" | "adopt" }>;
  readonly orders: readonly AboutOrder[];
}

/** Searches until it is certain whether there is an order: one that an earlier run has sent may turn up in the lists only after a while. */
async function settle(
  context: ProviderContext,
  server: ServerToBuy,
  sent: SentPurchase | undefined,
): Promise<SearchResult> {
  const untilMs = mayTurnUpUntilMs(context, server, sent);
  for (let pauseMs = firstPauseMs(context.settings); ; pauseMs = nextPauseMs(context.settings, pauseMs)) {
    const found = await searchAccount(context, server.key, server.domainName);
    const orders = withoutClaimed(context, server.urn, found);
    const [other] = found
      .filter((order) => sameDomainName(order.domainName, server.domainName))
      .flatMap(({ orderOid }) => context.memory.otherClaimant(orderOid, server.urn) ?? []);
    if (other !== undefined && context.settings.sameDomainName === "refuse")
      throw releaseAndRefuse(context, server, `${sameNameMessage(server.domainName, server.urn, other, false)}.`);
    const leftMs = untilMs - context.nowMs();
    const verdict = judge(orders, { ...judgeInputOf(context, server), mayTurnUp: leftMs > 0 });
    // What another resource has is not this server's, but it is billed all the same.
    if (verdict.kind === "buy" || verdict.kind === "adopt") return { verdict, orders: found };
    if (verdict.kind === "refuse")
      throw releaseAndRefuse(
        context,
        server,
        refusalMessage(server.domainName, verdict.reason, verdict.orders, server),
      );
    context.reporter.progress(server.urn, waitingLine(untilMs));
    if (!(await pauseWhileRunning(context, Math.min(pauseMs, leftMs))))
      throw releaseAndRefuse(context, server, engineGoneMessage(server.domainName));
  }
}

/** Without the orders that another resource of the program has in the state or imports, whatever key they carry. */
export const withoutClaimed = (
  { memory }: ProviderContext,
  urn: string,
  orders: readonly AboutOrder[],
): readonly AboutOrder[] => orders.filter(({ orderOid }) => memory.otherClaimant(orderOid, urn) === undefined);

/** What is known of a server beside the account's orders. */
export const judgeInputOf = (
  { memory, settings, client }: ProviderContext,
  { urn, key, domainName, buysFirst }: Pick<ServerToBuy, "urn" | "buysFirst"> & Pick<JudgeInput, "key" | "domainName">,
): Omit<JudgeInput, "mayTurnUp"> => ({
  urn,
  key,
  domainName,
  buysFirst,
  replaced: key === undefined ? undefined : memory.replaced.get(key),
  isKeyNew: key === undefined || memory.newKeys.has(key),
  sameDomainName: settings.sameDomainName,
  nowMs: client.serviceNowMs(),
});

/** The latest time at which an order sent earlier may turn up. A clock that is wrong does not make the wait longer. */
function mayTurnUpUntilMs(
  { memory, settings, nowMs }: ProviderContext,
  { key }: ServerToBuy,
  sent: SentPurchase | undefined,
): number {
  const now = nowMs();
  const isCertain = memory.newKeys.has(key) || memory.replaced.get(key)?.isCancelled === true;
  // A run that was killed while it sent the purchase again has left no trace of that in the state.
  const lateMs = isCertain || memory.sent.has(key) ? now : now + settings.listLagSeconds * 1000;
  if (sent === undefined) return lateMs;
  const limitMs = settings.unknownOutcomeMinutes * 60_000;
  return Math.max(lateMs, Math.min(sent.sentMs + limitMs, now + limitMs));
}

async function reserveOrRefuse(
  context: ProviderContext,
  server: ServerToBuy,
  orders: readonly AboutOrder[],
): Promise<void> {
  const quoted = await quoteForLimits(context, server, server.question);
  if (quoted === undefined) return;
  // By now the replaced server is cancelled, unless `retainOnDelete` keeps it: then both are billed.
  const keepsReplaced = context.memory.replaced.get(server.key)?.isCancelled === false;
  const priced = pricedServer(context, { ...server, buysFirst: server.buysFirst || keepsReplaced });
  const { objection } = reserve(context, priced, quoted, orders);
  if (objection !== undefined)
    throw releaseAndRefuse(context, server, `Nothing was bought for "${server.domainName}": ${objection}.`);
}

/** As it counts against the limits. */
export const pricedServer = (
  { memory }: ProviderContext,
  {
    urn,
    key,
    domainName,
    buysFirst,
    maxMonthlyCostUsd,
  }: Pick<ServerToBuy, "urn" | "buysFirst" | "maxMonthlyCostUsd"> & Pick<JudgeInput, "key" | "domainName">,
) => ({
  urn,
  key,
  maxMonthlyCostUsd,
  what: inSum(domainName, "new"),
  ...besideOf(buysFirst, key === undefined ? undefined : memory.replaced.get(key)),
});

/** If the new one is bought first, both are billed for a while. */
const besideOf = (
  buysFirst: boolean,
  replaced: ReplacedOrder | undefined,
): Pick<Reservation, "replacesOrderOid" | "kept"> =>
  replaced === undefined
    ? {}
    : buysFirst
      ? { kept: [replaced.orderOid, ...replaced.replacedOrderOids] }
      : { replacesOrderOid: replaced.orderOid, kept: replaced.replacedOrderOids };

/** The purchase has come to nothing, and others may have its share of the budget. */
function releaseAndRefuse({ memory }: ProviderContext, { urn }: ServerToBuy, message: string): Refusal {
  memory.reservations.delete(urn);
  return new Refusal(message);
}

async function send(context: ProviderContext, server: ServerToBuy, sent: SentPurchase, sentBefore: number) {
  const { memory, reporter, client } = context;
  const { key, urn, createMs } = server;
  const tags = { [tagNames.key]: key, [tagNames.attempt]: sent.attempt };
  reporter.progress(urn, "ordering: this takes a few minutes");
  // Set before anything is awaited: whatever happens to the answer, the key is not new any more.
  const wasNew = memory.newKeys.delete(key);
  memory.sent.set(key, sent);
  const answer = await captureFailure(() =>
    client.newVps(server.domainName, server.request(tags), { deadlineMs: createMs, sentBefore }),
  );
  const isNothingSent = answer instanceof ServiceError && answer.outcome === "not-sent";
  if (isNothingSent && wasNew) memory.newKeys.add(key);
  return answer;
}

/** The service has answered: checks that the order which it names is the one that was just placed. */
async function verify(
  context: ProviderContext,
  server: ServerToBuy,
  sent: SentPurchase,
  answer: Answer,
): Promise<Purchase> {
  const { orderOid } = answer.order;
  // A failed read must not keep what was bought out of the state.
  const orders = await searchByKey(context, server.key).catch(() => []);
  const shown = orders.find((order) => order.orderOid === orderOid) ?? answer.order;
  const attempt = providerTags(answer.order).attempt ?? providerTags(shown).attempt;
  const isOfAnother =
    attempt === undefined
      ? orders.some((order) => providerTags(order).attempt === sent.attempt) ||
        !sameDomainName(shown.domainName, server.domainName)
      : attempt !== sent.attempt;
  if (isOfAnother) {
    context.reporter.warn(server.urn, answerOfAnotherMessage(server.domainName, orderOid));
    return recover(
      context,
      server,
      sent,
      `the service's answer was about order ${orderOid}, which belongs to another purchase`,
    );
  }
  if (attempt === undefined) {
    const single = await context.client.getOrder(orderOid).catch(() => shown);
    if (providerTags(single).attempt === undefined) context.reporter.warn(server.urn, untaggedMessage(shown));
  }
  const { setupMessages, password } = answer;
  const named = password === undefined || masked.test(password) ? undefined : password;
  return settlePurchase(
    context,
    server,
    { kind: "bought", order: shown, attempt: sent.attempt, setupMessages, password: named },
    orders,
  );
}

/** What a service shows in place of a password. */
const masked = /^([*•.x]|\[\w*\])+$/i;

/** An order may exist despite a refusal; one look decides. If that look fails, no more is known than after a lost answer. */
async function afterRefusal(
  context: ProviderContext,
  server: ServerToBuy,
  sent: SentPurchase,
  refusal: ServiceError,
): Promise<Purchase> {
  const found = await captureFailure(() => findAttempt(context, server, sent));
  if (found instanceof ServiceError) return recover(context, server, sent, refusal.happened);
  if (found !== undefined) return found;
  context.memory.sent.delete(server.key);
  context.memory.reservations.delete(server.urn);
  throw refusal;
}

/** Looks for the order of a purchase that got no good answer, by the tag of this very attempt. */
async function recover(
  context: ProviderContext,
  server: ServerToBuy,
  sent: SentPurchase,
  why: string,
): Promise<Purchase> {
  const untilMs = mayTurnUpUntilMs(context, server, sent);
  for (let pauseMs = firstPauseMs(context.settings); ; pauseMs = nextPauseMs(context.settings, pauseMs)) {
    const found = await findAttempt(context, server, sent).catch(() => undefined);
    if (found !== undefined) return found;
    const leftMs = untilMs - context.nowMs();
    context.reporter.progress(server.urn, lostAnswerLine(untilMs));
    if (leftMs <= 0 || !(await pauseWhileRunning(context, Math.min(pauseMs, leftMs))))
      return { kind: "pending", sent, why };
  }
}

async function findAttempt(
  context: ProviderContext,
  server: ServerToBuy,
  { attempt }: SentPurchase,
): Promise<Purchase | undefined> {
  const orders = await searchAccount(context, server.key, server.domainName);
  const order = orders.find((found) => providerTags(found).attempt === attempt);
  return order && settlePurchase(context, server, { kind: "found", order, attempt, setupMessages: [] }, orders);
}

/** @param ownAttempts those of this call: the service may have carried one out that it seemed to turn away */
function adopt(
  context: ProviderContext,
  server: ServerToBuy,
  order: AboutOrder,
  ownAttempts: ReadonlySet<string>,
): Purchase {
  const { attempt } = providerTags(order);
  const kind = attempt !== undefined && ownAttempts.has(attempt) ? "found" : "adopted";
  if (kind === "adopted") context.reporter.progress(server.urn, adoptedLine(order));
  return settlePurchase(context, server, { kind, order, attempt, setupMessages: [] }, []);
}

/** The server has its order. Another one with its key, which a look after the purchase shows, is named by whoever records it. */
function settlePurchase(
  context: ProviderContext,
  server: ServerToBuy,
  purchase: Omit<SettledPurchase, "others">,
  orders: readonly AboutOrder[],
): Purchase {
  const { memory } = context;
  const { orderOid, billingInfo } = purchase.order;
  memory.sent.delete(server.key);
  const reservation = memory.reservations.get(server.urn);
  const usd = inUsd(billingInfo?.monthlyRecurringAmt ?? {}) ?? reservation?.usd;
  if (reservation !== undefined) memory.reservations.set(server.urn, { ...reservation, usd, orderOid });
  const carriers = ordersOfKey(withoutClaimed(context, server.urn, orders), judgeInputOf(context, server));
  const others = carriers.filter((order) => order.orderOid !== orderOid);
  return { ...purchase, others };
}
