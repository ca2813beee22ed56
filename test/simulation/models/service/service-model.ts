import type { VirtualClock } from "../virtual-clock";

/** Who ended an order. */
type Canceller = "provider" | "person";

/** An order at the modelled service. */
export interface ModelOrder {
  readonly oid: number;
  readonly domainName: string;
  readonly dcLocation: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly orderedMs: number;
  /** From then on lists show it: an order in the making may be hidden. */
  readonly listedFromMs: number;
  readonly installedAtMs: number;
  memoryMb: number;
  isStopped: boolean;
  /** A date in the future: it runs, and is billed, until then. */
  cancelled?: { readonly by: Canceller; readonly atMs: number };
}

/** What a purchase is like, as chance decides it. */
export interface Making {
  readonly installMs: number;
  /** Hidden from lists this long after it was sent. */
  readonly hiddenMs: number;
}

export interface Wanted {
  readonly domainName: string;
  readonly memoryMb?: number | undefined;
  readonly dcLocation?: string | undefined;
  readonly tags: Readonly<Record<string, string>>;
}

/** How lists show the tags of orders; single reads always show them. */
export type TagsInLists = "shown" | "absent" | "null" | "other-shape";

/** The accounts that a history knows: explicit providers may have another one than the stack. */
export type AccountName = "ours" | "second";

export const dataCenters = ["DCDALLAS", "DCLONDON", "DCSYDNEY"] as const;

const periodMs = 30 * 24 * 60 * 60_000;
const firstOids: Readonly<Record<AccountName, number>> = { ours: 2_853_000_001, second: 2_854_000_001 };

/** What the service remembers of one account. It goes on working when whoever asked is gone. */
export class ServiceModel {
  readonly orders: ModelOrder[] = [];
  readonly account: AccountName;
  readonly tagsInLists: TagsInLists;
  readonly #clock: VirtualClock;

  constructor(clock: VirtualClock, account: AccountName = "ours", tagsInLists: TagsInLists = "shown") {
    this.#clock = clock;
    this.account = account;
    this.tagsInLists = tagsInLists;
  }

  make({ domainName, memoryMb = 1024, dcLocation = dataCenters[0], tags }: Wanted, making: Making): ModelOrder {
    const { nowMs } = this.#clock;
    const order: ModelOrder = {
      oid: firstOids[this.account] + this.orders.length,
      domainName,
      dcLocation,
      tags,
      orderedMs: nowMs,
      listedFromMs: nowMs + making.hiddenMs,
      installedAtMs: nowMs + making.installMs,
      memoryMb,
      isStopped: false,
    };
    this.orders.push(order);
    return order;
  }

  order(oid: number | undefined): ModelOrder | undefined {
    return this.orders.find((order) => order.oid === oid);
  }

  cancel(order: ModelOrder, by: Canceller): void {
    if (this.isActive(order)) order.cancelled = { by, atMs: this.#clock.nowMs };
  }

  cancelAtPeriodEnd(order: ModelOrder, by: Canceller): void {
    const periods = Math.ceil((this.#clock.nowMs - order.orderedMs + 1) / periodMs);
    order.cancelled ??= { by, atMs: order.orderedMs + periods * periodMs };
  }

  /** Runs, or could run, and is billed. */
  isActive({ cancelled }: ModelOrder): boolean {
    return cancelled === undefined || cancelled.atMs > this.#clock.nowMs;
  }

  isRunning(order: ModelOrder): boolean {
    return order.installedAtMs <= this.#clock.nowMs && !order.isStopped && this.isActive(order);
  }

  listed(): ModelOrder[] {
    return this.orders.filter((order) => order.listedFromMs <= this.#clock.nowMs && this.isActive(order));
  }

  /** Billed without an end. */
  active(): ModelOrder[] {
    return this.orders.filter(({ cancelled }) => cancelled === undefined);
  }
}
