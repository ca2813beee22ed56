import { SettingsError } from "../../api/settings";
import { plainDomainName } from "../../plan/equality";
import {
  type CheckFailure,
  checkFailure,
  type Desired,
  isFirstOrder,
  knownPart,
  type Properties,
} from "../../plan/model";
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
import { lookBeforeBuying } from "../purchase/purchase";
import { CostPlan } from "./cost-plan";
import { PreviewReads } from "./gather";

/** The part of the host that a preview needs. Settings are read only if there is something to do. */
interface PreviewHost {
  readonly reporter: Reporter;
  readonly context: () => ProviderContext;
}

/** What this run has seen of one server. */
interface Seen {
  readonly domainName: string;
  /** What the engine asks next, and what was found out for it. */
  readonly next?:
    | { readonly kind: "diff"; readonly findings: CheckFindings }
    | { readonly kind: "order"; readonly replacement: Replacement };
}

/** Reports, for the previews of one host process, what a run will cost and do. Orders and changes nothing. */
export class Preview {
  readonly #host: () => PreviewHost;
  /** By URN. */
  readonly #seen = new Map<string, Seen>();
  readonly #costs = new CostPlan();
  readonly #warned = new Set<string>();
  #reads: PreviewReads | undefined;

  constructor(host: () => PreviewHost) {
    this.#host = host;
  }

  /** Asks the service about what is new in a resource. Returns what would make the order or the change fail. */
  async check(olds: Properties, desired: Desired): Promise<CheckFailure[]> {
    const isOrder = isFirstOrder(olds);
    const before = this.#seen.get(keyOf(desired))?.next;
    this.#expect(
      desired,
      isOrder ? before : { kind: "diff", findings: { price: undefined, unlisted: [], host: undefined } },
    );
    const needs = previewNeeds(olds, desired);
    const opened = this.#open(needs);
    if ("failures" in opened) return opened.failures;
    const { context } = opened;
    return isOrder
      ? this.#checkOrder(context, needs, desired, before?.kind === "order" ? before.replacement : undefined)
      : this.#checkChange(context, needs, olds, desired);
  }

  async #checkOrder(
    context: ProviderContext,
    needs: PreviewNeeds,
    desired: Desired,
    announced: Replacement | undefined,
  ): Promise<CheckFailure[]> {
    const urn = desired.__declaredUrn;
    const found = await lookBeforeBuying(context, desired, "recent");
    const judged = judgeOrder(found, desired, announced, context.client.serviceNowMs());
    if (judged.kind === "refuse") return [...judged.failures];
    this.#warn(urn, judged.warnings);
    if (judged.kind === "adopt") {
      this.#host().reporter.summary(urn, judged.line);
      await this.settle(desired);
      return [];
    }
    const { replacement } = judged;
    const offered = await this.#readsOf(context).offered(needs, desired, undefined);
    const { failures, warnings, price } = judgeOffer({}, desired, needs, undefined, offered, isStackLimited(context));
    const other = this.#otherNamed(desired);
    this.#warn(urn, [...warnings, ...orderWarnings(desired, offered.host, replacement, other)]);
    if (failures.length > 0) return [...failures];
    const isOldKept = replacement?.isOldKept === true;
    const excess = await this.#costs.add(context, desired, { kind: "purchase", price, isOldKept });
    if (excess.length > 0) return excess;
    const line = orderLine(desired, price, replacement);
    if (line !== "") this.#host().reporter.summary(urn, line);
    await this.settle(desired);
    return [];
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
    this.#warn(desired.__declaredUrn, judged.warnings);
    if (judged.failures.length > 0) return [...judged.failures];
    const { price, unlisted } = judged;
    if (needs.price === "resize") {
      const excess = await this.#costs.add(context, desired, { kind: "resize", price, isOldKept: false });
      if (excess.length > 0) return excess;
    }
    this.#expect(desired, { kind: "diff", findings: { price, unlisted, host: offered.host } });
    return [];
  }

  /**
   * Shows what the change will do on the resource's line and, where it matters, in a warning. Silent unless the
   * resource was checked just before: refreshes and cascades ask for a diff too.
   */
  async reportChange(recorded: Recorded, desired: Desired, diff: VpsDiff): Promise<void> {
    const urn = desired.__declaredUrn;
    const next = this.#seen.get(keyOf(desired))?.next;
    if (next?.kind !== "diff") return;
    const { warnings, line, replacement } = judgeChange(next.findings, recorded, desired, diff);
    this.#expect(desired, replacement && { kind: "order", replacement });
    const { reporter } = this.#host();
    for (const warning of warnings) reporter.warn(urn, warning);
    // Last, so that this is the text that stays on the line.
    if (line !== "") reporter.summary(urn, line);
    // The plan of a replacement is final with the check of its order.
    if (replacement === undefined) await this.settle(desired);
  }

  /** All that this run says about a server has been said. With the last one, the total of several purchases is shown. */
  async settle(desired: Desired): Promise<void> {
    const total = await this.#costs.settle(desired);
    if (total !== undefined) this.#host().reporter.summary(undefined, total);
  }

  #expect(desired: Desired, next: Seen["next"]): void {
    const { domainName = "" } = knownPart(desired);
    this.#seen.set(keyOf(desired), { domainName: plainDomainName(domainName), ...(next && { next }) });
  }

  /** Where this run has seen another server of the same domain name. */
  #otherNamed(desired: Desired): string | undefined {
    const name = plainDomainName(knownPart(desired).domainName ?? "");
    const others = [...this.#seen].filter(([urn]) => urn !== keyOf(desired));
    return name === "" ? undefined : others.find(([, { domainName }]) => domainName === name)?.[0];
  }

  /** Opens the account, if the service is needed. Offers alone are worth no complaint about the settings. */
  #open(needs: PreviewNeeds): { readonly context: ProviderContext } | { readonly failures: CheckFailure[] } {
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
  #warn(urn: string | undefined, warnings: readonly string[]): void {
    for (const warning of warnings.filter((one) => !this.#warned.has(one))) {
      this.#warned.add(warning);
      this.#host().reporter.warn(urn, warning);
    }
  }
}

const keyOf = ({ __declaredUrn: urn = "" }: Desired): string => urn;

const isStackLimited = ({ settings }: ProviderContext): boolean => settings.maxTotalMonthlyCostUsd !== undefined;
