import { setTimeout as sleep } from "node:timers/promises";
import { CALLS, type CallName } from "../calls";
import type { Moment, PlannedDisturbance } from "../faults/fault";
import type { RequestFaults } from "../faults/fault-plan";
import { faultyResponse, type ResponseFault } from "../faults/faulty-response";
import type { WireResponse } from "../response";
import { wireAboutOrder } from "../wire/answers/about-order";
import { findOrder, type WorldContext } from "../world/context";
import type { EnvelopedAnswer, Service } from "./service";

/** Thrown to abandon a request: the simulator was reset or closed, or a fault struck before the work. */
export class RequestAborted extends Error {
  override readonly name = "RequestAborted";
}

type FaultyRequest = {
  readonly call: CallName;
  readonly orderOid: number | undefined;
  readonly faults: RequestFaults;
  readonly workMs: number;
  /** Only the first response is sent; later ones are dropped. */
  readonly send: (response: WireResponse) => void;
};

/** The middleware between a request and its handler: gates, faults, and the time that the work takes. */
export class FaultInjector {
  readonly #service: Service;
  readonly #context: WorldContext;
  readonly #request: FaultyRequest;

  constructor(service: Service, context: WorldContext, request: FaultyRequest) {
    this.#service = service;
    this.#context = context;
    this.#request = request;
  }

  /** The moment `during-work` is in the middle. A fault there ends the conversation, not the work. */
  async work(): Promise<void> {
    const half = this.#request.workMs / 2;
    await this.#wait(half);
    await this.strike("during-work");
    await this.#wait(half);
  }

  async strike(moment: Moment, answer?: EnvelopedAnswer): Promise<void> {
    const { call, faults, orderOid, send } = this.#request;
    await this.#service.gates.pass(call, moment, orderOid);
    this.#stopIfOver();
    const how = faults[moment];
    if (how === undefined || isForcedRefusal(moment, how)) return;
    if (typeof how === "object" && "delayMs" in how) return this.#wait(how.delayMs);
    const fault = typeof how === "object" && "aboutOrder" in how ? this.#aboutOrder(how) : how;
    send(faultyResponse(fault, { context: this.#context, rootKey: CALLS[call].rootKey, answer: answer?.body }));
    if (moment === "before-work") throw new RequestAborted();
  }

  /** The answer with another order in it. */
  #aboutOrder({ aboutOrder }: Extract<PlannedDisturbance, { aboutOrder: number }>): ResponseFault {
    const order = findOrder(this.#context, aboutOrder);
    if (order === undefined) throw new Error(`The simulator has no order ${aboutOrder} for an answer to be about.`);
    return { patch: { about_order: wireAboutOrder(order, this.#context) } };
  }

  async #wait(ms: number): Promise<void> {
    if (ms > 0) await this.#sleep(ms);
    this.#stopIfOver();
  }

  #sleep(ms: number): Promise<void> {
    const { clock } = this.#service;
    if (clock.sleep !== undefined) return clock.sleep(ms);
    return sleep(ms, undefined, { signal: this.#context.signal }).catch(() => this.#stopIfOver());
  }

  #stopIfOver(): void {
    if (!this.#context.signal.aborted) return;
    this.#request.send({ kind: "reset" });
    throw new RequestAborted();
  }
}

/** Before the work, the handler itself gives these answers. */
function isForcedRefusal(moment: Moment, how: PlannedDisturbance): boolean {
  return moment === "before-work" && (how === "no-capacity" || how === "not-changed");
}
