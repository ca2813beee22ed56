import { ConnectionError } from "./connection";

/** What an HTTP library can tell about a request that got no answer. */
export type Fault = {
  code: string;
  cause: unknown;
  /** The phase whose time was up, if that was the reason. */
  timedOutPhase?: string | undefined;
  /** TLS had been agreed upon, so the request may have gone out. */
  wasSecured: boolean;
  isProxied: boolean;
};

const neverConnected = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_FAIL",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "EADDRNOTAVAIL",
  "ERR_PROXY_TUNNEL",
]);
const connectingPhases = new Set(["lookup", "connect", "secureConnect"]);
const certificateCode =
  /^(CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|INVALID_CA|HOSTNAME_MISMATCH|ERR_TLS_|PATH_LENGTH|CRL_)/;
const handshakeCode = /^(EPROTO$|ERR_SSL_)/;

const fieldOf = (error: unknown, name: string): unknown =>
  typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined;

/** With several addresses for a name, Node reports the failed attempts together. */
const failedToConnect = (cause: unknown): boolean => {
  const attempts = fieldOf(cause, "errors");
  if (Array.isArray(attempts) && attempts.length > 0) return attempts.every(failedToConnect);
  return fieldOf(cause, "syscall") === "connect" || fieldOf(cause, "syscall") === "getaddrinfo";
};

/** Node gives a connection that breaks during the TLS handshake the code of any other reset; only its words differ. */
const brokeInHandshake = (cause: unknown): boolean =>
  String(fieldOf(cause, "message")).includes("before secure TLS connection was established");

/** Whether the request can have arrived. In doubt it can: a mistake here buys a server twice. */
export const connectionErrorOf = ({ code, cause, timedOutPhase, wasSecured, isProxied }: Fault): ConnectionError => {
  if (timedOutPhase !== undefined)
    return connectingPhases.has(timedOutPhase)
      ? new ConnectionError("not-sent", `${code} in ${timedOutPhase}`)
      : new ConnectionError("no-answer", code);
  if (neverConnected.has(code) || failedToConnect(cause)) return new ConnectionError("not-sent", code);
  if (certificateCode.test(code)) return new ConnectionError("certificate", code);
  if (handshakeCode.test(code) && !wasSecured && !isProxied) return new ConnectionError("certificate", code);
  if (brokeInHandshake(cause)) return new ConnectionError("not-sent", code);
  return new ConnectionError("no-answer", code);
};
