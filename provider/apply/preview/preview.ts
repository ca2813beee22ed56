import { ServiceError } from "../../api/errors";
import { SettingsError } from "../../api/settings";
import { doubts } from "../../plan/check/check-values";
import { plainDomainName } from "../../plan/equality";
import {
  type CheckFailure,
  checkFailure,
  type Desired,
  isFirstOrder,
  knownPart,
  type Properties,
} from "../../plan/model";
import { type ListedArgument, type Offers, type Unlisted, unlisted } from "../../plan/preview/catalogue-check";
import { consequences } from "../../plan/preview/consequences";
import { type HostSight, unseenHostWarning } from "../../plan/preview/host-check";
import {
  changeLine,
  orderLine,
  previewFailures,
  unlistedWarnings,
  unreadListWarning,
} from "../../plan/preview/preview-messages";
import { previewNeeds } from "../../plan/preview/preview-needs";
import type { PriceCheck } from "../../plan/preview/price-check";
import { forcedReplacement, protectedObjection, replacedBecause } from "../../plan/preview/replacement";
import { namesakeWarnings, sameNameWarning } from "../../plan/purchase/namesakes";
import type { VpsDiff } from "../../plan/update/diff";
import type { Recorded } from "../../schema/vps-outputs";
import type { ProviderContext, Reporter } from "../context";
import type { HostMemory } from "../host-memory";
import { recentOrders } from "../order-list";
import { CostPlan } from "./cost-plan";
import { lookForHost } from "./host-check";
import { inspectAccount, orderInUse, previewPurchase } from "./preview-purchase";
import { PreviewReads } from "./preview-reads";
import { checkPrice } from "./price-check";

/** What the check of a resource has found out for its diff, which makes no calls. */
interface CheckFindings {
  readonly price: PriceCheck | undefined;
  readonly unlisted: readonly Unlisted[];
  readonly host?: HostSight | undefined;
}

/** The part of the host that a preview needs. Settings are read only if there is something to do. */
interface Surroundings {
  readonly reporter: Reporter;
  readonly memory: HostMemory;
  readonly context: () => ProviderContext;
}

/** What the diff has said about a replacement. */
interface Replacement {
  readonly line: string;
  /** Absent if the engine asked for no diff. */
  readonly because?: string;
  /** Whether the old order is kept: `retainOnDelete`. */
  readonly isOldKept: boolean;
}

/** Reports, for the previews of one host process, what a run will cost and do. Orders and changes nothing. */
export class Preview {
  readonly #surroundings: () => Surroundings;
  readonly #findings = new Map<string, CheckFindings>();
  /** Resources whose next check is the one of their replacement. */
  readonly #replacements = new Map<string, Replacement>();
  readonly #costs = new CostPlan();
  /** The first server of each domain name. */
  readonly #byDomainName = new Map<string, string>();
  readonly #warned = new Set<string>();
  #reads: PreviewReads | undefined;

  constructor(surroundings: () => Surroundings) {
    this.#surroundings = surroundings;
  }

  /** Asks the service about what is new in a resource. Returns what would make the order or the change fail. */
  async check(olds: Properties, desired: Desired): Promise<CheckFailure[]> {
    const urn = desired.__declaredUrn;
    this.#noteDomainName(desired);
    const needs = previewNeeds(olds, desired);
    const isOrder = isFirstOrder(olds);
    if (urn !== undefined && !isOrder) this.#findings.set(urn, { price: undefined, unlisted: [] });
    const changesAccount = !isOrder && (olds["__providerName"] ?? undefined) !== desired.__providerName;
    if (!needs.service && !changesAccount && needs.listed.length === 0) return [];
    let context: ProviderContext;
    try {
      context = this.#surroundings().context();
    } catch (error) {
      if (error instanceof SettingsError && !needs.service && !changesAccount) return [];
      if (error instanceof SettingsError) return [checkFailure(error.message)];
      throw error;
    }
    if (changesAccount) {
      const misplaced = await inspectAccount(context, desired);
      if (misplaced.length > 0) return misplaced;
    }
    if (isOrder) {
      const purchase = await previewPurchase(context, desired, (warning) => this.#warnOnce(urn, warning));
      if (purchase.kind === "refuse") return purchase.failures;
      const protectedOne = await this.#announceReplacement(context, desired);
      if (protectedOne.length > 0) return protectedOne;
      if (purchase.kind === "adopt") {
        await this.settle(desired);
        return [];
      }
    }
    this.#reads ??= new PreviewReads(context);
    const reads = this.#reads;
    const [found, price, host] = await Promise.all([
      this.#unlisted(reads, needs.listed, desired),
      checkPrice(reads, needs, desired),
      // Whoever orders has just read the host's list.
      lookForHost(() => (isOrder ? recentOrders(context) : reads.orders()), needs, desired),
    ]);
    const isLimited = context.settings.maxTotalMonthlyCostUsd !== undefined;
    const dear = price?.dear === undefined || isLimited ? [] : [price.dear];
    const doubtful = isOrder ? [...doubts(knownPart(desired)), ...this.#namesakes(desired)] : [];
    for (const warning of [...doubtful, ...(price?.warnings ?? []), ...dear]) this.#warnOnce(urn, warning);
    const failures = previewFailures(olds, found, price);
    if (failures.length > 0) return failures;
    const excess = await this.#plan(context, desired, needs.price, price);
    if (excess.length > 0) return excess;
    if (isOrder) {
      if (host === "unseen") this.#warnOfUnseenHost(desired);
      await this.#reportOrder(desired, price);
    } else if (urn !== undefined) this.#findings.set(urn, { price, unlisted: found, host });
    return [];
  }

  /**
   * Shows what the change will do on the resource's line and, where it matters, in a warning. Silent unless the
   * resource was checked just before: refreshes and cascades ask for a diff too.
   */
  async reportChange(recorded: Recorded, desired: Desired, diff: VpsDiff): Promise<void> {
    this.#reportChange(recorded, desired, diff);
    // The plan of a replacement is final with the check of its order.
    const isChecked = this.#surroundings().memory.isDeclared(desired.__declaredUrn ?? "");
    if (isChecked && diff.replaces.length === 0) await this.settle(desired);
  }

  #reportChange(recorded: Recorded, desired: Desired, diff: VpsDiff): void {
    const urn = desired.__declaredUrn;
    const findings = urn === undefined ? undefined : this.#findings.get(urn);
    if (urn === undefined || findings === undefined) return;
    this.#findings.delete(urn);
    const { reporter } = this.#surroundings();
    const { line, warnings } = consequences(recorded, desired, diff, findings.host);
    for (const warning of [...warnings, ...unlistedWarnings(findings.unlisted, diff)]) reporter.warn(urn, warning);
    if (!diff.hasChanges) return;
    if (diff.replaces.length > 0)
      this.#replacements.set(urn, {
        line: line.join("; "),
        because: replacedBecause(recorded, knownPart(desired), diff.replaces),
        isOldKept: recorded.__isRetained === true,
      });
    const text = changeLine(recorded, diff, findings.price, line);
    // Last, so that this is the text that stays on the line.
    if (text !== "") reporter.summary(urn, text);
  }

  /** All that this run says about a server has been said. With the last one, the total of several purchases is shown. */
  async settle(desired: Desired): Promise<void> {
    const total = await this.#costs.settle(desired);
    if (total !== undefined) this.#surroundings().reporter.summary(undefined, total);
  }

  /**
   * An order for a server that has one replaces it. The check of that order is the only thing that precedes every replacement, also one
   * that the engine forces without a diff; what is protected in the program alone, the engine would replace.
   */
  async #announceReplacement(context: ProviderContext, desired: Desired): Promise<CheckFailure[]> {
    const old = await orderInUse(context, desired);
    if (old === undefined) return [];
    if ("failure" in old) return [old.failure];
    const { __declaredUrn: urn, __isProtected: isProtected } = desired;
    const known = this.#replacements.get(urn ?? "");
    if (isProtected) return [checkFailure(protectedObjection(old, known?.because))];
    if (known !== undefined) return [];
    const { line, warnings } = forcedReplacement(old, knownPart(desired));
    for (const warning of warnings) this.#surroundings().reporter.warn(urn, warning);
    if (urn !== undefined) this.#replacements.set(urn, { line: line.join("; "), isOldKept: this.#isOldKept(desired) });
    return [];
  }

  #plan(
    context: ProviderContext,
    desired: Desired,
    kind: "purchase" | "resize" | undefined,
    price: PriceCheck | undefined,
  ): Promise<CheckFailure[]> {
    if (kind === undefined) return Promise.resolve([]);
    return this.#costs.add(context, desired, { kind, price, isOldKept: this.#isOldKept(desired) });
  }

  /** Whether the order that this one replaces is kept. Without a diff, as of `--replace`, the program alone tells. */
  #isOldKept({ __declaredUrn: urn = "", __isRetained: isRetained = false }: Desired): boolean {
    return this.#replacements.get(urn)?.isOldKept ?? isRetained;
  }

  /** Servers of the same domain name: in the state, or checked before. */
  #namesakes(desired: Desired): string[] {
    const { domainName = "" } = knownPart(desired);
    const { __declaredUrn: urn = "", __ownership: ownership } = desired;
    const found = namesakeWarnings(desired);
    const other = this.#byDomainName.get(plainDomainName(domainName));
    const isNew = ownership?.own === undefined && found.length === 0;
    return isNew && other !== undefined && other !== urn ? [sameNameWarning(domainName, urn, other)] : found;
  }

  #noteDomainName(desired: Desired): void {
    const { domainName } = knownPart(desired);
    const name = plainDomainName(domainName ?? "");
    if (name !== "" && !this.#byDomainName.has(name)) this.#byDomainName.set(name, desired.__declaredUrn ?? "");
  }

  async #reportOrder(desired: Desired, price: PriceCheck | undefined): Promise<void> {
    const urn = desired.__declaredUrn;
    const replacement = urn === undefined ? undefined : this.#replacements.get(urn);
    if (urn !== undefined) this.#replacements.delete(urn);
    const text = orderLine(desired, price, replacement?.line);
    if (text !== "") this.#surroundings().reporter.summary(urn, text);
    await this.settle(desired);
  }

  #warnOfUnseenHost(desired: Desired): void {
    const { __declaredUrn: urn = "", __ownership: ownership, __isReplacedLast: isLast } = desired;
    const { hostServerOid } = knownPart(desired);
    const isCancelledFirst = ownership?.own !== undefined && isLast !== true && !this.#isOldKept(desired);
    if (hostServerOid !== undefined) this.#warnOnce(urn, unseenHostWarning(hostServerOid, isCancelledFirst));
  }

  async #unlisted(reads: PreviewReads, listed: readonly ListedArgument[], desired: Desired): Promise<Unlisted[]> {
    const asked = listed.map(async (argument): Promise<Offers> => {
      try {
        return await reads.offers(argument);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        this.#warnOnce(desired.__declaredUrn, unreadListWarning(argument, error.message));
        return {};
      }
    });
    return unlisted(knownPart(desired), Object.assign({}, ...(await Promise.all(asked))));
  }

  /** A warning that concerns the whole run is shown once, at the first resource that it concerns. */
  #warnOnce(urn: string | undefined, text: string): void {
    if (this.#warned.has(text)) return;
    this.#warned.add(text);
    this.#surroundings().reporter.warn(urn, text);
  }
}
