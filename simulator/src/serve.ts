import { setTimeout as sleep } from "node:timers/promises";
import { CALLS, type CallName, latencyMs } from "./calls";
import { type Delivery, jsonAnswer } from "./faults/delivery";
import type { Disturbance, Moment } from "./faults/fault";
import type { Claim } from "./faults/fault-book";
import { spoil } from "./faults/spoil";
import type { JournalEntry } from "./journal";
import type { Call } from "./routes/call";
import { HANDLERS } from "./routes/handlers";
import type { Era, Service } from "./service";
import { emptySuccess, envelopeContext, refusalFacts, type WireObject, wireAnswer, wireError } from "./wire/envelope";
import type { Matrix } from "./wire/matrix";
import { Refusal } from "./world/refusal";

export type Arrival = {
  readonly name: CallName;
  readonly orderOid: number | undefined;
  readonly matrix: Matrix;
  /** Refuses what cannot be read: that is part of the work. */
  readonly readPayload: () => unknown;
  readonly entry: JournalEntry;
};

/** The era ended, or a fault put an end to the call: nothing more is done, and this goes over the wire. */
class Stop extends Error {
  readonly delivery: Delivery;

  constructor(delivery: Delivery) {
    super("stopped");
    this.delivery = delivery;
  }
}

/** One request from its key to its answer. It runs to its end whether or not the client is still there. */
export async function serve(service: Service, arrival: Arrival, key: string | undefined): Promise<Delivery> {
  const era = service.era;
  if (CALLS[arrival.name].needsKey && !service.isKey(key)) return keyRefused(era, key);
  const claim = service.faults.claim(arrival.name, arrival.orderOid);
  const passage = new Passage(service, era, arrival, claim);
  try {
    await passage.pass("before-work", undefined);
    const answer = await answerOf(service, era, arrival, claim, passage);
    await passage.pass("after-work", answer.body);
    return jsonAnswer(answer.status, answer.body);
  } catch (stop) {
    if (stop instanceof Stop) return stop.delivery;
    throw stop;
  }
}

type Handled = { readonly status: number; readonly body: WireObject };

async function answerOf(
  service: Service,
  era: Era,
  arrival: Arrival,
  claim: Claim,
  passage: Passage,
): Promise<Handled> {
  const { rootKey } = CALLS[arrival.name];
  const context = () => envelopeContext(era.books.state, service.clock.now());
  const pretended = claim["before-work"];
  try {
    const call: Call = {
      name: arrival.name,
      books: era.books,
      matrix: arrival.matrix,
      orderOid: arrival.orderOid,
      payload: arrival.readPayload(),
      pretence: { isFull: pretended === "no-capacity", isRefused: pretended === "not-changed" },
      work: () => passage.work(),
    };
    const answer = await HANDLERS[arrival.name](call);
    arrival.entry.isWorkDone = true;
    return { status: 200, body: wireAnswer(context(), rootKey, answer) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 200) return { status: 200, body: emptySuccess(context(), rootKey) };
    return { status: error.status, body: wireError(context(), refusalFacts(error)) };
  }
}

/** What may stand in a request's way at each moment: gates, faults, and the time that the work takes. */
class Passage {
  readonly #service: Service;
  readonly #era: Era;
  readonly #arrival: Arrival;
  readonly #claim: Claim;

  constructor(service: Service, era: Era, arrival: Arrival, claim: Claim) {
    this.#service = service;
    this.#era = era;
    this.#arrival = arrival;
    this.#claim = claim;
  }

  async work(): Promise<void> {
    await this.#wait(latencyMs(this.#arrival.name, this.#service.latency));
    await this.pass("during-work", undefined);
  }

  async pass(moment: Moment, answer: WireObject | undefined): Promise<void> {
    await this.#service.gates.pass(this.#arrival.name, moment, this.#arrival.orderOid);
    this.#stopIfOver();
    const how = this.#claim[moment];
    if (how === undefined || this.#isPretence(moment, how)) return;
    if (typeof how === "object" && "delayMs" in how) return this.#wait(how.delayMs);
    const context = envelopeContext(this.#era.books.state, this.#service.clock.now());
    throw new Stop(spoil(how, { context, rootKey: CALLS[this.#arrival.name].rootKey, answer }));
  }

  /** These the service itself says, in the words of the call. */
  #isPretence(moment: Moment, how: Disturbance): boolean {
    return moment === "before-work" && (how === "no-capacity" || how === "not-changed");
  }

  async #wait(ms: number): Promise<void> {
    if (ms > 0) await sleep(ms, undefined, { signal: this.#era.signal }).catch(() => this.#stopIfOver());
    this.#stopIfOver();
  }

  #stopIfOver(): void {
    if (this.#era.signal.aborted) throw new Stop({ kind: "reset" });
  }
}

function keyRefused(era: Era, key: string | undefined): Delivery {
  const text = key === undefined ? "You need to log in or give an API key." : "The API key is not known.";
  const context = envelopeContext(era.books.state, era.books.clock.now());
  return jsonAnswer(403, wireError(context, { status: 403, errorClass: "LoginRequired", problems: [{ text }] }));
}
