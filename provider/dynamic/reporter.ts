import { setTimeout as wait } from "node:timers/promises";
import type { Reporter } from "../apply/context";
import type { EngineConnection, EngineMessage } from "./engine-connection";
import { isAtTerminal } from "./terminal";

/** A call of the engine's is not kept waiting longer than this for what it was told to be heard. */
const hearingMs = 5000;

/**
 * Speaks to the engine that runs this host. What it says shows on the resource's own line or under the diagnostics, in
 * previews and in CI too. Where no engine can be reached it is silent: a message is never worth a failed update.
 */
export function engineReporter(engine: EngineConnection, clean: (text: string) => string): Reporter {
  const outbox = new Outbox(engine);

  const say = (urn: string | undefined, text: string, message: Omit<OutgoingMessage, "urn" | "text">): void =>
    outbox.send({ urn: urn ?? "", text: clean(text), ...message });

  /** What stands on each resource's line: nothing is said twice. */
  const onLine = new Map<string | undefined, string>();

  const sayOnLine = (urn: string | undefined, text: string, mayBeLost: boolean): void => {
    if (onLine.get(urn) === text) return;
    onLine.set(urn, text);
    say(urn, text, { severity: "info", isEphemeral: true, mayBeLost });
  };

  const isWatched = (): boolean => !outbox.isGone && isAtTerminal();

  return {
    progress: (urn, text) => sayOnLine(urn, text, true),
    summary: (urn, text) => {
      if (!isWatched()) return sayOnLine(urn, text, false);
      say(urn, text, { severity: "info", isEphemeral: false, mayBeLost: false });
      onLine.set(urn, text);
    },
    warn: (urn, text) => {
      say(urn, text, { severity: "warning", isEphemeral: false, mayBeLost: false });
      onLine.delete(urn);
    },
    isWatched,
    flush: () => outbox.flush(hearingMs),
  };
}

/** Between two tries of a message that must not be lost. */
const pauseMs = 250;

interface OutgoingMessage extends EngineMessage {
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
