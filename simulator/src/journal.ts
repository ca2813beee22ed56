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
   * The parsed body with its root key; for `ptr` the parsed form. Undefined if there was none, it could not be read, or
   * the key was refused.
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

/** Every request, oldest first, from the moment it arrives: the newest 20,000. */
export class Journal {
  readonly #entries: JournalEntry[] = [];

  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  calls(name: CallName): JournalEntry[] {
    return this.#entries.filter((entry) => entry.call === name);
  }

  open(arrival: Omit<JournalEntry, "status" | "outcome" | "isWorkDone" | "doneAt">): JournalEntry {
    const open = { status: undefined, outcome: "pending", isWorkDone: false, doneAt: undefined } as const;
    const entry: JournalEntry = { ...arrival, ...open };
    this.#entries.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
    return entry;
  }

  clear(): void {
    this.#entries.length = 0;
  }
}

/** How a request ends if its client is still connected. */
export function recordOutcome(entry: JournalEntry, response: WireResponse): void {
  switch (response.kind) {
    case "answer":
      entry.status = response.status;
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
