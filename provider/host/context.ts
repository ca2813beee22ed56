import { connect } from "node:net";
import type { Client } from "../service/client";
import type { Settings } from "../service/settings";
import type { AboutOrder } from "../service/wire/order";
import type { HostMemory } from "./memory";

/** Shows people what the provider is doing. */
export interface Reporter {
  /** Replaces the text on the resource's line. */
  progress(urn: string | undefined, text: string): void;
  /** What a run will cost and do, or has done: once, in the run's diagnostics. */
  summary(urn: string | undefined, text: string): void;
  /** Stays in the run's diagnostics. */
  warn(urn: string | undefined, text: string): void;
  /** Resolves when the engine has received everything, or does not take it. Never rejects. */
  flush(): Promise<void>;
}

/** What happens to a TCP connection to a port: it is accepted, it is refused, or nothing answers, as behind a firewall. */
export type PortState = "open" | "refused" | "silent";

/** Everything that acting code needs from outside, passed in so that tests can pass their own. */
export interface ProviderContext {
  readonly client: Client;
  readonly settings: Settings;
  readonly reporter: Reporter;
  readonly memory: HostMemory;
  readonly nowMs: () => number;
  readonly sleep: (durationMs: number) => Promise<void>;
  /** A random id that no other order has. */
  readonly newId: () => string;
  /** Whether the engine runs, which would save what is bought, and has not been asked to stop: a CLI that is killed leaves its hosts behind. */
  readonly askEngine: () => Promise<"runs" | "stopped">;
  /** Aborted once the engine asks this run to stop (Ctrl-C). */
  readonly stop: AbortSignal;
  /** Tries to connect to a port of a server. */
  readonly tryPort: (address: string, port: number, timeoutMs: number) => Promise<PortState>;
  /** The whole list of orders. */
  readonly orderList: SharedRead<{ readonly orders: readonly AboutOrder[] }>;
}

/** One read for many callers: the engine asks about resources one by one. */
export class SharedRead<T> {
  readonly #read: () => Promise<T>;
  #last: { readonly askedMs: number; readonly answer: Promise<T> } | undefined;

  constructor(read: () => Promise<T>) {
    this.#read = read;
  }

  /** The answer to a read that began at most `maxAgeMs` ago. */
  recent(nowMs: number, maxAgeMs: number): Promise<T> {
    if (this.#last === undefined || nowMs - this.#last.askedMs > maxAgeMs) {
      const asked = { askedMs: nowMs, answer: this.#read() };
      this.#last = asked;
      // Later callers do not get an earlier failure.
      asked.answer.catch(() => {
        if (this.#last === asked) this.#last = undefined;
      });
    }
    return this.#last.answer;
  }
}

/** How soon a pause notices that the run is to stop: a killed CLI leaves its host behind. */
const noticedAfterMs = 3_000;

/** Waits, but stops once the engine no longer runs. Returns whether it still runs. */
export async function pauseWhileRunning(
  context: Pick<ProviderContext, "sleep" | "askEngine">,
  durationMs: number,
): Promise<boolean> {
  for (let leftMs = durationMs; ; leftMs -= noticedAfterMs) {
    await context.sleep(Math.max(0, Math.min(leftMs, noticedAfterMs)));
    if ((await context.askEngine()) !== "runs") return false;
    if (leftMs <= noticedAfterMs) return true;
  }
}

/** Connects to a port directly, never through a proxy, and closes the connection at once: nothing is sent. */
export function tryPort(address: string, port: number, timeoutMs: number): Promise<PortState> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, timeout: timeoutMs });
    const end = (state: PortState): void => {
      socket.destroy();
      resolve(state);
    };
    socket.once("connect", () => end("open"));
    socket.once("timeout", () => end("silent"));
    socket.once("error", (error: NodeJS.ErrnoException) => end(error.code === "ECONNREFUSED" ? "refused" : "silent"));
  });
}
