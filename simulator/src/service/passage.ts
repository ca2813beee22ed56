import { setTimeout as sleep } from "node:timers/promises";
import { CALLS, type CallName } from "../calls";
import { type Delivery, jsonAnswer } from "../faults/delivery";
import type { Moment, PlannedDisturbance } from "../faults/fault";
import type { Claim } from "../faults/fault-book";
import { type Spoiling, spoil } from "../faults/spoil";
import { wireAboutOrder } from "../wire/answers/about-order";
import { envelopeContext } from "../wire/answers/envelope";
import { findOrder } from "../world/books";
import type { Answered, Era, Service } from "./service";

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

  async pass(moment: Moment, answered: Answered | undefined): Promise<void> {
    const { call, claim, orderOid, send } = this.#traveller;
    await this.#service.gates.pass(call, moment, orderOid);
    this.#giveUpIfOver();
    const how = claim[moment];
    if (how === undefined || isPretence(moment, how)) return;
    if (typeof how === "object" && "delayMs" in how) return this.#wait(how.delayMs);
    if (how === "swapped-answers") return this.#swap(answered);
    const spoiling = typeof how === "object" && "aboutOrder" in how ? this.#about(how.aboutOrder) : how;
    const context = envelopeContext(this.#era.books.state, this.#service.clock.now());
    send(spoil(spoiling, { context, rootKey: CALLS[call].rootKey, answer: answered?.body }));
    if (moment === "before-work") throw new GivenUp();
  }

  async #swap(answered: Answered | undefined): Promise<void> {
    if (answered === undefined) return;
    const { status, body } = await this.#service.exchange.swap(answered);
    this.#giveUpIfOver();
    this.#traveller.send(jsonAnswer(status, body));
  }

  /** The answer with another order in it. */
  #about(orderOid: number): Spoiling {
    const { books } = this.#era;
    const order = findOrder(books, orderOid);
    if (order === undefined) throw new Error(`The simulator has no order ${orderOid} for an answer to be about.`);
    return { patch: { about_order: wireAboutOrder(order, books) } };
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
