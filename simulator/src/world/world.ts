import type { Catalogue } from "./catalogue/catalogue";
import { catchUp } from "./catch-up";
import { cancelAtPeriodEnd, cancelNow } from "./changes/cancellation";
import { beginMove, finishMove } from "./changes/move";
import { beginReinstall, finishReinstall } from "./changes/reinstall";
import { finishResize, resize } from "./changes/resize";
import { beginRunningState, finishRunningState } from "./changes/running-state-change";
import { findOrder, type WorldContext } from "./context";
import { isAddressInUse, takeAddresses } from "./hosts/addresses";
import { findHost } from "./hosts/capacity";
import type { Host } from "./hosts/host";
import { type Charge, cents } from "./money/money";
import { isCancelled, type Order } from "./order";
import type { MoveRequest, OrderRequest, ResizeRequest } from "./purchase/order-request";
import { beginPurchase, finishPurchase } from "./purchase/purchase";
import { Refusal } from "./refusal";

/**
 * The service from the inside: what it remembers, and what its staff and its control panel can do. Methods that end in
 * "Outside" change a server without a request, so the journal shows nothing of them. Orders are copies, in camelCase.
 */
export class World {
  readonly #context: () => WorldContext;

  /** A reset makes a new context, so each call gets the current one. */
  constructor(context: () => WorldContext) {
    this.#context = context;
  }

  #now(): WorldContext {
    const context = this.#context();
    catchUp(context);
    return context;
  }

  /** Every order, including cancelled ones, oldest first. */
  orders(): Order[] {
    return structuredClone(this.#now().state.orders);
  }

  /** Orders that are not cancelled; one with a future cancellation date still counts. */
  activeOrders(): Order[] {
    const nowMs = this.#context().clock.now();
    return this.orders().filter((order) => !isCancelled(order, nowMs));
  }

  findOrder(orderOid: number): Order | undefined {
    return structuredClone(findOrder(this.#now(), orderOid));
  }

  order(orderOid: number): Order {
    return structuredClone(this.#live(orderOid));
  }

  #live(orderOid: number): Order {
    const order = findOrder(this.#now(), orderOid);
    if (order === undefined) throw new Error(`The simulator has no order ${orderOid}.`);
    return order;
  }

  isCancelled(orderOid: number): boolean {
    return isCancelled(this.#live(orderOid), this.#context().clock.now());
  }

  /** The root password that logs in now. */
  rootPassword(orderOid: number): string {
    return this.#live(orderOid).installation.rootPassword;
  }

  /** Live: changes to it apply from the next request on. */
  get catalogue(): Catalogue {
    return this.#context().state.catalogue;
  }

  /** Live, like the catalogue: a test may reduce capacity. */
  get hosts(): Host[] {
    return this.#context().state.hosts;
  }

  /** Everything charged (positive) and credited (negative), oldest first. */
  get charges(): Charge[] {
    return structuredClone(this.#now().state.charges);
  }

  /** Charges minus credits, of one order or of all. Amounts are summed as they are, whatever the currency. */
  charged(orderOid?: number): number {
    const charges = this.charges.filter((charge) => orderOid === undefined || charge.orderOid === orderOid);
    return cents(charges.reduce((sum, charge) => sum + charge.amt, 0));
  }

  ptr(ip: string): string | undefined {
    return this.#context().state.ptrRecords[ip];
  }

  isAddressInUse(ip: string): boolean {
    return isAddressInUse(this.#now(), ip);
  }

  placeOrder(request: OrderRequest): Order {
    const { order } = beginPurchase(this.#now(), request);
    finishPurchase(this.#context(), order);
    return structuredClone(order);
  }

  resizeOutside(orderOid: number, sizes: ResizeRequest): void {
    const result = resize(this.#now(), orderOid, sizes);
    if (!result.wereResourcesChanged) throw new Refusal([{ text: result.messages.join(" ") }]);
    finishResize(this.#context(), this.#live(orderOid));
  }

  stopOutside(orderOid: number): void {
    finishRunningState(this.#context(), beginRunningState(this.#now(), orderOid, "NOTRUNNING"), "NOTRUNNING");
  }

  startOutside(orderOid: number): void {
    finishRunningState(this.#context(), beginRunningState(this.#now(), orderOid, "RUNNING"), "RUNNING");
  }

  reinstallOutside(orderOid: number, request: OrderRequest = {}): void {
    finishReinstall(this.#context(), beginReinstall(this.#now(), orderOid, request), request);
  }

  moveOutside(orderOid: number, request: MoveRequest = {}): void {
    finishMove(this.#context(), beginMove(this.#now(), orderOid, request), request);
  }

  cancelOutside(orderOid: number): void {
    cancelNow(this.#now(), orderOid);
  }

  cancelAtPeriodEndOutside(orderOid: number): void {
    cancelAtPeriodEnd(this.#now(), orderOid);
  }

  suspendOutside(orderOid: number): void {
    const order = this.#live(orderOid);
    order.suspendedAtMs = this.#context().clock.now();
    order.runningState = "NOTRUNNING";
    this.#context().save(order);
  }

  /** Ends a suspension; the server stays stopped. */
  resumeOutside(orderOid: number): void {
    const order = this.#live(orderOid);
    order.suspendedAtMs = null;
    this.#context().save(order);
  }

  /** Gives the server the first free address of its host, or the given one. Returns the new address. */
  changeIpOutside(orderOid: number, ip?: string): string {
    const order = this.#live(orderOid);
    const host = order.hostServerOid === null ? undefined : findHost(this.#context(), order.hostServerOid);
    const address = ip ?? (host && takeAddresses(this.#context(), host, 1)?.[0]);
    if (address === undefined) throw new Error(`The host of order ${orderOid} has no free address.`);
    order.primaryIp = address;
    this.#context().save(order);
    return address;
  }
}
