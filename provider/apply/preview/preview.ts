import { SettingsError } from "../../api/settings";
import { plainDomainName } from "../../plan/equality";
import { describeServer } from "../../plan/messages";
import {
  type CheckFailure,
  checkFailure,
  type Desired,
  isFirstOrder,
  isForecast,
  knownPart,
  type Properties,
} from "../../plan/model";
import { type FleetMember, fleetMember, groupLines, togetherWarning } from "../../plan/preview/fleet";
import {
  type CheckFindings,
  judgeAccount,
  judgeChange,
  judgeOffer,
  judgeOrder,
  orderLine,
  orderWarnings,
  type Replacement,
} from "../../plan/preview/judge";
import { type PreviewNeeds, previewNeeds } from "../../plan/preview/preview-needs";
import type { VpsDiff } from "../../plan/update/diff";
import type { Recorded } from "../../schema/vps-outputs";
import type { ProviderContext, Reporter } from "../context";
import { Refusal } from "../failures";
import { pricedOrders, pricedStackOrders } from "../purchase/check-limits";
import { judgeByAccount, searchAndReserve } from "../purchase/purchase";
import { CostPlan } from "./cost-plan";
import { PreviewReads } from "./gather";

/** The part of the host that a preview needs. Settings are read only if there is something to do. */
interface PreviewHost {
  readonly reporter: Reporter;
  readonly context: () => ProviderContext;
}

/** What the engine asks next about a server, and what was found out for it. */
type Next =
  | { readonly kind: "diff"; readonly findings: CheckFindings }
  | { readonly kind: "order"; readonly replacement: Replacement };

/** Reports, for the previews of one host process, what a run will cost and do. Orders and changes nothing. */
export class Preview {
  readonly #host: () => PreviewHost;
  /** By URN. */
  readonly #next = new Map<string, Next>();
  /** The URNs of this run's servers, by domain name; at most two of each. */
  readonly #named = new Map<string, readonly string[]>();
  readonly #costs = new CostPlan();
  readonly #warned = new Set<string>();
  readonly #finished = new Set<string>();
  readonly #fleet = new Map<string, FleetMember>();
  #reads: PreviewReads | undefined;

  constructor(host: () => PreviewHost) {
    this.#host = host;
  }

  /** Asks the service about what is new in a resource. Returns what would make the order or the change fail. */
  async check(olds: Properties, desired: Desired): Promise<CheckFailure[]> {
    const announced = this.#next.get(urnOf(desired));
    const isOrder = isFirstOrder(olds);
    if (!isOrder) this.#expect(desired, { price: undefined, unlisted: [], host: undefined });
    this.#note(desired);
    const needs = previewNeeds(olds, desired);
    const opened = this.#open(needs);
    if ("failures" in opened) return opened.failures;
    const { context } = opened;
    if (!isOrder) return this.#checkChange(context, needs, olds, desired);
    return this.#checkOrder(context, needs, desired, announced?.kind === "order" ? announced.replacement : undefined);
  }

  async #checkOrder(
    context: ProviderContext,
    needs: PreviewNeeds,
    desired: Desired,
    announced: Replacement | undefined,
  ): Promise<CheckFailure[]> {
    // In a preview as in the purchases of an up, one of two servers that ask for the very same adopts an order.
    const search = isForecast(desired) ? searchAndReserve : judgeByAccount;
    const verdict = await search(context, desired, "recent");
    const judged = judgeOrder(verdict, desired, announced, context.client.serviceNowMs());
    if (judged.kind === "refuse") return [...judged.failures];
    this.#warn(desired, judged.warnings);
    if (judged.kind === "adopt") return this.#conclude(desired, judged.line);
    const { replacement, unread } = judged;
    const offered = await this.#readsOf(context).offered(needs, desired, undefined);
    const { failures, warnings, price } = judgeOffer({}, desired, needs, undefined, offered, isStackLimited(context));
    this.#warn(desired, [...warnings, ...orderWarnings(desired, offered.host, replacement, this.#namesakeOf(desired))]);
    if (failures.length > 0) return [...failures];
    const excess = await this.#costs.add(context.settings.maxTotalMonthlyCostUsd, desired, {
      kind: "purchase",
      quoted: price?.quoted,
      isOldKept: replacement?.isOldKept === true,
      pricedStackOrders: async () =>
        unread === undefined ? pricedOrders(context, desired, verdict.orders) : { why: unread },
    });
    return excess.length > 0 ? excess : this.#conclude(desired, orderLine(desired, price, replacement));
  }

  async #checkChange(
    context: ProviderContext,
    needs: PreviewNeeds,
    olds: Properties,
    desired: Desired,
  ): Promise<CheckFailure[]> {
    const reads = this.#readsOf(context);
    const orderOid = desired.__ownership?.own;
    const isOwnNeeded = needs.account || needs.price === "resize";
    const own = orderOid !== undefined && isOwnNeeded ? await reads.ownOrder(orderOid) : undefined;
    const misplaced = needs.account ? judgeAccount(own, desired) : [];
    if (misplaced.length > 0) return misplaced;
    const offered = await reads.offered(needs, desired, own);
    const judged = judgeOffer(olds, desired, needs, own, offered, isStackLimited(context));
    this.#warn(desired, judged.warnings);
    if (judged.failures.length > 0) return [...judged.failures];
    const { price, unlisted } = judged;
    this.#expect(desired, { price, unlisted, host: offered.host });
    if (needs.price !== "resize") return [];
    return this.#costs.add(context.settings.maxTotalMonthlyCostUsd, desired, {
      kind: "resize",
      quoted: price?.quoted,
      before: own?.kind === "read" ? own.order.billingInfo?.monthlyRecurringAmt : undefined,
      isOldKept: false,
      pricedStackOrders: () => pricedStackOrders(context, desired, "recent"),
    });
  }

  /**
   * Shows what the change will do on the resource's line and, where it matters, in a warning. Silent unless the
   * resource was checked just before: refreshes and cascades ask for a diff too. Throws if the update would be refused.
   */
  async reportChange(recorded: Recorded, desired: Desired, diff: VpsDiff): Promise<void> {
    const next = this.#next.get(urnOf(desired));
    if (next?.kind !== "diff") return;
    const { refusals, warnings, line, replacement } = judgeChange(next.findings, recorded, desired, diff);
    if (refusals.length > 0) throw new Refusal(`${describeServer(recorded)} was not changed: ${refusals.join("; ")}.`);
    this.#fleet.set(urnOf(desired), fleetMember(recorded, desired, diff));
    const { reporter } = this.#host();
    for (const warning of warnings) reporter.warn(desired.__declaredUrn, warning);
    if (replacement === undefined) {
      this.#next.delete(urnOf(desired));
      await this.#conclude(desired, line);
      return;
    }
    // The plan of a replacement is final with the check of its order, which shows the line: the engine asks for it next.
    this.#next.set(urnOf(desired), { kind: "order", replacement });
  }

  /** All that this run says about a server has been said. With the last one, what concerns several is shown. */
  async finish(desired: Desired): Promise<void> {
    const { __declaredUrn: urn, __ownership: ownership, __providerName: provider } = desired;
    if (urn === undefined || this.#finished.has(urn)) return;
    this.#finished.add(urn);
    if (this.#finished.size !== ownership?.declared) return;
    const { reporter } = this.#host();
    const fleet = [...this.#fleet.values()];
    if (isForecast(desired)) {
      const total = await this.#costs.total(provider);
      const isGrouped = fleet.some(({ group }) => typeof group === "string");
      const atATime = isGrouped ? this.#changesAtATime() : 1;
      const groups = groupLines(fleet, atATime);
      for (const line of [...(total === undefined ? [] : [total]), ...groups]) reporter.summary(undefined, line);
    }
    const together = togetherWarning(fleet);
    if (together !== undefined) reporter.warn(undefined, together);
  }

  /** A diff must not fail, whatever the settings are: the change itself complains about them. */
  #changesAtATime(): number {
    const opened = this.#open({ service: true, account: false, listed: [] });
    return "context" in opened ? opened.context.settings.maxConcurrentChangesPerGroup : 1;
  }

  /** The line comes after the warnings, so that it is the text that stays. */
  async #conclude(desired: Desired, line: string): Promise<[]> {
    if (line !== "" && isForecast(desired)) this.#host().reporter.summary(desired.__declaredUrn, line);
    await this.finish(desired);
    return [];
  }

  #expect(desired: Desired, findings: CheckFindings): void {
    this.#next.set(urnOf(desired), { kind: "diff", findings });
  }

  #note(desired: Desired): void {
    const urns = this.#named.get(nameOf(desired)) ?? [];
    // Of two, one is another server.
    if (urns.length < 2 && !urns.includes(urnOf(desired))) this.#named.set(nameOf(desired), [...urns, urnOf(desired)]);
  }

  /** Where this run has seen another server of the same domain name. */
  #namesakeOf(desired: Desired): string | undefined {
    const urns = nameOf(desired) === "" ? [] : (this.#named.get(nameOf(desired)) ?? []);
    return urns.find((urn) => urn !== urnOf(desired));
  }

  /** Opens the account, if the service is needed. Offers alone are worth no complaint about the settings. */
  #open(
    needs: Pick<PreviewNeeds, "service" | "account" | "listed">,
  ): { readonly context: ProviderContext } | { readonly failures: CheckFailure[] } {
    const isServiceNeeded = needs.service || needs.account;
    if (!isServiceNeeded && needs.listed.length === 0) return { failures: [] };
    try {
      return { context: this.#host().context() };
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      return { failures: isServiceNeeded ? [checkFailure(error.message)] : [] };
    }
  }

  #readsOf(context: ProviderContext): PreviewReads {
    this.#reads ??= new PreviewReads(context);
    return this.#reads;
  }

  /** A warning that concerns the whole run is shown once, at the first resource that it concerns. */
  #warn({ __declaredUrn: urn }: Desired, warnings: readonly string[]): void {
    for (const warning of warnings.filter((one) => !this.#warned.has(one))) {
      this.#warned.add(warning);
      this.#host().reporter.warn(urn, warning);
    }
  }
}

const urnOf = ({ __declaredUrn: urn = "" }: Desired): string => urn;

const nameOf = (desired: Desired): string => plainDomainName(knownPart(desired).domainName ?? "");

const isStackLimited = ({ settings }: ProviderContext): boolean => settings.maxTotalMonthlyCostUsd !== undefined;
