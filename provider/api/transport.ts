import { type AgentOptions, type ClientRequest, Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import got, { RequestError, TimeoutError } from "got";
import { ConnectionError, connectionErrorOf, type Transport, type WireAnswer, type WireRequest } from "./connection";
import type { Environment } from "./environment";
import { proxyOptions } from "./proxy";
import { SettingsError } from "./settings";

/** Long calls are silent for an hour; firewalls forget connections on which nothing moves for minutes. */
const keepAliveProbeMs = 30_000;

/** Name lookup, connection and TLS, each with a limit of its own. */
const connectingPhases = 3;

type Agents = { http: HttpAgent; https: HttpsAgent };

const createAgents = (options: AgentOptions): Agents => ({
  http: new HttpAgent(options),
  https: new HttpsAgent({ ...options, minVersion: "TLSv1.2", rejectUnauthorized: true }),
});

/** Whoever switches certificates off did it for another program; an API key that buys servers is not to be risked. */
const refuseUnverifiedTls = (url: URL, environment: Environment): void => {
  if (url.protocol === "https:" && environment["NODE_TLS_REJECT_UNAUTHORIZED"] === "0")
    throw new SettingsError([
      "NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the check of certificates, and the API key could go to anybody. " +
        "Unset it; a certificate authority of your own is named in NODE_EXTRA_CA_CERTS.",
    ]);
};

const gotOptions = (request: WireRequest, agent: Agents, signal: AbortSignal) => ({
  method: request.method,
  headers: request.headers,
  ...(request.body === undefined ? {} : { body: request.body }),
  agent,
  signal,
  responseType: "buffer" as const,
  timeout: {
    lookup: request.connectTimeoutMs,
    connect: request.connectTimeoutMs,
    secureConnect: request.connectTimeoutMs,
    request: request.deadlineMs,
  },
  retry: { limit: 0 },
  followRedirect: false,
  throwHttpErrors: false,
  decompress: false,
  enableUnixSockets: false,
});

const exchange = async (request: WireRequest, agents: Agents): Promise<WireAnswer> => {
  if (request.signal?.aborted) throw new ConnectionError("not-sent", "ABORTED");
  const tooLarge = new AbortController();
  const tooLate = new AbortController();
  // The library's own limits know nothing of a tunnel through a proxy.
  const limit = setTimeout(() => tooLate.abort(), connectingPhases * request.connectTimeoutMs);
  const standing = createStanding(() => clearTimeout(limit));
  const stops = [tooLarge.signal, tooLate.signal, ...(request.signal ? [request.signal] : [])];
  try {
    const pending = got(request.url, gotOptions(request, agents, AbortSignal.any(stops)));
    pending.on("request", (sent) => {
      standing.watch(sent);
      sent.once("socket", (socket) => socket.setKeepAlive(true, keepAliveProbeMs));
    });
    pending.on("downloadProgress", ({ transferred }) => {
      if (transferred > request.maxBytes) tooLarge.abort();
    });
    const { statusCode, headers, rawBody } = await pending;
    return {
      status: statusCode,
      contentType: headers["content-type"],
      retryAfter: headers["retry-after"],
      date: headers.date,
      body: Buffer.from(rawBody).toString("utf8"),
    };
  } catch (error) {
    if (tooLarge.signal.aborted) throw new ConnectionError("too-large", "TOO_LARGE");
    const hadConnection = standing.hadConnection();
    if (tooLate.signal.aborted) throw connectionErrorOf({ code: "ETIMEDOUT", timedOutPhase: "connect", hadConnection });
    if (!(error instanceof RequestError)) throw new ConnectionError("no-answer", "UNEXPECTED");
    throw connectionErrorOf({
      code: error.code,
      timedOutPhase: error instanceof TimeoutError ? error.event : undefined,
      hadConnection,
    });
  } finally {
    clearTimeout(limit);
  }
};

/** Requests over the network. The only file that knows the HTTP library. */
export const createTransport = (baseUrl: string, environment: Environment): Transport => {
  const url = new URL(baseUrl);
  refuseUnverifiedTls(url, environment);
  const proxy = proxyOptions(url, environment);
  const reused = createAgents({ ...proxy, keepAlive: true });
  const fresh = createAgents({ ...proxy, keepAlive: false });
  return (request) => exchange(request, request.freshConnection ? fresh : reused);
};

/** What is known of a request's connection. Nothing of the request leaves this machine before it stands. */
type Standing = {
  /** Takes in the request as soon as there is one. */
  watch: (request: ClientRequest) => void;
  /** `false` only where it is certain: a request was made, and its connection never came to stand. */
  hadConnection: () => boolean;
};

/** Node hands a tunnel through a proxy over when TLS is agreed upon, and any other socket while it is being connected. */
const whenItStands = (socket: Socket, stands: () => void): void => {
  if (!socket.connecting) stands();
  else socket.once(socket instanceof TLSSocket ? "secureConnect" : "connect", stands);
};

const createStanding = (onceItStands: () => void): Standing => {
  let state: "no-request" | "connecting" | "stands" = "no-request";
  return {
    watch: (request) => {
      state = "connecting";
      request.once("socket", (socket) =>
        whenItStands(socket, () => {
          state = "stands";
          onceItStands();
        }),
      );
    },
    hadConnection: () => state !== "connecting",
  };
};
