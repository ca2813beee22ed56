import { setTimeout as wait } from "node:timers/promises";
import type { EngineConnection, EngineMessage } from "./engine-connection";

/** Between two tries of a message that must not be lost. */
const pauseMs = 250;

export interface OutgoingMessage extends EngineMessage {
  /** Gives way to the next such message of its resource, and is not sent again. */
  readonly mayBeLost: boolean;
}

/**
 * Brings messages to the engine. Those of one resource arrive in their order; different resources do not wait for each
 * other. What must not be lost is sent again until it has arrived or the engine is gone. Sent again after a late answer it may show twice, which is better than never.
 */
export class Outbox {
  readonly #engine: EngineConnection;
  readonly #lanes = new Map<string, { readonly waiting: OutgoingMessage[]; readonly emptied: Promise<void> }>();
  #isGone: boolean;

  constructor(engine: EngineConnection) {
    this.#engine = engine;
    this.#isGone = !engine.hasEngine;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  send(message: OutgoingMessage): void {
    if (this.#isGone) return;
    const lane = this.#lanes.get(message.urn);
    if (lane === undefined) {
      const waiting = [message];
      this.#lanes.set(message.urn, { waiting, emptied: this.#empty(message.urn, waiting) });
    } else if (message.mayBeLost && lane.waiting.at(-1)?.mayBeLost) lane.waiting.splice(-1, 1, message);
    else lane.waiting.push(message);
  }

  /** Resolves when all that was sent has arrived, or is not worth waiting for any longer. */
  async flush(mostMs: number): Promise<void> {
    const lanes = [...this.#lanes.values()].map(({ emptied }) => emptied);
    if (lanes.length === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, mostMs);
    });
    await Promise.race([Promise.all(lanes), enough]);
    clearTimeout(timer);
  }

  async #empty(urn: string, waiting: OutgoingMessage[]): Promise<void> {
    // What is said in the same breath is in the lane before the first message leaves.
    await Promise.resolve();
    for (let message = waiting.shift(); message !== undefined; message = waiting.shift()) await this.#deliver(message);
    this.#lanes.delete(urn);
  }

  async #deliver(message: OutgoingMessage): Promise<void> {
    while (!this.#isGone) {
      const seen = await this.#engine.log(message);
      if (seen === "there") return;
      // One failed call proves nothing: the engine is given up only when it is surely gone.
      if (seen === "gone") this.#isGone ||= (await this.#engine.presence()) === "gone";
      if (message.mayBeLost) return;
      if (!this.#isGone) await wait(pauseMs);
    }
  }
}
