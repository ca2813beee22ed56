import { type CheckFailure, checkFailure, type Desired, knownPart } from "../../plan/model";
import { usdOf } from "../../plan/money";
import type { PriceCheck } from "../../plan/preview/price-check";
import {
  type Commitment,
  commitmentOf,
  overBudget,
  type PlannedCost,
  plannedCommitments,
  totalLine,
  unlistedBudget,
  unpricedBudget,
} from "../../plan/purchase/budget";
import type { ProviderContext } from "../context";
import { stackOrders, type Unlisted, wholeOrders } from "../purchase/budget";

/** What a check has found out about one server. */
interface Planned {
  readonly kind: "purchase" | "resize";
  readonly price: PriceCheck | undefined;
  /** Whether the order that this one replaces is kept: `retainOnDelete`. */
  readonly isOldKept: boolean;
}

/**
 * What the servers of a run will cost together, added up while the engine checks them one after the other. Starts from the orders
 * as they were at the first check that needs them: what the run has bought since then is in the plan.
 */
export class CostPlan {
  readonly #plans = new Map<string, PlannedCost>();
  readonly #settled = new Set<string>();
  #base: Promise<readonly Commitment[] | Unlisted> | undefined;

  /** Adds a purchase or a resize, unless it does not fit into the stack's budget, or that cannot be told: then says why. */
  async add(context: ProviderContext, desired: Desired, planned: Planned): Promise<CheckFailure[]> {
    const { kind, price, isOldKept } = planned;
    const budget = context.settings.maxMonthlyCostUsd;
    const own = desired.__ownership?.own;
    if (price?.monthlyCost === undefined) {
      const isOpen = budget === undefined || price?.failed === undefined;
      return isOpen ? [] : [checkFailure(unpricedBudget(budget, price.failed))];
    }
    // Without a budget the orders are needed for the total alone, which only purchases have.
    if (budget !== undefined || kind === "purchase") this.#base ??= readBase(context, desired);
    const base = await this.#base;
    if (base !== undefined && "why" in base)
      return budget === undefined ? [] : [checkFailure(unlistedBudget(budget, base.why))];
    const plan = {
      what: `${knownPart(desired).domainName ?? "a server"} (${kind === "purchase" ? "new" : "resized"})`,
      usd: usdOf({ kind: "price", monthlyCost: price.monthlyCost }),
      isPurchase: kind === "purchase",
      instead: isOldKept ? undefined : own,
      isCancelledLast: kind === "purchase" && desired.__isReplacedLast === true,
    };
    const urn = desired.__declaredUrn ?? plan.what;
    const objection =
      budget === undefined || base === undefined ? undefined : this.#objectionTo(budget, base, urn, plan);
    if (objection !== undefined) return [checkFailure(objection)];
    this.#plans.set(urn, plan);
    return [];
  }

  #objectionTo(budget: number, base: readonly Commitment[], urn: string, plan: PlannedCost): string | undefined {
    const present = base.find(({ orderOid }) => orderOid !== undefined && orderOid === plan.instead)?.usd;
    const isNoDearer = plan.usd !== undefined && present !== undefined && plan.usd <= present;
    if (!plan.isPurchase && isNoDearer) return undefined;
    const others = [...this.#plans].filter(([other]) => other !== urn).map(([, other]) => other);
    return overBudget(budget, plannedCommitments(base, [...others, plan]));
  }

  /** The plan of this server is final. Returns the total of the run once the last one is. */
  async settle({
    __declaredUrn: urn,
    __ownership: ownership,
    __providerName: provider,
  }: Desired): Promise<string | undefined> {
    if (urn === undefined || this.#settled.has(urn)) return undefined;
    this.#settled.add(urn);
    const base = await this.#base;
    const isLast = this.#settled.size === ownership?.declared;
    const isListed = base !== undefined && !("why" in base);
    return isLast && isListed ? totalLine(base, [...this.#plans.values()], provider) : undefined;
  }
}

/**
 * What the stack's orders cost before the run, or why that cannot be read. Not asked again: later in an `up`, the list would
 * hold what the plan counts already.
 */
async function readBase(context: ProviderContext, desired: Desired): Promise<readonly Commitment[] | Unlisted> {
  const orders = await stackOrders(context, knownPart(desired), await wholeOrders(context, desired, "recent"));
  return "why" in orders ? orders : orders.map(commitmentOf);
}
