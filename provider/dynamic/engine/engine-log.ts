import type { Narrator } from "../../apply/run/world";
import { isAtTerminal } from "./terminal";

/** The engine's log severities, as its protocol numbers them. */
const severity = { info: 1, warning: 2 } as const;

interface LogRequest {
  setSeverity(severity: number): void;
  setMessage(text: string): void;
  setUrn(urn: string): void;
  setEphemeral(isEphemeral: boolean): void;
}

interface Engine {
  log(request: LogRequest, options: { deadline: number }, callback: (error: unknown) => void): void;
}

/** An engine that takes longer than this to hear a message is not waited for. */
const hearingMs = 5000;

/**
 * Speaks to the engine that runs this host, whose address is the host's first argument. What it says shows on the
 * resource's own line or under the diagnostics, in previews and in CI too. Where no engine can be reached it is silent:
 * a message is never worth a failed update.
 */
export function engineNarrator(address: string | undefined, clean: (text: string) => string): Narrator {
  let connection: { engine: Engine; newRequest: () => LogRequest } | undefined;
  let isSilent = address === undefined || !/^[\w.[\]:-]+:\d+$/.test(address);

  // One after the other: of two messages under way at the same time either may arrive first.
  let lastHeard: Promise<void> = Promise.resolve();

  const say = (urn: string | undefined, text: string, level: number, isEphemeral: boolean): void => {
    lastHeard = lastHeard.then(() => send(urn ?? "", clean(text), level, isEphemeral));
  };

  const send = (urn: string, text: string, level: number, isEphemeral: boolean): Promise<void> =>
    new Promise((resolve) => {
      if (isSilent || address === undefined) return resolve();
      try {
        connection ??= connect(address);
        const request = connection.newRequest();
        request.setSeverity(level);
        request.setMessage(text);
        request.setUrn(urn);
        request.setEphemeral(isEphemeral);
        connection.engine.log(request, { deadline: Date.now() + hearingMs }, (error) => {
          if (error) isSilent = true;
          resolve();
        });
      } catch {
        isSilent = true;
        resolve();
      }
    });

  /** What stands on each resource's line: nothing is said twice. */
  const onLine = new Map<string | undefined, string>();

  const progress = (urn: string | undefined, text: string): void => {
    if (onLine.get(urn) === text) return;
    onLine.set(urn, text);
    say(urn, text, severity.info, true);
  };

  const isWatched = (): boolean => !isSilent && isAtTerminal();

  return {
    progress,
    conclude: (urn, text) => {
      if (!isWatched()) return progress(urn, text);
      say(urn, text, severity.info, false);
      onLine.set(urn, text);
    },
    warn: (urn, text) => {
      say(urn, text, severity.warning, false);
      onLine.delete(urn);
    },
    isWatched,
    heard: () => lastHeard,
  };
}

/** Pulumi's own generated client and its own copy of gRPC: another copy's credentials would be refused. */
function connect(address: string): { engine: Engine; newRequest: () => LogRequest } {
  const fromPulumi = require.resolve("@pulumi/pulumi/package.json");
  const load = (name: string): unknown => require(require.resolve(name, { paths: [fromPulumi] }));
  const grpc = load("@grpc/grpc-js") as { credentials: { createInsecure(): unknown } };
  const services = load("@pulumi/pulumi/proto/engine_grpc_pb") as {
    EngineClient: new (address: string, credentials: unknown) => Engine;
  };
  const messages = load("@pulumi/pulumi/proto/engine_pb") as { LogRequest: new () => LogRequest };
  const engine = new services.EngineClient(address, grpc.credentials.createInsecure());
  return { engine, newRequest: () => new messages.LogRequest() };
}
