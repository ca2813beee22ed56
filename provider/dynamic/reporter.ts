import { setTimeout as wait } from "node:timers/promises";
import { readEnvironment } from "../api/environment";
import type { Reporter } from "../apply/context";
import { isAtTerminal } from "../engine/display";
import type { EngineConnection, EngineMessage } from "../engine/engine-connection";
import { sayOnStderr } from "../engine/host-output";
import { lacksMessage } from "../engine/internals";
import { ownSdk } from "../engine/sdk";

/** The engine's call waits at most this long for messages to be delivered. */
const flushLimitMs = 5000;

/**
 * Reports to the engine that runs this host. Messages appear on the resource's line or under the diagnostics, including
 * in previews and in CI. What must not be lost goes to stderr if the engine does not take it. A message is never worth a failed update,
 * and where no engine runs this process nobody listens.
 */
export function engineReporter(
  engine: EngineConnection,
  clean: (text: string) => string,
  sayAside = sayOnStderr,
): Reporter {
  const outbox = new Outbox(engine, progressWaitsMs, sayAside);

  const say = (urn: string | undefined, text: string, message: Omit<OutgoingMessage, "urn" | "text">): void =>
    outbox.send({ urn: urn ?? "", text: clean(text), ...message });

  /** What is on each resource's line now, so that nothing is said twice. */
  const onLine = new Map<string | undefined, string>();

  const sayOnLine = (urn: string | undefined, text: string): void => {
    if (onLine.get(urn) === text) return;
    onLine.set(urn, text);
    say(urn, text, { severity: "info", isEphemeral: true, mayBeLost: true });
  };

  const isWatched = (): boolean => !outbox.isGone && isAtTerminal(readEnvironment());

  return {
    progress: sayOnLine,
    summary: (urn, text) => {
      // In a log the engine prints a line when its text comes and again when its resource is done. It takes a line's text from the
      // first line of a message, so this one leaves both empty and stands once: in the diagnostics, as at a terminal.
      const shown = isWatched() ? text : `\n${text}`;
      outbox.forgetProgress(urn ?? "");
      say(urn, shown, { severity: "info", isEphemeral: false, mayBeLost: false });
      onLine.set(urn, text);
    },
    warn: (urn, text) => {
      say(urn, text, { severity: "warning", isEphemeral: false, mayBeLost: false });
      onLine.delete(urn);
    },
    isWatched,
    flush: (urns) => outbox.flush(flushLimitMs, urns),
  };
}

/** Progress that is out of date within this time is never sent: nobody could have read it, and each message costs the engine work. */
const progressWaitsMs = 400;

/** The wait before a message that must not be lost is sent again. */
const pauseMs = 250;

interface OutgoingMessage extends EngineMessage {
  /** Progress: it waits a moment for the resource's next such message, which replaces it, and it is not sent again. */
  readonly mayBeLost: boolean;
}

/**
 * Delivers messages to the engine. Messages of one resource arrive in order; different resources do not wait for each
 * other. A message that must not be lost is sent again until it arrives or the engine is gone. After a late answer it may
 * show twice, which is better than never.
 */
export class Outbox {
  readonly #engine: EngineConnection;
  readonly #lanes = new Map<string, { readonly waiting: OutgoingMessage[]; readonly emptied: Promise<void> }>();
  readonly #heldBack = new Map<string, { readonly message: OutgoingMessage; readonly timer: NodeJS.Timeout }>();
  readonly #waitsMs: number;
  readonly #sayAside: (text: string) => void;
  #isGone: boolean;
  #hasExplained = false;

  constructor(engine: EngineConnection, waitsMs = progressWaitsMs, sayAside = sayOnStderr) {
    this.#engine = engine;
    this.#waitsMs = waitsMs;
    this.#sayAside = sayAside;
    this.#isGone = !engine.hasEngine;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  send(message: OutgoingMessage): void {
    if (this.#isGone) {
      this.#tellAside(message);
      return;
    }
    const { urn } = message;
    if (!message.mayBeLost) this.#sendProgress(urn);
    this.forgetProgress(urn);
    if (!message.mayBeLost || this.#waitsMs === 0) this.#queue(message);
    else this.#heldBack.set(urn, { message, timer: setTimeout(() => this.#sendProgress(urn), this.#waitsMs).unref() });
  }

  /** What this resource was said to be doing is over. */
  forgetProgress(urn: string): void {
    clearTimeout(this.#heldBack.get(urn)?.timer);
    this.#heldBack.delete(urn);
  }

  #sendProgress(urn: string): void {
    const held = this.#heldBack.get(urn);
    this.forgetProgress(urn);
    if (held !== undefined) this.#queue(held.message);
  }

  #queue(message: OutgoingMessage): void {
    const lane = this.#lanes.get(message.urn);
    if (lane === undefined) {
      const waiting = [message];
      this.#lanes.set(message.urn, { waiting, emptied: this.#empty(message.urn, waiting) });
    } else if (message.mayBeLost && lane.waiting.at(-1)?.mayBeLost) lane.waiting.splice(-1, 1, message);
    else lane.waiting.push(message);
  }

  /** Resolves when every message about these resources, or about all of them, has arrived, or after `mostMs` at the latest. */
  async flush(mostMs: number, urns?: readonly string[]): Promise<void> {
    for (const urn of urns ?? [...this.#heldBack.keys()]) this.#sendProgress(urn);
    const lanes = [...this.#lanes].filter(([urn]) => urns?.includes(urn) ?? true).map(([, { emptied }]) => emptied);
    if (lanes.length === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, mostMs);
    });
    await Promise.race([Promise.all(lanes), enough]);
    clearTimeout(timer);
  }

  async #empty(urn: string, waiting: OutgoingMessage[]): Promise<void> {
    // Messages sent in the same tick join the lane before the first one leaves.
    await Promise.resolve();
    for (let message = waiting.shift(); message !== undefined; message = waiting.shift()) await this.#deliver(message);
    this.#lanes.delete(urn);
  }

  async #deliver(message: OutgoingMessage): Promise<void> {
    while (!this.#isGone) {
      const seen = await this.#engine.log(message);
      if (seen === "there") return;
      if (seen === "untold") return this.#explain(message);
      // One failed call proves nothing: give up only when the engine is certainly gone.
      if (seen === "gone") this.#isGone ||= (await this.#engine.presence()) === "gone";
      if (message.mayBeLost) return;
      if (!this.#isGone) await wait(pauseMs);
    }
    this.#tellAside(message);
  }

  #explain(message: OutgoingMessage): void {
    if (!this.#hasExplained) this.#sayAside(lacksMessage(this.#engine.restsOn, ownSdk().version));
    this.#hasExplained = true;
    this.#tellAside(message);
  }

  /** Says what the engine has not been told, unless there is none. */
  #tellAside({ urn, text, severity, mayBeLost }: OutgoingMessage): void {
    if (mayBeLost || !this.#engine.hasEngine) return;
    const whose = urn === "" ? "" : `${urn.split("::").at(-1)}: `;
    this.#sayAside(`${severity === "warning" ? "warning: " : ""}${whose}${text.trim()}`);
  }
}
