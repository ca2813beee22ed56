import { type ProviderContext, pauseWhileRunning } from "../host/context";
import type { SentPurchase } from "../host/memory";
import { captureFailure, lookUntil, Refusal } from "../host/outcomes";
import { mayResend } from "../service/calls";
import { sameDomainName } from "../service/domain-names";
import { ServiceError } from "../service/errors";
import { describeOrder, elapsed, monthlyUsd, notBought } from "../service/wire/messages";
import type { AboutOrder } from "../service/wire/order";
import { quoteForLimits, requireAccount, searchAccount, searchByKey, stillBilled } from "./account";
import { billedOrdersOfKey, type JudgeInput, judge, type Verdict } from "./judge";
import { reserve } from "./limits";
import {
  adoptedLine,
  besideMessage,
  endingMessage,
  lookingLine,
  notBoughtMessage,
  refusalMessage,
} from "./purchase-messages";
import { providerTags, tagNames } from "./tags";

/** A server that is to be bought, unless an earlier run has done so. */
export interface ServerToBuy {
  readonly urn: string;
  readonly key: string;
  readonly domainName: string;
  readonly maxMonthlyCostUsd: number | undefined;
  /** The price request, as the service spells it. */
  readonly priceRequest: () => object;
  /** The order, as the service spells it. */
  readonly request: (tags: Readonly<Record<string, string>>) => object;
  /** A new attempt, from a new id. */
  readonly attempt: (id: string) => string;
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
 * Looks for an order with the server's key, and buys one if there is none. Sends again only after a search, for as long as an order may
 * turn up, has found none.
 *
 * @param pending a purchase whose outcome the state does not know
 */
export async function purchase(
  context: ProviderContext,
  server: ServerToBuy,
  pending?: SentPurchase,
): Promise<Purchase> {
  context.memory.ofKey(server.key).sent ??= pending;
  try {
    return await new Purchasing(context, server).run();
  } catch (error) {
    // It has come to nothing, and others may have its share of the budget.
    context.memory.reservations.delete(server.urn);
    throw error;
  }
}

/** One server's way to its order. */
class Purchasing {
  readonly #context: ProviderContext;
  readonly #server: ServerToBuy;
  /** What this run may have sent: a service that turns a purchase away may have carried it out. */
  readonly #attempts = new Set<string>();

  constructor(context: ProviderContext, server: ServerToBuy) {
    this.#context = context;
    this.#server = server;
  }

  async run(): Promise<Purchase> {
    const { reporter } = this.#context;
    const { urn } = this.#server;
    for (let sentBefore = 0; ; ) {
      const { verdict, orders } = await this.#settle();
      if (verdict.kind === "adopt") return this.#adopt(verdict.order);
      await this.#reserve(orders);
      const others = [...verdict.ending.map(endingMessage), ...verdict.beside.map(besideMessage)];
      if (sentBefore === 0) for (const warning of others) reporter.warn(urn, warning);
      await requireAccount(this.#context, this.#server.domainName);
      await this.#requireEngine();
      const attempt = this.#server.attempt(this.#context.newId());
      const answer = await this.#send(attempt, sentBefore);
      if (!(answer instanceof ServiceError)) return this.#verify(attempt, answer);
      const { decision, outcome, timesSent, happened } = answer;
      if (!mayResend(decision)) return outcome === "unknown" ? this.#recover(happened) : this.#afterRefusal(answer);
      sentBefore = timesSent;
      const reason = outcome === "not-sent" ? "the service cannot be reached" : "the service is busy";
      reporter.progress(urn, `waiting ${elapsed(decision.afterMs)}: ${reason}`);
      await pauseWhileRunning(this.#context, decision.afterMs);
    }
  }

  /** Searches until it is certain whether there is an order: one that was sent earlier may turn up in the lists only after a while. */
  async #settle(): Promise<SearchResult> {
    const { urn, key, domainName } = this.#server;
    const untilMs = mayAppearUntilMs(this.#context, key);
    const settled = await lookUntil(
      this.#context,
      untilMs,
      (mayTurnUp) => this.#judge(mayTurnUp),
      () => this.#context.reporter.progress(urn, lookingLine("an order that may have been sent", untilMs)),
    );
    if (typeof settled === "object") return settled.found;
    throw new Refusal(notBoughtMessage(domainName, this.#sent()));
  }

  async #judge(mayTurnUp: boolean): Promise<SearchResult | undefined> {
    const { key, domainName } = this.#server;
    const orders = await searchAccount(this.#context, key, domainName);
    const known = judgeInputOf(this.#context, this.#server);
    const verdict = judge(orders, { ...known, mayTurnUp });
    if (verdict.kind === "refuse") {
      this.#context.memory.keepInTheWay(verdict.orders);
      throw new Refusal(refusalMessage(verdict, known));
    }
    return verdict.kind === "wait" ? undefined : { verdict, orders };
  }

  async #reserve(orders: readonly AboutOrder[]): Promise<void> {
    const quoted = await quoteForLimits(this.#context, this.#server, this.#server.priceRequest);
    if (quoted === undefined) return;
    const { refusal } = reserve(this.#context, pricedServer(this.#context, this.#server), quoted, orders);
    if (refusal !== undefined) throw new Refusal(`${notBought(this.#server.domainName)}: ${refusal}.`);
  }

  /** Nothing is bought that nobody would save, or that was called off. */
  async #requireEngine(): Promise<void> {
    if ((await this.#context.askEngine()) === "runs") return;
    throw new Refusal(notBoughtMessage(this.#server.domainName, this.#sent()));
  }

  #sent = (): SentPurchase | undefined => this.#context.memory.ofKey(this.#server.key).sent;

  async #send(attempt: string, sentBefore: number) {
    const { memory, reporter, client, nowMs, stop } = this.#context;
    const { key, urn, createMs, domainName, request } = this.#server;
    const notes = memory.ofKey(key);
    const before = notes.sent;
    reporter.progress(urn, "ordering: this takes a few minutes");
    this.#attempts.add(attempt);
    // Set before anything is awaited, for whoever asks meanwhile.
    notes.sent = purchaseWithoutAnswer(this.#context, attempt, nowMs());
    const tags = { [tagNames.key]: key, [tagNames.attempt]: attempt };
    // A run that is stopped does not wait for the answer, which may take an hour: the next one finds the order by its tag.
    const answer = await captureFailure(() =>
      client.newVps(domainName, request(tags), { deadlineMs: createMs, sentBefore, signal: stop }),
    );
    const outcome = answer instanceof ServiceError ? answer.outcome : "known";
    const sentMs = nowMs();
    if (outcome === "not-sent") {
      this.#attempts.delete(attempt);
      notes.sent = before;
    } else notes.sent = { attempt, sentMs, mayAppearUntilMs: lagEndMs(this.#context) };
    return answer;
  }

  /** The service has answered: checks that the order which it names is the one that was just placed. */
  async #verify(sent: string, answer: Answer): Promise<Purchase> {
    const { client, reporter } = this.#context;
    const { urn, key, domainName } = this.#server;
    const { orderOid } = answer.order;
    // A failed read must not keep what was bought out of the state.
    const orders = await searchByKey(this.#context, key).catch(() => []);
    const shown = orders.find((order) => order.orderOid === orderOid) ?? answer.order;
    const attempt = providerTags(answer.order).attempt ?? providerTags(shown).attempt;
    const isOfAnother =
      attempt === undefined
        ? orders.some((order) => providerTags(order).attempt === sent) || !sameDomainName(shown.domainName, domainName)
        : attempt !== sent;
    if (isOfAnother) {
      reporter.warn(
        urn,
        `The service's answer to the purchase of "${domainName}" is about order ${orderOid}, which belongs to another purchase. The provider looks for the right order by its tag.`,
      );
      return this.#recover(`the service's answer was about order ${orderOid}, which belongs to another purchase`);
    }
    if (attempt === undefined) {
      const single = await client.getOrder(orderOid).catch(() => shown);
      if (providerTags(single).attempt === undefined)
        reporter.warn(
          urn,
          `${describeOrder(shown)} was bought, but the service shows it without its tags: if this run is interrupted before it ends, look for the order in the control panel before you run "pulumi up" again.`,
        );
    }
    const { setupMessages, password = "" } = answer;
    const named = masked.test(password) ? undefined : password;
    return this.#finish({ kind: "bought", order: shown, attempt: sent, setupMessages, password: named }, orders);
  }

  /** An order may exist despite a refusal; one look decides. If that look fails, no more is known than after a lost answer. */
  async #afterRefusal(refusal: ServiceError): Promise<Purchase> {
    // Nothing has left this machine: there is no order to look for.
    if (this.#attempts.size === 0) throw refusal;
    const found = await captureFailure(() => this.#findSent());
    if (found instanceof ServiceError) return this.#recover(refusal.happened);
    if (found !== undefined) return found;
    throw refusal;
  }

  /** Looks for the order of a purchase that got no good answer, by the tags of this very run's attempts. */
  async #recover(why: string): Promise<Purchase> {
    const { reporter, memory, nowMs } = this.#context;
    const [attempt = ""] = [...this.#attempts].slice(-1);
    // From now on, not from the sending: a call may hang for longer than an order takes to turn up.
    const sent = purchaseWithoutAnswer(this.#context, attempt, nowMs());
    memory.ofKey(this.#server.key).sent = sent;
    const settled = await lookUntil(
      this.#context,
      sent.mayAppearUntilMs,
      () => this.#findSent().catch(() => undefined),
      () =>
        reporter.progress(
          this.#server.urn,
          `the service gave no answer; ${lookingLine("the order", sent.mayAppearUntilMs)}`,
        ),
    );
    return typeof settled === "object" ? settled.found : { kind: "pending", sent, why };
  }

  async #findSent(): Promise<Purchase | undefined> {
    const orders = await searchAccount(this.#context, this.#server.key, this.#server.domainName);
    const order = orders.find((found) => this.#isOwn(found));
    return order && this.#finish({ kind: "found", order, ...attemptOf(order), setupMessages: [] }, orders);
  }

  #isOwn = (order: AboutOrder): boolean => this.#attempts.has(providerTags(order).attempt ?? "");

  #adopt(order: AboutOrder): Promise<Purchase> {
    const kind = this.#isOwn(order) ? "found" : "adopted";
    if (kind === "adopted") this.#context.reporter.progress(this.#server.urn, adoptedLine(order.orderOid));
    return this.#finish({ kind, order, ...attemptOf(order), setupMessages: [] }, []);
  }

  /** The server has its order. Another one with its key, which a look after the purchase shows, is named by whoever records it. */
  async #finish(made: Omit<SettledPurchase, "others">, orders: readonly AboutOrder[]): Promise<Purchase> {
    const { reservations } = this.#context.memory;
    const { urn, key } = this.#server;
    const { orderOid } = made.order;
    const reservation = reservations.get(urn);
    const usd = monthlyUsd(made.order) ?? reservation?.usd;
    if (reservation !== undefined) reservations.set(urn, { ...reservation, usd, orderOid });
    const others = billedOrdersOfKey(orders, key).filter((order) => order.orderOid !== orderOid);
    return { ...made, others: await stillBilled(this.#context, others).catch(() => others) };
  }
}

const attemptOf = (order: AboutOrder) => ({ attempt: providerTags(order).attempt });

/** What a service shows in place of a password: nothing, or a mask. */
const masked = /^([*•.x]|\[\w*\])*$/i;

interface SearchResult {
  readonly verdict: Extract<Verdict, { kind: "buy" | "adopt" }>;
  readonly orders: readonly AboutOrder[];
}

type Declared = Pick<JudgeInput, "key" | "domainName"> & Pick<ServerToBuy, "urn">;

/** What is known of a server beside the account's orders. */
export function judgeInputOf(
  { memory, settings, client }: ProviderContext,
  { urn, key, domainName }: Declared,
): Omit<JudgeInput, "mayTurnUp"> {
  const notes = key === undefined ? { isNew: true } : memory.ofKey(key);
  const { isNew, sent, replacedOid, isAsked = false } = notes;
  const isKeyNew = isNew === true && sent === undefined;
  const { sameDomainName } = settings;
  const ownerOf = (orderOid: number) => memory.otherOwner(orderOid, urn);
  const savedAs = (orderOid: number) => memory.ofOrder(orderOid).savedAs;
  const namesake = domainName === undefined ? undefined : memory.otherNamesake(domainName, urn);
  const nowMs = client.serviceNowMs();
  return { urn, key, domainName, replacedOid, isAsked, isKeyNew, sameDomainName, namesake, ownerOf, savedAs, nowMs };
}

/** As it counts against the limits: with its price, that of the order which it replaces ends. */
export const pricedServer = (context: ProviderContext, server: Declared & Pick<ServerToBuy, "maxMonthlyCostUsd">) => ({
  urn: server.urn,
  key: server.key,
  maxMonthlyCostUsd: server.maxMonthlyCostUsd,
  replacesOrderOid: judgeInputOf(context, server).replacedOid,
});

/** When the service's lists show at the latest what is ordered now. */
const lagEndMs = ({ settings, nowMs }: ProviderContext): number => nowMs() + settings.listLagSeconds * 1000;

/**
 * The latest time at which an order that was sent earlier may turn up: the one rule about what may have been sent. This process knows what it
 * has sent itself. That an earlier run has sent nothing is certain of a key that it did not have, and of a server whose order was there to be
 * cancelled. However often a purchase is sent, one wait for what an earlier run may have sent is enough.
 */
export function mayAppearUntilMs(context: ProviderContext, key: string): number {
  const notes = context.memory.ofKey(key);
  const isCertain = notes.isNew === true || notes.hasCancelled === true;
  notes.earlierUntilMs ??= isCertain ? context.nowMs() : lagEndMs(context);
  return notes.sent?.mayAppearUntilMs ?? notes.earlierUntilMs;
}

/** A purchase whose outcome is not known. A run that was killed while it sent it again has left no trace of that in the state. */
export function purchaseWithoutAnswer(context: ProviderContext, attempt: string, sentMs: number): SentPurchase {
  // A clock that was wrong does not make the wait longer.
  const dueMs = Math.min(sentMs, context.nowMs()) + context.settings.unknownOutcomeMinutes * 60_000;
  return { attempt, sentMs, mayAppearUntilMs: Math.max(dueMs, lagEndMs(context)) };
}
