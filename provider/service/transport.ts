import { type AgentOptions, Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { ConnectionError, connectionErrorOf, type Transport, type WireAnswer, type WireRequest } from "./connection";
import type { Environment } from "./environment";
import { proxyOptions } from "./proxy";
import { SettingsError } from "./settings";

/** Loaded with the first request: a run in which nothing changes makes none in the provider's process, and the library takes a tenth of a second. */
const loadGot = (): typeof import("got") => require("got");

/** Long calls are silent for up to an hour, and firewalls drop connections that are idle for minutes. */
const keepAliveProbeMs = 30_000;

/** Name lookup, connection and TLS, each with its own limit. */
const connectingPhases = 3;

type Agents = { http: HttpAgent; https: HttpsAgent };

const createAgents = (options: AgentOptions): Agents => {
  try {
    return {
      http: new HttpAgent(options),
      https: new HttpsAgent({ ...options, minVersion: "TLSv1.2", rejectUnauthorized: true }),
    };
  } catch {
    // What Node says of it holds the URL, and so perhaps a password.
    const message =
      "HTTP_PROXY or HTTPS_PROXY does not hold a usable proxy URL, such as http://proxy.example.com:3128: nothing was sent. (Its value is not shown: it may contain a password.)";
    throw new SettingsError([message]);
  }
};

/** Someone may have switched certificate checks off for another program. With an API key that buys servers, that is too risky. */
const refuseUnverifiedTls = (url: URL, environment: Environment): void => {
  if (url.protocol === "https:" && environment["NODE_TLS_REJECT_UNAUTHORIZED"] === "0")
    throw new SettingsError([
      "NODE_TLS_REJECT_UNAUTHORIZED=0 switches off certificate checks, so the API key could go to anybody. " +
        "Unset it. If you have your own certificate authority, set NODE_EXTRA_CA_CERTS to its certificate file.",
    ]);
};

/** Node hands over a tunnel through a proxy once TLS is established, and any other socket while it is still connecting. */
const whenConnected = (socket: Socket, act: () => void): void => {
  if (!socket.connecting) act();
  else socket.once(socket instanceof TLSSocket ? "secureConnect" : "connect", act);
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
  const tooLarge = new AbortController();
  const tooLate = new AbortController();
  // The library's own limits do not cover a tunnel through a proxy.
  const limit = setTimeout(() => tooLate.abort(), connectingPhases * request.connectTimeoutMs);
  /** `false` only if it is certain: a request was made, and until its connection is established, nothing of it leaves this machine. */
  let hadConnection = true;
  const { default: got, RequestError, TimeoutError } = loadGot();
  try {
    const pending = got(request.url, gotOptions(request, agents, AbortSignal.any([tooLarge.signal, tooLate.signal])));
    void pending.on("request", (sent) => {
      hadConnection = false;
      sent.once("socket", (socket) => {
        socket.setKeepAlive(true, keepAliveProbeMs);
        whenConnected(socket, () => {
          hadConnection = true;
          clearTimeout(limit);
        });
      });
    });
    void pending.on("downloadProgress", ({ transferred }) => {
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

/** Sends requests over the network. The only file that uses the HTTP library. */
export const createTransport = (baseUrl: string, environment: Environment): Transport => {
  const url = new URL(baseUrl);
  refuseUnverifiedTls(url, environment);
  const proxy = proxyOptions(url, environment);
  const reused = createAgents({ ...proxy, keepAlive: true });
  const fresh = createAgents({ ...proxy, keepAlive: false });
  return (request) => exchange(request, request.freshConnection ? fresh : reused);
};
