/** One HTTP request, finished down to the last header. */
export type WireRequest = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  /** Limit for each of name lookup, connection and TLS. */
  connectTimeoutMs: number;
  /** Limit for the whole request, the answer's last byte included. */
  deadlineMs: number;
  /** The connection is cut when the answer grows beyond this. */
  maxBytes: number;
  /** A connection of its own: only there does "reset before the first byte" mean that nothing was sent. */
  freshConnection: boolean;
  signal?: AbortSignal | undefined;
};

export type WireAnswer = {
  status: number;
  contentType?: string | undefined;
  retryAfter?: string | undefined;
  /** When the answer was made, by the clock of whoever made it. */
  date?: string | undefined;
  body: string;
};

/** Sends a request and gives whatever answer came, of any status. Rejects with a `ConnectionError` when none came. */
export type Transport = (request: WireRequest) => Promise<WireAnswer>;

/**
 * - `not-sent`: no byte of the request can have reached the service
 * - `certificate`: the other end could not prove who it is, or speaks no TLS that is safe; nothing was sent
 * - `no-answer`: the request may have arrived, whatever became of it
 * - `too-large`: an answer began to arrive and was cut off
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

/** What an HTTP library can tell about a request that got no answer. */
type Fault = {
  code: string;
  /** The phase whose time was up, if that was the reason. */
  timedOutPhase?: string | undefined;
  /** Whether the connection had come to stand, TLS and a proxy's tunnel included. */
  hadConnection: boolean;
};

const certificateCode =
  /^(CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|INVALID_CA|HOSTNAME_MISMATCH|ERR_TLS_|PATH_LENGTH|CRL_)/;

const handshakeCode = /^(EPROTO$|ERR_SSL_)/;

/**
 * Whether the request can have arrived; in doubt it can, as a mistake here buys a server twice. The code does not tell: a
 * router's "host unreachable" ends a connection that stands, too, with data on it that may have passed.
 */
export const connectionErrorOf = ({ code, timedOutPhase, hadConnection }: Fault): ConnectionError => {
  if (hadConnection) return new ConnectionError("no-answer", code);
  if (certificateCode.test(code) || handshakeCode.test(code)) return new ConnectionError("certificate", code);
  return new ConnectionError("not-sent", timedOutPhase === undefined ? code : `${code} in ${timedOutPhase}`);
};
