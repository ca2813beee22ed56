import type { Client } from "../service/client";
import type { Settings } from "../service/settings";
import type { AboutOrder } from "../service/wire/order";
import type { HostMemory } from "./memory";
import type { SharedRead } from "./sharing";

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
  readonly askEngine: () => Promise<"runs" | "is-gone">;
  /** Tries to connect to a port of a server. */
  readonly tryPort: (address: string, port: number, timeoutMs: number) => Promise<PortState>;
  /** The whole list of orders, shared by all callers that ask at the same time. */
  readonly orderList: SharedRead<{ readonly orders: readonly AboutOrder[] }>;
}
