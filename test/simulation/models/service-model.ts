import type { VirtualClock } from "./virtual-clock";

/** Who ended an order. */
type Canceller = "provider" | "person";

/** An order at the modelled service. */
export interface ModelOrder {
  readonly oid: number;
  readonly domainName: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly orderedMs: number;
  /** From then on lists show it: an order in the making may be hidden. */
  readonly listedFromMs: number;
  readonly installedAtMs: number;
  memoryMb: number;
  isStopped: boolean;
  cancelled?: { readonly by: Canceller; readonly atMs: number };
  /** Since then no state holds it, because a person took it out of one. */
  releasedMs?: number;
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
  readonly tags: Readonly<Record<string, string>>;
}

/** What the service remembers. It goes on working when whoever asked is gone. */
export class ServiceModel {
  readonly orders: ModelOrder[] = [];
  readonly #clock: VirtualClock;

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  make({ domainName, memoryMb = 1024, tags }: Wanted, { installMs, hiddenMs }: Making): ModelOrder {
    const { nowMs } = this.#clock;
    const order: ModelOrder = {
      oid: 2_853_000_001 + this.orders.length,
      domainName,
      tags,
      orderedMs: nowMs,
      listedFromMs: nowMs + hiddenMs,
      installedAtMs: nowMs + installMs,
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
    order.cancelled ??= { by, atMs: this.#clock.nowMs };
  }

  listed(): ModelOrder[] {
    return this.orders.filter((order) => order.listedFromMs <= this.#clock.nowMs && order.cancelled === undefined);
  }

  active(): ModelOrder[] {
    return this.orders.filter((order) => order.cancelled === undefined);
  }
}
