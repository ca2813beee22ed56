import type { ProviderContext } from "../host/context";
import { Refusal } from "../host/outcomes";
import { type CheckFailure, checkFailure, sentence, Unknown } from "../pulumi/properties";
import { isUsedHere, orderOfAttempt, requireAccount, searchAccount } from "../purchase/account";
import { isKnownReplacement, isStillToReplace, type JudgeInput, judge, type Verdict } from "../purchase/judge";
import { judgePrice, openLimit, type QuoteResult, reserve } from "../purchase/limits";
import { judgeInputOf, pricedServer } from "../purchase/purchase";
import {
  adoptedLine,
  besideWarning,
  endingMessage,
  orderSearchWarning,
  otherProviderMessage,
  refusalMessage,
} from "../purchase/purchase-messages";
import { type VpsArgument, vpsArguments } from "../server/arguments";
import { cancelWords } from "../server/cancellation";
import { judgeOffers } from "../server/offers";
import { isOtherProvider } from "../server/plan-change";
import { type Program, resolvedPart } from "../server/program";
import { described, importDifferences, unshownArguments } from "../server/record";
import { purchaseQuoteRequest, unknownPrices, withoutAddressesOf } from "../server/request";
import type { PendingPurchase } from "../server/server";
import { isUnanswered } from "../service/errors";
import { notBought } from "../service/wire/messages";
import type { AboutOrder } from "../service/wire/order";
import { isImporting } from "./import";
import type { Announcer, Look } from "./look";

/** What the account has that decides about a purchase. */
interface Account {
  readonly orders: readonly AboutOrder[];
  readonly areOrdersRead: boolean;
  readonly judgedBy: JudgeInput;
  readonly verdict: Verdict;
  /** Whether an earlier run may have bought it with another provider, in an account that this one does not see. */
  readonly isOfOtherProvider: boolean;
}

/** Looks at a server that is to be ordered, and says what is planned. Returns what would make the purchase fail: a replacement then does not start. */
export async function announcePurchase(announcer: Announcer, program: Program): Promise<CheckFailure[]> {
  const { context, look } = announcer.ready();
  const account = await readAccount(announcer, context, look, program);
  const why = whyNot(program, account);
  if (why !== undefined) {
    if (account.verdict.kind === "refuse") context.memory.keepInTheWay(account.verdict.orders);
    return failures(account, [why]);
  }
  const adopted = adoptedIn(account);
  const { domainName, __urn: urn = "" } = resolvedPart(program);
  if (domainName !== undefined) context.memory.claimName(domainName, urn);
  if (adopted !== undefined && program.__isProtected === true)
    context.memory.ofOrder(adopted.orderOid).isProtected = true;
  const offered = await offerFor(announcer, program, account);
  if (offered.refused.length > 0) return failures(account, offered.refused);
  announcer.warn(program, offered.warnings);
  say(announcer, program, account, offered.cost, offered.total);
  return [];
}

/** The order that a creation adopts: its price does not count in addition to that of a purchase. */
const adoptedIn = ({ verdict }: Account): AboutOrder | undefined =>
  verdict.kind === "adopt" ? verdict.order : undefined;

/** Says in a preview what becomes of a purchase without an answer, or throws why the `up` would not buy the server: it looks for the order first. */
export async function announceResumption(
  announcer: Announcer,
  program: Program,
  pending: PendingPurchase,
): Promise<void> {
  const { __key: key, __attempt: attempt, domainName = "" } = pending;
  const { context, look } = announcer.ready();
  const found = await look.searchUnlessDown(() => orderOfAttempt(context, { key, attempt, domainName }));
  if (found !== undefined) return announcer.summarize(program, [adoptedLine(found.orderOid)]);
  announcer.warn(program, [orderSearchWarning(pending)]);
  if (isImporting(program)) return;
  const account = await readAccount(announcer, context, look, program);
  // What stands in the way now may be its own order, whose tags turn up later: the `up` looks for as long as that may be.
  if (account.verdict.kind !== "buy") return;
  const { refused, warnings, cost, total } = await offerFor(announcer, program, account);
  if (refused.length > 0) throw new Refusal(refused.map(sentence).join("\n"));
  announcer.warn(program, warnings);
  announcer.summarize(program, [cost, total]);
}

/** What the service offers for a purchase, and for what price, or why it is refused. The price counts against the limits. */
async function offerFor(announcer: Announcer, program: Program, account: Account) {
  const { context, look } = announcer.ready();
  const { orders, judgedBy } = account;
  const isGiven = (name: VpsArgument): boolean => program[name] !== undefined && !(program[name] instanceof Unknown);
  const given = vpsArguments.filter(isGiven);
  const holder = adoptedIn(account) ?? orders.find(({ orderOid }) => orderOid === judgedBy.replacedOid);
  const asked = holder === undefined ? program : withoutAddressesOf(holder, program);
  const [offers, quoted] = await Promise.all([
    look.offers(given),
    look.price(asked, () => purchaseQuoteRequest(asked)),
  ]);
  const listed = judgeOffers(given, program, offers);
  const priced = judgePrice({ of: "purchase" }, quoted, unknownPrices(program));
  const unread = [...listed.unread, ...priced.unread];
  // What a purchase finds out too late, a replacement must know before it cancels.
  const mustKnow = isStillReplacing(account);
  // The lists already name the value that the quote objects to.
  const refused = [
    ...(listed.refused.length > 0 ? listed.refused : priced.refused),
    ...(mustKnow ? unread.map((what) => `${what} Once that works, run the same command again.`) : []),
  ];
  const { refusal, total } =
    refused.length > 0 || quoted === undefined ? {} : reserved(context, program, account, quoted);
  const { domainName } = resolvedPart(program);
  return {
    refused: [...refused, ...(refusal === undefined ? [] : [refusal])].map(
      (reason) => `${notBought(domainName)}: ${reason}`,
    ),
    warnings: [...(mustKnow ? [] : unread), ...listed.warnings, ...priced.warnings],
    cost: priced.cost,
    total,
  };
}

/** The price counts against the limits, unless one forbids it. */
function reserved(context: ProviderContext, program: Program, account: Account, quoted: QuoteResult) {
  const { orders, areOrdersRead } = account;
  const adopted = adoptedIn(account);
  const { domainName, maxMonthlyCostUsd, __urn: urn = "", __key: key } = resolvedPart(program);
  const priced = {
    ...pricedServer(context, { urn, key, domainName, maxMonthlyCostUsd }),
    ...(adopted !== undefined && { replacesOrderOid: adopted.orderOid }),
  };
  return reserve(context, priced, quoted, areOrdersRead ? orders : undefined);
}

/** The account's orders and what follows from them. An unreachable service does not stop the preview of a server that was certainly not bought before. */
async function readAccount(
  announcer: Announcer,
  context: ProviderContext,
  look: Look,
  program: Program,
): Promise<Account> {
  const { __key: key, __urn: urn = "", domainName } = resolvedPart(program);
  const judgedBy = { ...judgeInputOf(context, { urn, key, domainName }), mayTurnUp: false };
  const { isKeyNew } = judgedBy;
  let read: Pick<Account, "orders" | "areOrdersRead">;
  try {
    const search = async () => {
      await requireAccount(context, domainName);
      return searchAccount(context, isKeyNew ? undefined : key, domainName);
    };
    read = { orders: await look.searchUnlessDown(search), areOrdersRead: true };
  } catch (error) {
    if (!isUnanswered(error) || !isKeyNew) throw error;
    announcer.warn(program, [
      `The account's orders could not be read, so the preview cannot tell whether one has the same domain name: ${error.message}`,
    ]);
    read = { orders: [], areOrdersRead: false };
  }
  const verdict = judge(
    read.orders.filter(({ orderOid }) => orderOid !== judgedBy.replacedOid),
    judgedBy,
  );
  const isOfOtherProvider =
    verdict.kind === "buy" &&
    !isKnownReplacement(judgedBy) &&
    key !== undefined &&
    isOtherProvider(program.__keyProviderName, program) &&
    !(await isUsedHere(context, key));
  return { ...read, judgedBy, verdict, isOfOtherProvider };
}

/** Why the server is not bought, by the account alone. */
function whyNot(program: Program, account: Account): string | undefined {
  const { verdict, judgedBy, isOfOtherProvider } = account;
  if (isOfOtherProvider) return otherProviderMessage(judgedBy.domainName, program.__keyProviderName);
  return verdict.kind === "refuse" ? refusalMessage(verdict, judgedBy) : undefined;
}

/** Whether the run is about to cancel an order. The diff has warned of that; an interrupted run may have done it. */
const isStillReplacing = ({ orders, judgedBy }: Account): boolean =>
  orders.some((order) => isStillToReplace(order, judgedBy));

/** With what becomes of the orders that the run would have cancelled or adopted. */
function failures(account: Account, reasons: readonly string[]): CheckFailure[] {
  const adopted = adoptedIn(account);
  const left =
    (isStillReplacing(account) ? ` While this fails, order ${account.judgedBy.replacedOid} is kept.` : "") +
    (adopted === undefined ? "" : onceFixed(adopted));
  return reasons.map((reason) => checkFailure(`${sentence(reason)}${left}`));
}

const onceFixed = ({ orderOid }: AboutOrder): string =>
  ` Order ${orderOid} was bought for this server by an earlier run, and is billed: once this is fixed, it is adopted.`;

function say(
  announcer: Announcer,
  program: Program,
  account: Account,
  cost: string | undefined,
  total: string | undefined,
): void {
  const { verdict } = account;
  if (verdict.kind === "adopt") sayAdoption(announcer, program, verdict.order);
  if (verdict.kind !== "buy") return;
  const beside = verdict.beside.map((order) => besideWarning(order, account.judgedBy));
  announcer.warn(program, [...verdict.ending.map(endingMessage), ...beside]);
  announcer.summarize(program, [
    cost,
    total,
    program.runningState === "NOTRUNNING" ? "stopped once it is installed, but still billed" : undefined,
    program.cancel === "at-period-end" || program.__isRetained === true ? cancelWords(program) : undefined,
    program.maxMonthlyCostUsd instanceof Unknown ? openLimit : undefined,
  ]);
}

function sayAdoption(announcer: Announcer, program: Program, order: AboutOrder): void {
  const unshown = unshownArguments(resolvedPart(program), order);
  const differences = importDifferences(order, program).map(described);
  announcer.summarize(program, [adoptedLine(order.orderOid, unshown, differences)]);
}
