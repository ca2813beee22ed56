import type { Fault } from "../../../../simulator/src/faults/fault";
import type { WireResponse } from "../../../../simulator/src/response";
import { requestInProcess } from "../../../../simulator/src/service/in-process";
import type { ReceivedRequest } from "../../../../simulator/src/service/request";
import type { Route } from "../../../../simulator/src/service/routing";
import { Service } from "../../../../simulator/src/service/service";
import { cancelNow } from "../../../../simulator/src/world/changes/cancellation";
import { findOrder, type WorldContext } from "../../../../simulator/src/world/context";
import type { Order } from "../../../../simulator/src/world/order";
import { beginPurchase, finishPurchase } from "../../../../simulator/src/world/purchase/purchase";
import type { Variants } from "../../../../simulator/src/world/variants";
import type { VirtualClock } from "../virtual-clock";

/** How lists show the tags of orders; single reads always show them. */
export type TagsInLists = Variants["tagsInLists"];

/** The accounts of a history: an explicit provider may have a different one from the stack's. */
export type AccountName = "ours" | "second";

/** Order numbers are unique across accounts. */
const randomSeeds: Readonly<Record<AccountName, number>> = { ours: 1, second: 2 };

/** Who ended an order. */
type Canceller = "provider" | "person";

/** An order of the simulator's world, and what only the simulation knows about it. */
export class AccountOrder {
  readonly tags: Readonly<Record<string, string>>;
  /** From then on lists show it: one being created may be hidden. */
  readonly listedFromMs: number;
  /** A date in the future: it runs, and is billed, until then. */
  cancelled?: { readonly by: Canceller; readonly atMs: number };
  readonly #order: Order;

  constructor(order: Order, hiddenMs: number) {
    this.#order = order;
    this.tags = Object.fromEntries(order.metaData.map(({ keyName, value }) => [keyName, value]));
    this.listedFromMs = order.orderedAtMs + hiddenMs;
  }

  get oid(): number {
    return this.#order.orderOid;
  }

  get domainName(): string {
    return this.#order.domainName;
  }

  get dcLocation(): string {
    return this.#order.locationCode;
  }

  get distro(): string {
    return this.#order.distro;
  }

  get orderedMs(): number {
    return this.#order.orderedAtMs;
  }

  get memoryMb(): number {
    return this.#order.sizes.memoryMb;
  }

  /** One being created does not run yet, but will. */
  get isStopped(): boolean {
    return this.#order.runningState === "NOTRUNNING" && !this.#order.isHalfMade;
  }

  get description(): string {
    const { oid, domainName, dcLocation, distro, memoryMb, isStopped, cancelled } = this;
    return JSON.stringify({ oid, domainName, dcLocation, distro, memoryMb, isStopped, cancelled });
  }

  /** Ended by whoever last changed its end date. */
  noteEnd(by: Canceller): boolean {
    const { cancellationAtMs } = this.#order;
    if (cancellationAtMs === null || cancellationAtMs === this.cancelled?.atMs) return false;
    this.cancelled = { by, atMs: cancellationAtMs };
    return true;
  }
}

interface OrderList {
  readonly get_orders_response: { about_orders: readonly { readonly order_oid: number }[] };
}

/** How one request is processed. */
export interface Working {
  readonly workMs: number;
  /** For a purchase: how long lists do not show its order. */
  readonly hiddenMs: number;
  readonly fault: Omit<Fault, "call"> | undefined;
}

/** One account at the simulator's service, in this process and on the history's clock. It keeps working when the caller is gone. */
export class Account {
  readonly orders: AccountOrder[] = [];
  readonly #byOid = new Map<number, AccountOrder>();
  readonly #clock: VirtualClock;
  readonly #onEvent: (event: string, order: AccountOrder) => void;
  readonly #service: Service;
  readonly #context: WorldContext;

  constructor(parts: {
    readonly name: AccountName;
    readonly clock: VirtualClock;
    readonly tagsInLists: TagsInLists;
    readonly onEvent: (event: string, order: AccountOrder) => void;
  }) {
    const { name, clock, tagsInLists, onEvent } = parts;
    this.#clock = clock;
    this.#onEvent = onEvent;
    this.#service = new Service({
      clock: { now: () => clock.nowMs, sleep: (durationMs) => clock.sleep(durationMs) },
      variants: { tagsInLists },
      randomSeed: randomSeeds[name],
    });
    this.#context = this.#service.context;
  }

  order(oid: number | undefined): AccountOrder | undefined {
    return oid === undefined ? undefined : this.#byOid.get(oid);
  }

  /** Has the service process a request. Resolves to its answer when the work is done. */
  async send(request: ReceivedRequest, route: Route, working: Working): Promise<WireResponse> {
    const { workMs, hiddenMs, fault } = working;
    const { call, orderOid } = route;
    // Belongs to this very request: nothing comes in between.
    if (fault !== undefined) this.#service.faults.add({ call, ...fault });
    const response = await requestInProcess(this.#service, request, {
      route,
      workMs,
      onOrder: (oid) => this.#noteOrder(oid, hiddenMs),
    });
    const order = this.order(orderOid);
    if (order?.noteEnd("provider") === true) this.#onEvent("ends", order);
    return call === "list-orders" ? this.#withoutHidden(response) : response;
  }

  /** A person orders a server without any program. */
  buyByHand(domainName: string): AccountOrder {
    const { order } = beginPurchase(this.#context, { domainName });
    finishPurchase(this.#context, order);
    return this.#noteOrder(order.orderOid, 0);
  }

  cancelByHand(order: AccountOrder): void {
    cancelNow(this.#context, order.oid);
    order.noteEnd("person");
  }

  /** Runs, or could run, and is billed. */
  isActive({ cancelled }: AccountOrder): boolean {
    return cancelled === undefined || cancelled.atMs > this.#clock.nowMs;
  }

  /** Billed with no end date. */
  active(): AccountOrder[] {
    return this.orders.filter(({ cancelled }) => cancelled === undefined);
  }

  #noteOrder(oid: number, hiddenMs: number): AccountOrder {
    const made = findOrder(this.#context, oid);
    if (made === undefined) throw new Error(`the service has no order ${oid}`);
    const order = new AccountOrder(made, hiddenMs);
    this.orders.push(order);
    this.#byOid.set(oid, order);
    this.#onEvent("makes", order);
    return order;
  }

  /** The simulator shows an order being created in every list or in none; the simulation decides which ones come late. */
  #withoutHidden(response: WireResponse): WireResponse {
    const { nowMs } = this.#clock;
    const hidden = new Set(this.orders.filter(({ listedFromMs }) => listedFromMs > nowMs).map(({ oid }) => oid));
    if (response.kind !== "answer" || response.status !== 200 || hidden.size === 0) return response;
    const body: OrderList = JSON.parse(response.body);
    const { get_orders_response: list } = body;
    list.about_orders = list.about_orders.filter(({ order_oid: oid }) => !hidden.has(oid));
    return { ...response, body: JSON.stringify(body) };
  }
}
