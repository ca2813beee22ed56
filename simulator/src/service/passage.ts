import { setTimeout as sleep } from "node:timers/promises";
import { CALLS, type CallName } from "../calls";
import type { Delivery } from "../faults/delivery";
import type { Moment, PlannedDisturbance } from "../faults/fault";
import type { Claim } from "../faults/fault-book";
import { spoil } from "../faults/spoil";
import { envelopeContext, type WireObject } from "../wire/answers/envelope";
import type { Era, Service } from "./service";

/** Thrown to abandon a request: its era has ended, or a fault struck before the work. */
export class GivenUp extends Error {
  override readonly name = "GivenUp";
}

export type Traveller = {
  readonly call: CallName;
  readonly orderOid: number | undefined;
  readonly claim: Claim;
  readonly workMs: number;
  /** Only the first answer is sent; later ones are dropped. */
  readonly send: (delivery: Delivery) => void;
};

/** What stands in a request's way: gates, faults, and the time that the work takes. */
export class Passage {
  readonly #service: Service;
  readonly #era: Era;
  readonly #traveller: Traveller;

  constructor(service: Service, era: Era, traveller: Traveller) {
    this.#service = service;
    this.#era = era;
    this.#traveller = traveller;
  }

  /** The moment `during-work` is in the middle. A fault there ends the conversation, not the work. */
  async work(): Promise<void> {
    const half = this.#traveller.workMs / 2;
    await this.#wait(half);
    await this.pass("during-work", undefined);
    await this.#wait(half);
  }

  async pass(moment: Moment, answer: WireObject | undefined): Promise<void> {
    const { call, claim, orderOid, send } = this.#traveller;
    await this.#service.gates.pass(call, moment, orderOid);
    this.#giveUpIfOver();
    const how = claim[moment];
    if (how === undefined || isPretence(moment, how)) return;
    if (typeof how === "object" && "delayMs" in how) return this.#wait(how.delayMs);
    const context = envelopeContext(this.#era.books.state, this.#service.clock.now());
    send(spoil(how, { context, rootKey: CALLS[call].rootKey, answer }));
    if (moment === "before-work") throw new GivenUp();
  }

  async #wait(ms: number): Promise<void> {
    if (ms > 0) await this.#sleep(ms);
    this.#giveUpIfOver();
  }

  #sleep(ms: number): Promise<void> {
    const { clock } = this.#service;
    if (clock.sleep !== undefined) return clock.sleep(ms);
    return sleep(ms, undefined, { signal: this.#era.signal }).catch(() => this.#giveUpIfOver());
  }

  #giveUpIfOver(): void {
    if (!this.#era.signal.aborted) return;
    this.#traveller.send({ kind: "reset" });
    throw new GivenUp();
  }
}

/** Before the work, the service itself gives these answers, in the words of the call. */
function isPretence(moment: Moment, how: PlannedDisturbance): boolean {
  return moment === "before-work" && (how === "no-capacity" || how === "not-changed");
}
