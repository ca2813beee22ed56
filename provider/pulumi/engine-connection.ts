import { setTimeout as wait } from "node:timers/promises";
import { hasFunctions, loadedSdk, member, type Sdk } from "./internals";

/** A message for the engine's log. An ephemeral one stays on the resource's line until the next one replaces it. */
interface EngineMessage {
  /** Empty for a message about the whole run. */
  readonly urn: string;
  readonly text: string;
  readonly severity: "info" | "warning";
  readonly isEphemeral: boolean;
}

/** Puts the first sentence on a line of its own: the engine repeats a message's first line on the resource's row, and shows the rest once. */
export const withHeadline = (text: string): string => text.replace(/^(.*?[.!?]) (?=\S)/, "$1\n");

/**
 * - `there`: it answered
 * - `slow`: it did not answer in time, but still may
 * - `gone`: nothing listens at its address any more
 * - `unknown`: this process cannot call it, or it did not take the message; either says nothing about whether it still runs
 */
type Presence = "there" | "slow" | "gone" | "unknown";

/** The connection to the engine that runs this host. Nothing here ever rejects. */
export interface EngineConnection {
  /** False if no engine runs this process (unit tests): then nobody listens, and no engine can be gone. */
  readonly hasEngine: boolean;
  /** Sends one message once. If the result is `slow`, the message may have arrived. */
  log(message: EngineMessage): Promise<Presence>;
  presence(): Promise<Presence>;
  /** Whether the engine answers, now or within a few seconds. One that cannot be asked counts as there. */
  isThere(): Promise<boolean>;
}

/** How long to wait for one answer, and how long to keep asking an engine that is merely slow. */
const usualPatience = { answerMs: 5000, presenceMs: 15_000 };

/**
 * Connects, when first needed, to the engine whose address is the host's first argument: it listens on loopback. Tests and other tools
 * have arguments of their own.
 */
export function connectEngine(
  argument: string | undefined,
  patience = usualPatience,
  mainFile = require.main?.filename,
): EngineConnection {
  const address = loopback.test(argument ?? "") ? argument : undefined;
  if (address === undefined && !hostScript.test(mainFile ?? "")) return withoutEngine;
  const ask: Ask = address === undefined ? async () => "unknown" : askingAt(address, patience.answerMs);

  const presence = async (): Promise<Presence> => {
    const endMs = performance.now() + patience.presenceMs;
    let last: Presence = "slow";
    do {
      const seen = await ask("getRootResource", (messages) => new messages.GetRootResourceRequest());
      // A connection can break by itself, so believe only a second failure, on a fresh one.
      if (seen === "there" || seen === "unknown" || (seen === "gone" && last === "gone")) return seen;
      last = seen;
      await wait(100);
    } while (performance.now() < endMs);
    return last;
  };

  return {
    hasEngine: true,
    log: (message) => ask("log", (messages) => logRequest(messages, message)),
    presence,
    isThere: async () => ["there", "unknown"].includes(await presence()),
  };
}

const withoutEngine: EngineConnection = {
  hasEngine: false,
  log: () => Promise.resolve("there"),
  presence: () => Promise.resolve("there"),
  isThere: () => Promise.resolve(true),
};

/** The engine's log severities, as its protocol numbers them. */
const severities = { info: 1, warning: 2 } as const;

function logRequest(messages: Messages, { urn, text, severity, isEphemeral }: EngineMessage): object {
  const request = new messages.LogRequest();
  request.setSeverity(severities[severity]);
  request.setMessage(text);
  request.setUrn(urn);
  request.setEphemeral(isEphemeral);
  return request;
}

type EngineCall = "log" | "getRootResource";

type Ask = (call: EngineCall, request: (messages: Messages) => object) => Promise<Presence>;

/** What gRPC's status codes say about the engine. */
const byStatus: Readonly<Record<number, Presence>> = { 1: "slow", 4: "slow", 13: "slow", 14: "gone" };

/** Any other code comes from a running engine that did not do what it was asked to. */
const ifRefused: Readonly<Record<EngineCall, Presence>> = { log: "unknown", getRootResource: "there" };

function askingAt(address: string, answerMs: number): Ask {
  let engine: InstanceType<PulumiGrpc["EngineClient"]> | undefined;
  let pulumi: PulumiGrpc | undefined;
  return (call, request) =>
    new Promise((resolve) => {
      try {
        pulumi ??= engineMessagesIn(loadedSdk());
        if (pulumi === undefined) return resolve("unknown");
        // Never use a proxy between a host and its engine, whatever the environment says. A new connection shares no state with old ones.
        engine ??= new pulumi.EngineClient(address, pulumi.credentials(), {
          "grpc.enable_http_proxy": 0,
          "grpc.use_local_subchannel_pool": 1,
        });
        const asked = engine;
        asked[call](request(pulumi.messages), { deadline: Date.now() + answerMs }, (error) => {
          const seen = error === null ? "there" : (byStatus[error.code ?? 0] ?? ifRefused[call]);
          if (seen === "gone" && asked === engine) {
            // The next call reconnects immediately: gRPC itself would repeat the remembered failure for a second.
            engine.close();
            engine = undefined;
          }
          resolve(seen);
        });
      } catch {
        // The messages or the client have another form.
        resolve("unknown");
      }
    });
}

/** What a call to the engine needs: Pulumi's own generated client and its own copy of gRPC, because it refuses the credentials of another copy. */
export function engineMessagesIn({ load }: Sdk) {
  const grpc = member(load("@grpc/grpc-js"), "credentials") as { createInsecure?(): unknown } | undefined;
  const EngineClient = member(load("@pulumi/pulumi/proto/engine_grpc_pb"), "EngineClient");
  const messages = load("@pulumi/pulumi/proto/engine_pb");
  const isComplete =
    hasFunctions(grpc, "createInsecure") &&
    hasFunctions(member(EngineClient, "prototype"), "log", "getRootResource") &&
    hasFunctions(messages, "LogRequest", "GetRootResourceRequest");
  return isComplete
    ? ({ EngineClient, messages, credentials: () => grpc?.createInsecure?.() } as PulumiGrpc)
    : undefined;
}

type Messages = Pick<typeof import("@pulumi/pulumi/proto/engine_pb"), "LogRequest" | "GetRootResourceRequest">;

type Call = (
  request: object,
  options: { deadline: number },
  callback: (error: { readonly code?: number } | null) => void,
) => void;

type EngineClient = Readonly<Record<EngineCall, Call>> & { close(): void };

type PulumiGrpc = {
  readonly EngineClient: new (address: string, credentials: unknown, options: object) => EngineClient;
  readonly messages: Messages;
  readonly credentials: () => unknown;
};

const loopback = /^(127(\.\d{1,3}){3}|\[::1\]|localhost):\d{1,5}$/;

/** The script of Pulumi's dynamic host. */
const hostScript = /[\\/]@pulumi[\\/]pulumi[\\/]cmd[\\/]dynamic-provider[\\/]/;

/** Aborted once the engine asks this host to stop (Ctrl-C, SIGTERM). Pulumi's host ignores that call, so this listens in on its server. */
export function listenForStop({ load }: Sdk): AbortSignal {
  const stop = new AbortController();
  const server = member(member(load("@grpc/grpc-js"), "Server"), "prototype");
  if (!hasFunctions(server, "_retrieveHandler")) return stop.signal;
  const calls = server as { _retrieveHandler(path: string): unknown };
  const retrieve = calls._retrieveHandler;
  calls._retrieveHandler = function (path) {
    if (path === "/pulumirpc.ResourceProvider/Cancel") stop.abort();
    return retrieve.call(this, path);
  };
  return stop.signal;
}
