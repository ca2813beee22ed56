import { writeSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { type EngineConnection, withHeadline } from "../pulumi/engine-connection";
import { lacksMessage, loadedSdk } from "../pulumi/internals";
import { nameInUrn } from "../pulumi/resource-types";
import type { Reporter } from "./context";

type EngineMessage = Parameters<EngineConnection["log"]>[0];

/**
 * Reports to the engine that runs this host. Messages appear on the resource's line or under the diagnostics, in previews and in CI
 * too. What must not be lost goes to stderr if the engine does not take it. A message that cannot be delivered never fails an update.
 * Where no engine runs this process, nobody listens.
 */
export function engineReporter(
  engine: EngineConnection,
  clean: (text: string) => string,
  // `limitMs`: a call of the engine waits at most this long for messages to be delivered.
  { fallback = sayOnStderr, limitMs = 5000 } = {},
): Reporter {
  const deliver = deliveryTo(engine, fallback);
  /** Messages arrive in the order in which they were sent. */
  let delivered: Promise<void> = Promise.resolve();
  const say = (urn = "", text: string, message: Pick<EngineMessage, "severity" | "isEphemeral">): void => {
    const sent = { urn, text: clean(text), ...message };
    delivered = delivered.then(() => deliver(sent));
  };
  /** The text on each resource's line now, so that nothing is said twice. */
  const onLine = new Map<string | undefined, string>();

  return {
    progress: (urn, text) => {
      if (onLine.get(urn) === text) return;
      onLine.set(urn, text);
      // The line shows the first line, and names the resource itself. With --diff there are no lines.
      say(urn, urn ? `${text}\n(${nameInUrn(urn)})` : text, { severity: "info", isEphemeral: true });
    },
    summary: (urn, text) => {
      if (text === "") return;
      // In a log the engine prints a line when its text comes and again when its resource is done. It takes a line's text from the
      // first line of a message, so this one leaves both empty and appears once, in the diagnostics; with --diff, only there.
      say(urn, `\n${named(urn, text)}`, { severity: "info", isEphemeral: false });
      onLine.set(urn, text);
    },
    warn: (urn, text) => {
      say(urn, withHeadline(text), { severity: "warning", isEphemeral: false });
      onLine.delete(urn);
    },
    flush: () => Promise.race([delivered, wait(limitMs, undefined, { ref: false })]),
  };
}

const withoutEngine =
  "Warnings and costs go to stderr, which the CLI shows, and a killed CLI goes unnoticed: do not kill it while servers are being ordered.";

/** Delivers a message to the engine. What must not be lost is said aside if the engine does not take it; without an engine, nobody listens. */
function deliveryTo(engine: EngineConnection, fallback: (text: string) => void) {
  let hasExplained = false;
  return async (message: EngineMessage): Promise<void> => {
    if (!engine.hasEngine) return;
    const seen = await engine.log(message);
    if (seen === "unknown" && !hasExplained) fallback(lacksMessage(withoutEngine, loadedSdk().version));
    hasExplained ||= seen === "unknown";
    const { urn, text, severity, isEphemeral } = message;
    if (seen === "there" || isEphemeral) return;
    fallback(severity === "warning" ? `warning: ${named(urn, text)}` : text.trim());
  };
}

/** A text with the name of the resource that it is about. */
const named = (urn: string | undefined, text: string): string => (urn ? `${nameInUrn(urn)}: ${text}` : text);

const stderr = 2;

/** Writes lines that the CLI shows even if the engine cannot be called. */
function sayOnStderr(text: string): void {
  try {
    writeSync(stderr, `${text}\n`);
  } catch {
    // The CLI has died, and nobody reads this any more.
  }
}
