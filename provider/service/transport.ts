import { type AgentOptions, Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { Response } from "got";
import { ConnectionError, connectionErrorOf } from "./calls";
import { type Environment, isLoopback } from "./environment";
import { SettingsError } from "./settings";

/** One HTTP request, complete down to the last header. */
type WireRequest = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  /** Limit for each of name lookup, connection and TLS. */
  connectTimeoutMs: number;
  /** Limit for the whole request, up to the answer's last byte. */
  deadlineMs: number;
  /** Gives the request up. */
  signal?: AbortSignal | undefined;
  /** An answer that grows beyond this is cut off. */
  maxBytes: number;
  /** Open a new connection: only on a new one does "reset before the first byte" mean that nothing was sent. */
  freshConnection: boolean;
};

export type WireAnswer = {
  status: number;
  contentType?: string | undefined;
  retryAfter?: string | undefined;
  /** When the answer was written, by the clock of whoever wrote it. */
  date?: string | undefined;
  /** Where a redirect leads. */
  location?: string | undefined;
  body: string;
};

/** Sends a request and returns the answer, whatever its status. Rejects with a `ConnectionError` if no answer came. */
export type Transport = (request: WireRequest) => Promise<WireAnswer>;

/** How long one of a host's addresses has before the next one is tried: Node's quarter of a second is too short for slow networks. */
const addressAttemptMs = 2000;
type Agents = { http: HttpAgent; https: HttpsAgent };

const createAgents = (options: AgentOptions): Agents => {
  try {
    return {
      http: new HttpAgent(options),
      https: new HttpsAgent({ ...options, minVersion: "TLSv1.2", rejectUnauthorized: true }),
    };
  } catch {
    throw unusableProxy();
  }
};

/** Node's own message contains the URL, and so perhaps a password. */
const unusableProxy = (): SettingsError =>
  new SettingsError([
    "HTTP_PROXY or HTTPS_PROXY does not hold a usable proxy URL, such as http://proxy.example.com:3128: nothing was sent. (Its value is not shown: it may contain a password.)",
  ]);

/** Someone may have switched certificate checks off for another program. With an API key that buys servers, that is too risky. */
const refuseUnverifiedTls = (url: URL, environment: Environment): void => {
  if (url.protocol === "https:" && environment["NODE_TLS_REJECT_UNAUTHORIZED"] === "0")
    throw new SettingsError([
      "NODE_TLS_REJECT_UNAUTHORIZED=0 switches off certificate checks, so the API key could go to anybody. " +
        "Unset it. If you have your own certificate authority, set NODE_EXTRA_CA_CERTS to its certificate file.",
    ]);
};

const asksForProxy = /^https?_proxy$/i;

/** Node goes around a proxy whose URL has no scheme, or one in capitals, without a word. */
const withScheme = (proxy: string): string =>
  proxy.includes("://") ? proxy.replace(/^https?:/i, (scheme) => scheme.toLowerCase()) : `http://${proxy}`;

/** Node's agents read HTTP_PROXY, HTTPS_PROXY and NO_PROXY themselves, since 22.21 and 24.5. This machine is never reached through a proxy. */
export function proxyOptions(url: URL, environment: Environment, nodeVersion = process.versions.node): AgentOptions {
  const asked = Object.entries(environment).filter(([name, value]) => asksForProxy.test(name) && value);
  if (asked.length === 0 || isLoopback(url.hostname)) return {};
  const proxies = asked.map(([name, value = ""]) => [name, withScheme(value)] as const);
  if (proxies.some(([, value]) => !/^https?:/.test(value))) throw unusableProxy();
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  if (major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21))
    return { proxyEnv: { ...environment, ...Object.fromEntries(proxies) } };
  const message = `HTTP_PROXY or HTTPS_PROXY asks for a proxy, but Node ${nodeVersion} cannot use one: nothing was sent. Use Node 22.21, 24.5 or newer, or unset both.`;
  throw new SettingsError([message]);
}

/** Node quotes the URL of a proxy that it cannot use, with the password in it. */
export const proxySecrets = (environment: Environment): string[] =>
  Object.entries(environment).flatMap(([name, value = ""]) => {
    const [, user, password] = (asksForProxy.test(name) && /^(?:[^/]*\/\/)?([^/@]*?):([^/@]*)@/.exec(value)) || [];
    return password === undefined ? [] : [`${user}:${password}`, password];
  });

/** Node hands over a tunnel through a proxy once TLS is established, and any other socket while it is still connecting. */
const whenConnected = (socket: Socket, act: () => void): void => {
  if (!socket.connecting) act();
  else socket.once(socket instanceof TLSSocket ? "secureConnect" : "connect", act);
};

const gotOptions = (request: WireRequest, agent: Agents, signal: AbortSignal) => ({
  method: request.method,
  // None is asked for, but a proxy may compress all the same.
  headers: { ...request.headers, "accept-encoding": "identity" },
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
  enableUnixSockets: false,
});

const answerOf = ({ statusCode, headers, rawBody }: Response): WireAnswer => ({
  status: statusCode,
  contentType: headers["content-type"],
  retryAfter: headers["retry-after"],
  date: headers.date,
  location: headers.location,
  body: Buffer.from(rawBody).toString("utf8"),
});

const exchange = async (request: WireRequest, agents: Agents): Promise<WireAnswer> => {
  const overLimit = new AbortController();
  const tooLate = new AbortController();
  // Name lookup, connection and TLS: the library's own limits do not cover a tunnel through a proxy.
  const limit = setTimeout(() => tooLate.abort(), 3 * request.connectTimeoutMs);
  /** `false` only if it is certain: a request was made, and until its connection is established, nothing of it leaves this machine. */
  let hadConnection = true;
  // Loaded with the first request: a run in which nothing changes makes none, and it takes a tenth of a second.
  const { default: got, RequestError, TimeoutError } = require("got") as typeof import("got");
  try {
    const signals = [overLimit.signal, tooLate.signal, request.signal ?? []].flat();
    const pending = got(request.url, gotOptions(request, agents, AbortSignal.any(signals)));
    void pending.on("request", (sent) => {
      hadConnection = false;
      sent.once("socket", (socket) => {
        // Long calls are silent for up to an hour, and firewalls drop connections that are idle for minutes.
        socket.setKeepAlive(true, 30_000);
        whenConnected(socket, () => {
          hadConnection = true;
          clearTimeout(limit);
        });
      });
    });
    void pending.on("downloadProgress", ({ transferred }) => {
      if (transferred > request.maxBytes) overLimit.abort();
    });
    return answerOf(await pending);
  } catch (error) {
    if (overLimit.signal.aborted) throw new ConnectionError("too-large", "TOO_LARGE");
    if (tooLate.signal.aborted) throw connectionErrorOf({ code: "ETIMEDOUT", timedOutPhase: "connect", hadConnection });
    if (!(error instanceof RequestError)) throw new ConnectionError("no-answer", "UNEXPECTED");
    const timedOutPhase = error instanceof TimeoutError ? error.event : undefined;
    const code = request.signal?.aborted === true ? "the run was stopped" : error.code;
    throw connectionErrorOf({ code, timedOutPhase, hadConnection });
  } finally {
    clearTimeout(limit);
  }
};

/** Sends requests over the network. The only file that uses the HTTP library. */
export const createTransport = (baseUrl: string, environment: Environment): Transport => {
  const url = new URL(baseUrl);
  refuseUnverifiedTls(url, environment);
  const proxy = proxyOptions(url, environment);
  const options = { ...proxy, autoSelectFamilyAttemptTimeout: addressAttemptMs };
  const reused = createAgents({ ...options, keepAlive: true });
  const fresh = createAgents({ ...options, keepAlive: false });
  return (request) => exchange(request, request.freshConnection ? fresh : reused);
};
