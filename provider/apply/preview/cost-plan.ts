import { type CheckFailure, checkFailure, type Desired, knownPart } from "../../plan/model";
import { inUsd } from "../../plan/money";
import {
  type Commitment,
  commitmentOf,
  isNotMoreExpensive,
  overTotal,
  type PlannedCost,
  plannedCommitments,
  type Quoted,
  totalLine,
  type UncertainCost,
  usdOf,
} from "../../plan/purchase/limits";
import type { AboutOrder } from "../../schema/order";
import type { Money } from "../../schema/values";

/** What a check has found out about one server. */
interface CheckedCost {
  readonly kind: "purchase" | "resize";
  /** Absent where a value is known only during the `up`: nothing was asked. */
  readonly quoted: Quoted | undefined;
  /** What the order costs that is resized, if that is known. */
  readonly before?: Money | undefined;
  /** Whether the order that this one replaces is kept: `retainOnDelete`. */
  readonly isOldKept: boolean;
  /** Reads the stack's orders as they are now, with their prices, or why they cannot be read. */
  readonly pricedStackOrders: () => Promise<readonly AboutOrder[] | UncertainCost>;
}

/**
 * What the servers of a run will cost together, added up as the engine checks them. Starts from the orders as they were at the first
 * check that needs them: a later list would hold what is counted here already.
 */
export class CostPlan {
  readonly #costs = new Map<string, PlannedCost>();
  #base: Promise<readonly Commitment[] | UncertainCost> | undefined;

  /**
   * Adds a purchase or a resize, unless it does not fit under the stack's limit, or that cannot be told: then says why.
   *
   * @param total the limit
   */
  async add(total: number | undefined, desired: Desired, checked: CheckedCost): Promise<CheckFailure[]> {
    const { kind, quoted, before, isOldKept, pricedStackOrders } = checked;
    if (quoted === undefined) return [];
    // Without a limit the orders are needed for the sum alone, and that of resized servers needs none but theirs.
    if (quoted.kind === "price" && (total !== undefined || kind === "purchase"))
      this.#base ??= pricedStackOrders().then((orders) => ("why" in orders ? orders : orders.map(commitmentOf)));
    const base = (await this.#base) ?? [];
    const cost = {
      what: `${knownPart(desired).domainName ?? "a server"} (${kind === "purchase" ? "new" : "resized"})`,
      usd: usdOf(quoted),
      isPurchase: kind === "purchase",
      usdBefore: inUsd(before ?? {}),
      instead: isOldKept ? undefined : desired.__ownership?.own,
      isCancelledLast: kind === "purchase" && desired.__isReplacedLast === true,
    };
    const urn = desired.__declaredUrn ?? cost.what;
    // A resize that does not make a server more expensive is never refused.
    const most = kind === "resize" && isNotMoreExpensive(quoted, before) ? undefined : total;
    const committed = "why" in base || most === undefined ? base : this.#commitmentsWith(base, urn, cost);
    const objection = overTotal(most, quoted, committed, desired.__providerName);
    if (objection !== undefined) return [checkFailure(objection)];
    if (quoted.kind === "price" && !("why" in base)) this.#costs.set(urn, cost);
    return [];
  }

  #commitmentsWith(base: readonly Commitment[], urn: string, cost: PlannedCost): readonly Commitment[] {
    const others = [...this.#costs].filter(([other]) => other !== urn).map(([, other]) => other);
    return plannedCommitments(base, [...others, cost]);
  }

  /** The total of the run, once every cost is known. */
  async total(provider: string | undefined): Promise<string | undefined> {
    const base = await this.#base;
    return base !== undefined && "why" in base ? undefined : totalLine(base, [...this.#costs.values()], provider);
  }
}
