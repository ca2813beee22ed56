/** One HTTP request, complete down to the last header. */
export type WireRequest = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  /** Limit for each of name lookup, connection and TLS. */
  connectTimeoutMs: number;
  /** Limit for the whole request, up to the answer's last byte. */
  deadlineMs: number;
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
  body: string;
};

/** Sends a request and returns the answer, whatever its status. Rejects with a `ConnectionError` if no answer came. */
export type Transport = (request: WireRequest) => Promise<WireAnswer>;

/**
 * - `not-sent`: no byte of the request can have reached the service
 * - `certificate`: the other end could not prove its identity, or offers no safe TLS; nothing was sent
 * - `no-answer`: the request may have arrived; its effect is unknown
 * - `too-large`: an answer started to arrive and was cut off
 */
type ConnectionFault = "not-sent" | "certificate" | "no-answer" | "too-large";

export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  readonly fault: ConnectionFault;
  /** A short word such as `ECONNREFUSED`. */
  readonly code: string;

  constructor(fault: ConnectionFault, code: string) {
    super(`${fault}: ${code}`);
    this.fault = fault;
    this.code = code;
  }
}

/** What the HTTP library reports about a request that got no answer. */
type Fault = {
  code: string;
  /** The phase that timed out, if one did. */
  timedOutPhase?: string | undefined;
  /** Whether the connection was established, including TLS and a proxy's tunnel. */
  hadConnection: boolean;
};

const certificateCode =
  /^(CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|INVALID_CA|HOSTNAME_MISMATCH|ERR_TLS_|PATH_LENGTH|CRL_)/;

const handshakeCode = /^(EPROTO$|ERR_SSL_)/;

/**
 * Decides whether the request may have arrived. If in doubt it may: a mistake here buys a server twice. The error code
 * cannot tell, because a router's "host unreachable" also ends an established connection, whose data may have arrived.
 */
export const connectionErrorOf = ({ code, timedOutPhase, hadConnection }: Fault): ConnectionError => {
  if (hadConnection) return new ConnectionError("no-answer", code);
  if (certificateCode.test(code) || handshakeCode.test(code)) return new ConnectionError("certificate", code);
  return new ConnectionError("not-sent", timedOutPhase === undefined ? code : `${code} in ${timedOutPhase}`);
};
