import { setTimeout as wait } from "node:timers/promises";

/** A message for the engine's log. An ephemeral one stays on the resource's line until the next one replaces it. */
export interface EngineMessage {
  /** Empty for a message about the whole run. */
  readonly urn: string;
  readonly text: string;
  readonly severity: "info" | "warning";
  readonly isEphemeral: boolean;
}

/** `slow`: the engine did not answer in time but still may. Nothing says that it is gone. */
type Presence = "there" | "slow" | "gone";

/** The connection to the engine that runs this host. Nothing here ever rejects. */
export interface EngineConnection {
  /** False if no engine runs this process (unit tests): then no one listens, and no engine can be gone. */
  readonly hasEngine: boolean;
  /** Sends one message once. If the result is `slow`, the message may have arrived. */
  log(message: EngineMessage): Promise<Presence>;
  presence(): Promise<Presence>;
  /** Whether the engine answers, now or within a few seconds. */
  isThere(): Promise<boolean>;
}

interface EnginePatience {
  /** How long to wait for one answer. */
  readonly answerMs: number;
  /** How long to keep asking an engine that is merely slow. */
  readonly presenceMs: number;
}

const usualPatience: EnginePatience = { answerMs: 5000, presenceMs: 15_000 };

/** The engine listens on loopback, and its address is the host's first argument. */
const isEngineAddress = (address: string | undefined): address is string =>
  address !== undefined && /^(127(\.\d{1,3}){3}|\[::1\]|localhost):\d{1,5}$/.test(address);

/** Connects, when first needed, to the engine whose address is the host's first argument. */
export function connectEngine(address: string | undefined, patience = usualPatience): EngineConnection {
  if (!isEngineAddress(address)) return withoutEngine;
  const line = engineLine(address, patience.answerMs);

  const presence = async (): Promise<Presence> => {
    const endMs = performance.now() + patience.presenceMs;
    let last: Presence = "slow";
    do {
      const seen = await line.ask("getRootResource", (messages) => new messages.GetRootResourceRequest());
      // A connection can break by itself, so believe only a second failure, on a fresh one.
      if (seen === "there" || (seen === "gone" && last === "gone")) return seen;
      last = seen;
      await wait(100);
    } while (performance.now() < endMs);
    return last;
  };

  return {
    hasEngine: true,
    log: (message) => line.ask("log", (messages) => logRequest(messages, message)),
    presence,
    isThere: async () => (await presence()) === "there",
  };
}

const withoutEngine: EngineConnection = {
  hasEngine: false,
  log: () => Promise.resolve("there"),
  presence: () => Promise.resolve("there"),
  isThere: () => Promise.resolve(true),
};

interface LogRequest {
  setSeverity(severity: number): void;
  setMessage(text: string): void;
  setUrn(urn: string): void;
  setEphemeral(isEphemeral: boolean): void;
}

interface Messages {
  readonly LogRequest: new () => LogRequest;
  readonly GetRootResourceRequest: new () => object;
}

/** The engine's log severities, as its protocol numbers them. */
const severities = { info: 1, warning: 2 } as const;

function logRequest(messages: Messages, { urn, text, severity, isEphemeral }: EngineMessage): LogRequest {
  const request = new messages.LogRequest();
  request.setSeverity(severities[severity]);
  request.setMessage(text);
  request.setUrn(urn);
  request.setEphemeral(isEphemeral);
  return request;
}

type Call = (
  request: object,
  options: { deadline: number },
  callback: (error: { readonly code?: number } | null) => void,
) => void;

interface Engine {
  readonly log: Call;
  readonly getRootResource: Call;
  close(): void;
}

interface EngineLine {
  ask(call: "log" | "getRootResource", request: (messages: Messages) => object): Promise<Presence>;
}

/** What gRPC's status codes say about the engine. Any other code is an answer. */
const byStatus: Readonly<Record<number, Presence>> = { 1: "slow", 4: "slow", 13: "slow", 14: "gone" };

function engineLine(address: string, answerMs: number): EngineLine {
  let engine: Engine | undefined;
  let pulumi: PulumiGrpc | undefined;

  /** Makes the next call reconnect immediately. gRPC itself would repeat the remembered failure for a second. */
  const hangUp = (): void => {
    engine?.close();
    engine = undefined;
  };

  return {
    ask: (call, request) =>
      new Promise((resolve) => {
        try {
          pulumi ??= loadFromPulumi();
          engine ??= new pulumi.EngineClient(address, pulumi.credentials(), directly);
          const asked = engine;
          asked[call](request(pulumi.messages), { deadline: Date.now() + answerMs }, (error) => {
            const seen = error === null ? "there" : (byStatus[error.code ?? 0] ?? "there");
            if (seen === "gone" && asked === engine) hangUp();
            resolve(seen);
          });
        } catch {
          // Without Pulumi's own gRPC there is no way to ask, which says nothing about the engine.
          resolve("there");
        }
      }),
  };
}

/** Never use a proxy between a host and its engine, whatever the environment says. A new connection shares no state with old ones. */
const directly = { "grpc.enable_http_proxy": 0, "grpc.use_local_subchannel_pool": 1 };

interface PulumiGrpc {
  readonly EngineClient: new (address: string, credentials: unknown, options: object) => Engine;
  readonly messages: Messages;
  readonly credentials: () => unknown;
}

/**
 * Pulumi's own generated client and its own copy of gRPC: another copy's credentials would be refused. What is loaded by a path that
 * is found while the program runs has no types.
 */
function loadFromPulumi(): PulumiGrpc {
  const fromPulumi = require.resolve("@pulumi/pulumi/package.json");
  const load = (name: string): unknown => require(require.resolve(name, { paths: [fromPulumi] }));
  const grpc = load("@grpc/grpc-js") as { credentials: { createInsecure(): unknown } };
  const { EngineClient } = load("@pulumi/pulumi/proto/engine_grpc_pb") as Pick<PulumiGrpc, "EngineClient">;
  const messages = load("@pulumi/pulumi/proto/engine_pb") as Messages;
  return { EngineClient, messages, credentials: () => grpc.credentials.createInsecure() };
}
