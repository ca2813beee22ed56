import type { Narrator } from "../apply/world";

/** The engine's log severities, as its protocol numbers them. */
const severity = { info: 1, warning: 2 } as const;

interface LogRequest {
  setSeverity(severity: number): void;
  setMessage(text: string): void;
  setUrn(urn: string): void;
  setEphemeral(isEphemeral: boolean): void;
}

interface Engine {
  log(request: LogRequest, callback: (error: unknown) => void): void;
}

/**
 * Speaks to the engine that runs this host, whose address is the host's first argument. What it says shows on the
 * resource's own line or under the diagnostics, in previews and in CI too. Where no engine can be reached it is silent:
 * a message is never worth a failed update.
 */
export function engineNarrator(address: string | undefined, clean: (text: string) => string): Narrator {
  let connection: { engine: Engine; newRequest: () => LogRequest } | undefined;
  let isSilent = address === undefined || !/^[\w.[\]:-]+:\d+$/.test(address);

  const say = (urn: string | undefined, text: string, level: number, isEphemeral: boolean): void => {
    if (isSilent || address === undefined) return;
    try {
      connection ??= connect(address);
      const request = connection.newRequest();
      request.setSeverity(level);
      request.setMessage(clean(text));
      request.setUrn(urn ?? "");
      request.setEphemeral(isEphemeral);
      connection.engine.log(request, () => undefined);
    } catch {
      isSilent = true;
    }
  };

  return {
    progress: (urn, text) => say(urn, text, severity.info, true),
    warn: (urn, text) => say(urn, text, severity.warning, false),
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
