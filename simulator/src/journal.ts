import type { CallName } from "./calls";
import type { WireResponse } from "./response";
import type { Matrix } from "./wire/requests/matrix";

/**
 * How a request ended: `answered`; `cut` by a fault, a reset or the end of the simulator; `hung` by a fault; `gone` if
 * the client hung up before the answer was ready. In the last case the work continues, see `isWorkDone`.
 */
export type RequestOutcome = "pending" | "answered" | "cut" | "hung" | "gone";

export type JournalEntry = {
  readonly at: number;
  /** Undefined for a path that the service does not have. */
  readonly call: CallName | undefined;
  readonly method: string;
  /** As received, including matrix parameters. */
  readonly path: string;
  readonly matrix: Matrix;
  /**
   * The parsed body with its root key; for `ptr` the parsed form. Undefined if there was none, it could not be read, the
   * key was refused, or it has more than a megabyte.
   */
  readonly body: unknown;
  readonly bodyBytes: number;
  /** From the path; for a purchase, the order that it created. */
  orderOid: number | undefined;
  readonly hasAuthorization: boolean;
  readonly accept: string | undefined;
  readonly contentType: string | undefined;
  status: number | undefined;
  outcome: RequestOutcome;
  /** The service has done what was asked, whatever the client was told. */
  isWorkDone: boolean;
  /** When that was, on the simulator's clock. */
  doneAt: number | undefined;
};

const MAX_ENTRIES = 20_000;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Every request, oldest first, from the moment it arrives. It is bounded: beyond 20,000 requests, or 16 MB of paths and
 * bodies, the oldest are dropped.
 */
export class Journal {
  readonly #entries: JournalEntry[] = [];
  #bytes = 0;
  #dropped = 0;

  /** How many of the oldest requests are no longer here. */
  get dropped(): number {
    return this.#dropped;
  }

  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  calls(name: CallName): JournalEntry[] {
    return this.#entries.filter((entry) => entry.call === name);
  }

  open(arrival: Omit<JournalEntry, "status" | "outcome" | "isWorkDone" | "doneAt">): JournalEntry {
    const body = arrival.bodyBytes > MAX_BODY_BYTES ? undefined : arrival.body;
    const open = { status: undefined, outcome: "pending", isWorkDone: false, doneAt: undefined } as const;
    const entry: JournalEntry = { ...arrival, body, ...open };
    this.#entries.push(entry);
    this.#bytes += keptBytes(entry);
    while (this.#entries.length > MAX_ENTRIES || this.#bytes > MAX_BYTES) this.#dropOldest();
    return entry;
  }

  #dropOldest(): void {
    const oldest = this.#entries.shift();
    if (oldest === undefined) return;
    this.#bytes -= keptBytes(oldest);
    this.#dropped++;
  }

  clear(): void {
    this.#entries.length = 0;
    this.#bytes = 0;
    this.#dropped = 0;
  }
}

function keptBytes({ body, bodyBytes, path }: JournalEntry): number {
  return path.length + (body === undefined ? 0 : bodyBytes);
}

/** How a request ends whose client is still connected. */
export function recordOutcome(entry: JournalEntry, response: WireResponse): void {
  switch (response.kind) {
    case "answer":
      entry.status = response.status;
      entry.outcome = "answered";
      return;
    case "oversize":
      entry.status = 200;
      entry.outcome = "answered";
      return;
    case "cut-mid-body":
      entry.status = 200;
      entry.outcome = "cut";
      return;
    case "reset":
      entry.outcome = "cut";
      return;
    case "hang":
      entry.outcome = "hung";
      return;
    default:
      response satisfies never;
  }
}
