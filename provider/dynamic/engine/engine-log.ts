import type { Narrator } from "../../apply/run/world";
import type { EngineConnection } from "./engine-connection";
import { Outbox, type OutgoingMessage } from "./outbox";
import { isAtTerminal } from "./terminal";

/** A call of the engine's is not kept waiting longer than this for what it was told to be heard. */
const hearingMs = 5000;

/**
 * Speaks to the engine that runs this host. What it says shows on the resource's own line or under the diagnostics, in
 * previews and in CI too. Where no engine can be reached it is silent: a message is never worth a failed update.
 */
export function engineNarrator(engine: EngineConnection, clean: (text: string) => string): Narrator {
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
    conclude: (urn, text) => {
      if (!isWatched()) return sayOnLine(urn, text, false);
      say(urn, text, { severity: "info", isEphemeral: false, mayBeLost: false });
      onLine.set(urn, text);
    },
    warn: (urn, text) => {
      say(urn, text, { severity: "warning", isEphemeral: false, mayBeLost: false });
      onLine.delete(urn);
    },
    isWatched,
    heard: () => outbox.flush(hearingMs),
  };
}
