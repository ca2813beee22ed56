import { type CheckFailure, checkFailure } from "../engine/properties";
import type { ProviderContext, Reporter } from "../host/context";
import { explainOnce, Refusal, unlessUnusable } from "../host/failures";
import type { HostMemory } from "../host/memory";
import { isOpenInCheck, judge, refusalOnceCancelled, type Verdict } from "../purchase/judge";
import { inSum, isNotMoreExpensive, overTotal, type QuoteResult } from "../purchase/limits";
import { judgeInputOf, pricedServer } from "../purchase/purchase";
import {
  adoptedLine,
  endingMessage,
  foundInPreviewWarning,
  openInPreviewWarning,
  refusalMessage,
  sameNameMessage,
  twoOrdersMessage,
} from "../purchase/purchase-messages";
import { reserve } from "../purchase/quote";
import { recentOrders, searchAccount } from "../purchase/search";
import { providerTags, stackIn } from "../purchase/tags";
import { ServiceError } from "../service/errors";
import { describeServer } from "../service/wire/messages";
import { type AboutOrder, hasEnd, isGone } from "../service/wire/order";
import { resizedServer } from "./change-server";
import { type Desired, isForecast, resolvedPart } from "./desired";
import type { VpsDiff } from "./diff";
import { objections as orderObjections } from "./guards";
import { described, importDifferences, unshownArguments } from "./import-checks";
import {
  changeObjections,
  costWords,
  isRetained,
  judgeChange,
  judgeOffer,
  type OrderReading,
  priceWords,
  purchaseRemarks,
  reinstallObjections,
} from "./judge-change";
import { asksService, callsService, needsOfChange, needsOfOrder, type PreviewNeeds } from "./preview-needs";
import { PreviewReads } from "./preview-reads";
import { outOfProportion } from "./proportion";
import { withRecordedSizes } from "./record";
import { withoutAddressesOf } from "./request";
import { isOwned, type Recorded } from "./state";
import { endingLine, goneWarning, nothingToLoseWarning } from "./update-messages";

/** The part of the host that a preview needs. Settings are read only if there is something to do. */
interface PreviewHost {
  readonly reporter: Reporter;
  readonly memory: HostMemory;
  readonly context: () => ProviderContext;
}

const isAccountLimited = ({ settings }: ProviderContext): boolean => settings.maxTotalMonthlyCostUsd !== undefined;

/** Reports, for the previews of one host process, what a run will cost and do. Orders and changes nothing. */
export class Preview {
  readonly #host: () => PreviewHost;
  readonly #warned = new Set<string>();
  #reads: PreviewReads | undefined;

  constructor(host: () => PreviewHost) {
    this.#host = host;
  }

  /** Looks at a server that is to be ordered. Returns what would make the purchase fail: a replacement then does not start. */
  async checkOrder(desired: Desired): Promise<CheckFailure[]> {
    const opened = this.#open(desired.__urn);
    if ("failures" in opened) return opened.failures;
    const { context } = opened;
    const resolved = resolvedPart(desired);
    const server = { urn: urnOf(desired), key: resolved.__key, domainName: resolved.domainName };
    const judgedBy = { ...judgeInputOf(context, server), mayTurnUp: false };
    const place = { ...judgedBy, isForecast: isForecast(desired) };
    const { replacedOid } = judgedBy;
    const found = await this.#search(context, desired, judgedBy.isKeyNew);
    if ("failures" in found) return found.failures;
    const { orders } = found;
    const candidates = orders.filter(({ orderOid }) => orderOid !== replacedOid);
    const verdict = judge(candidates, judgedBy);
    if (verdict.kind === "adopt") {
      const once = refusalOnceCancelled(verdict.order, candidates, judgedBy);
      if (once !== undefined) return [checkFailure(twoOrdersMessage(verdict.order, once.orders, place))];
    }
    const failed = (reasons: readonly string[]): CheckFailure[] => {
      const left =
        notCancelledWords(desired, orders, replacedOid) +
        (verdict.kind === "adopt" ? notAdoptedWords(verdict.order) : "");
      return reasons.map((reason) => checkFailure(`${reason.replace(/(?<![.?!])$/, ".")}${left}`));
    };
    if (verdict.kind === "refuse" && !isOpenInCheck(verdict, judgedBy)) return failed([refusalMessage(verdict, place)]);
    const other = otherNamesake(context, resolved.domainName, server.urn);
    if (other !== undefined && verdict.kind !== "adopt") return failed([sameNameMessage(place, other)]);
    if (resolved.domainName !== undefined) context.memory.name(resolved.domainName, server.urn);
    const needs = needsOfOrder(desired);
    // A create adopts the order found, and a replacement cancels it: either way its price does not count in addition to the new one.
    const keyOrder =
      verdict.kind === "adopt" ? verdict.order : verdict.kind === "refuse" ? verdict.orders[0] : undefined;
    if (keyOrder !== undefined && desired.__isProtected === true)
      context.memory.ofOrder(keyOrder.orderOid).isProtected = true;
    const holder = keyOrder ?? orders.find(({ orderOid }) => orderOid === replacedOid);
    const question = holder === undefined ? desired : withoutAddressesOf(holder, desired);
    const offered = await this.#readsOf(context).offered(needs, question, undefined);
    const judged = judgeOffer(desired, needs, undefined, offered);
    const ending = verdict.kind === "buy" ? verdict.ending.map(endingMessage) : [];
    this.#warn(desired, [...judged.warnings, ...ending]);
    if (judged.objections.length > 0) return failed(notOrdered(desired, judged.objections));
    const replaces =
      keyOrder === undefined
        ? {}
        : {
            replacesOrderOid: keyOrder.orderOid,
            what: inSum(resolved.domainName, `order ${keyOrder.orderOid} or its replacement`),
          };
    const priced = {
      ...pricedServer(context, { ...server, maxMonthlyCostUsd: resolved.maxMonthlyCostUsd }),
      ...replaces,
    };
    const { quoted } = judged.price ?? {};
    const known = found.isWhole ? orders : undefined;
    const { objection, total } = reserveQuoted(context, priced, quoted, known);
    if (objection !== undefined) return failed(notOrdered(desired, [objection]));
    if (quoted !== undefined) this.#warn(desired, outOfProportion(resolved, quoted, known));
    const price = priceWords(judged.price, total);
    const replacement = { price: costWords(judged.price), isRetained: desired.__isRetained };
    const differences = keyOrder === undefined ? [] : importDifferences(keyOrder, desired).map(described);
    const unshown = unshownArguments(resolved);
    if (verdict.kind === "refuse") this.#warn(desired, [openInPreviewWarning(verdict, place, replacement)]);
    else if (verdict.kind !== "adopt")
      this.#conclude(desired, [...price, ...purchaseRemarks(desired), ...ofOtherStacks(verdict)]);
    else if (replacedOid !== undefined)
      this.#conclude(desired, [adoptedLine(verdict.order.orderOid, unshown, differences)]);
    else this.#warn(desired, [foundInPreviewWarning(verdict.order, unshown, differences, replacement)]);
    return [];
  }

  /**
   * Shows what a change will do on the resource's line and, where it matters, in a warning. Throws if the update would be refused.
   * Called only for what the program declares: refreshes and cascades ask for a diff too.
   */
  async reportChange(recorded: Recorded, desired: Desired, diff: VpsDiff): Promise<void> {
    const refuse = (objections: readonly string[]): never => {
      const isNotChanged = isForecast(desired) ? "will not be changed" : "was not changed";
      throw new Refusal(`${describeServer(recorded)} ${isNotChanged}: ${objections.join("; ").replace(/\.$/, "")}.`);
    };
    const objections = changeObjections(recorded, desired, diff);
    const isKeptReplacement =
      (desired.__isProtected === true || isRetained(recorded, desired)) && diff.replaces.length > 0;
    // Nothing is left to keep if an interrupted replacement, or somebody, has cancelled the order.
    if (objections.length > 0 && !(isKeptReplacement && (await this.#hasEnded(recorded)))) refuse(objections);
    if (!diff.hasChanges) return this.#conclude(desired, [endingLine(recorded)]);
    const needs = needsOfChange(diff, desired);
    const opened = asksService(needs) || callsService(diff, desired) ? this.#open(desired.__urn) : undefined;
    if (opened !== undefined && "failures" in opened) refuse(opened.failures.map(({ reason }) => reason));
    const context = opened !== undefined && "context" in opened ? opened.context : undefined;
    const { offered, reading } = await this.#offeredFor(context, needs, recorded, desired);
    const isReplaced = diff.replaces.length > 0;
    const nowMs = context?.client.serviceNowMs() ?? 0;
    const isEnded = reading?.order !== undefined && isGone(reading.order, nowMs);
    // Not refused: an interrupted replacement may have cancelled the order, and the engine then buys again, whatever the diff says.
    if (isEnded && !isReplaced) return this.#warn(desired, [goneWarning(recorded)]);
    const forbidden = reinstallObjections(recorded, desired, diff, reading);
    if (forbidden.length > 0) refuse(forbidden);
    if (reading?.order !== undefined && !isEnded) {
      const certain = diff.changes.filter(({ isUnknown }) => !isUnknown);
      const refused = orderObjections(certain, resolvedPart(desired), reading.order, nowMs);
      if (refused.length > 0) refuse(refused);
    }
    const judged = judgeOffer(desired, needs, reading, offered);
    if (judged.objections.length > 0) refuse(judged.objections);
    const reserved = await reserveResize(context, needs, reading, judged.price?.quoted, desired);
    if (reserved.objection !== undefined) refuse([reserved.objection]);
    const { line, warnings } = judgeChange(judged, reading, reserved.total, recorded, desired, diff);
    this.#warn(desired, [...judged.warnings, ...(reserved.dear ?? [])]);
    if (isReplaced && isForecast(desired) && (await this.#hasEnded(recorded)))
      return this.#warn(desired, [nothingToLoseWarning(recorded, desired.__isProtected === true)]);
    for (const warning of warnings) this.#host().reporter.warn(desired.__urn, warning);
    const cancellationDate = reading?.order?.billingInfo?.cancellationDate ?? recorded.cancellationDate;
    // The check of a replacement's order comes next, and shows the line.
    if (!isReplaced) this.#conclude(desired, [line, endingLine({ cancellationDate })]);
  }

  /** Whether the order of a server that is to be replaced is cancelled already. An order that cannot be read counts as not cancelled. */
  async #hasEnded(recorded: Recorded): Promise<boolean> {
    const opened = this.#open(recorded.__urn);
    if ("failures" in opened || !isOwned(recorded)) return false;
    const { context } = opened;
    try {
      const orders = await recentOrders(context);
      if (orders.some(({ orderOid }) => orderOid === recorded.orderOid)) return false;
      return isGone(await context.client.getOrder(recorded), context.client.serviceNowMs());
    } catch (error) {
      if (error instanceof ServiceError) return false;
      throw error;
    }
  }

  async #offeredFor(context: ProviderContext | undefined, needs: PreviewNeeds, recorded: Recorded, desired: Desired) {
    if (context === undefined) return { offered: { offers: {}, quoted: undefined }, reading: undefined };
    const reads = this.#readsOf(context);
    const { orderOid } = recorded;
    const read = orderOid === undefined ? undefined : await reads.order(orderOid, desired);
    const reading = read?.order === undefined ? read : { order: withRecordedSizes(read.order, recorded) };
    return { offered: await reads.offered(needs, desired, reading), reading };
  }

  /** The account's orders. An unreachable service does not stop the preview of a server that was certainly not bought before. */
  async #search(
    context: ProviderContext,
    desired: Desired,
    isKeyNew: boolean,
  ): Promise<
    { readonly orders: readonly AboutOrder[]; readonly isWhole: boolean } | { readonly failures: CheckFailure[] }
  > {
    const { __key: key, domainName } = resolvedPart(desired);
    try {
      const search = () => searchAccount(context, isKeyNew ? undefined : key, domainName);
      return { orders: await this.#readsOf(context).searchUnlessDown(search), isWhole: true };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.outcome === "refused" || !isKeyNew)
        return { failures: [checkFailure(explainOnce(context.memory, error, desired.__urn))] };
      if (isForecast(desired))
        this.#warn(desired, [
          `The account's orders could not be read, so the preview cannot tell whether one has the same domain name: ${explainOnce(context.memory, error, desired.__urn)}`,
        ]);
      return { orders: [], isWhole: false };
    }
  }

  /** The line comes after the warnings, so that it is the text that stays. */
  #conclude(desired: Desired, words: readonly (string | undefined)[]): void {
    const line = words.filter((part) => part !== undefined && part !== "").join("; ");
    if (line !== "" && isForecast(desired)) this.#host().reporter.summary(desired.__urn, line);
  }

  #open(urn: string | undefined): { readonly context: ProviderContext } | { readonly failures: CheckFailure[] } {
    const { memory, context } = this.#host();
    return unlessUnusable(memory, urn, () => ({ context: context() }));
  }

  #readsOf(context: ProviderContext): PreviewReads {
    this.#reads ??= new PreviewReads(context);
    return this.#reads;
  }

  /** Warns only in previews, and gives each warning once: at the first resource that it concerns. */
  #warn(desired: Desired, warnings: readonly string[]): void {
    if (!isForecast(desired)) return;
    for (const warning of warnings.filter((text) => !this.#warned.has(text))) {
      this.#warned.add(warning);
      this.#host().reporter.warn(desired.__urn, warning);
    }
  }
}

/** In an `up` the message says that nothing was bought, because Pulumi shows the keys of new servers as created all the same. */
const notOrdered = (desired: Desired, objections: readonly string[]): string[] => {
  const head = isForecast(desired) ? "" : `Nothing was bought for "${resolvedPart(desired).domainName}": `;
  return objections.map((objection) => head + objection);
};

/** The diff has warned of the order's end, and then the check refuses the new server. An interrupted run may have cancelled the order. */
const notCancelledWords = (desired: Desired, orders: readonly AboutOrder[], replacedOid: number | undefined): string =>
  orders.some((order) => order.orderOid === replacedOid && !hasEnd(order))
    ? ` Order ${replacedOid} ${isForecast(desired) ? "will not be" : "was not"} cancelled.`
    : "";

/** A preview cannot tell the adoption of an order from its replacement, so what would forbid the purchase forbids both. */
const notAdoptedWords = ({ orderOid }: AboutOrder): string =>
  ` Order ${orderOid} carries this server's idempotency key and is billed. Once this is fixed, a creation adopts that order; a replacement (--replace, pulumi state taint) cancels it.`;

const ofOtherStacks = (verdict: Verdict): string[] =>
  verdict.kind === "buy"
    ? verdict.ofOtherStacks.map(
        (order) => `order ${order.orderOid} of ${stackIn(providerTags(order).name ?? "")} has this domain name too`,
      )
    : [];

const urnOf = ({ __urn: urn = "" }: Desired): string => urn;

/** The URN of another server with the same domain name: if a run is to buy both, the second is refused. */
function otherNamesake(
  { memory, settings }: ProviderContext,
  domainName: string | undefined,
  urn: string,
): string | undefined {
  if (domainName === undefined || settings.sameDomainName === "allow") return undefined;
  return memory.otherNamesake(domainName, urn);
}

function reserveQuoted(
  context: ProviderContext,
  server: Parameters<typeof reserve>[1],
  quoted: QuoteResult | undefined,
  orders: readonly AboutOrder[] | undefined,
) {
  if (quoted === undefined) return {};
  if (orders !== undefined) return reserve(context, server, quoted, orders);
  return isAccountLimited(context)
    ? {
        objection:
          "the setting maxTotalMonthlyCostUsd cannot be enforced, because the account's orders could not be read",
      }
    : {};
}

async function reserveResize(
  context: ProviderContext | undefined,
  { price }: PreviewNeeds,
  reading: OrderReading | undefined,
  quoted: QuoteResult | undefined,
  desired: Desired,
): Promise<ReturnType<typeof reserve> & { readonly dear?: readonly string[] }> {
  // A purchase without an answer has no order to read.
  if (context === undefined || price !== "resize" || reading === undefined || quoted === undefined) return {};
  if (reading.order === undefined) return { objection: overTotal(context.settings.maxTotalMonthlyCostUsd, quoted, []) };
  const server = resizedServer(reading.order, resolvedPart(desired));
  const isCheaper = isNotMoreExpensive(quoted, server.before);
  // What ends does not count, unless the run enlarges it.
  if (isCheaper && hasEnd(reading.order)) return {};
  const orders = await recentOrders(context);
  const { objection, total } = reserve(context, server, quoted, orders);
  return isCheaper ? { total } : { objection, total, dear: outOfProportion(resolvedPart(desired), quoted, orders) };
}
