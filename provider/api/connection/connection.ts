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
export type ConnectionFault = "not-sent" | "certificate" | "no-answer" | "too-large";

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
