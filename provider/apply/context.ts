import type { Client } from "../api/client";
import type { Settings } from "../api/settings";
import type { OrderList } from "../schema/order-list";
import type { HostMemory } from "./host-memory";
import type { Limiter, SharedRead } from "./sharing";
import type { ChangeGroup } from "./update/change-groups";

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

/** What happens to a TCP connection to a port: it is taken, it is refused, or nothing answers, as behind a firewall. */
export type PortState = "open" | "refused" | "silent";

/** Everything that `apply` needs from outside, passed in so that tests can pass their own. */
export interface ProviderContext {
  readonly client: Client;
  readonly settings: Settings;
  readonly reporter: Reporter;
  readonly memory: HostMemory;
  readonly nowMs: () => number;
  readonly sleep: (durationMs: number) => Promise<void>;
  /** A random id that no other order has. */
  readonly newId: () => string;
  /** The state of the engine, which would save what is bought: it runs, it was asked to stop, or its CLI has died alone. */
  readonly askEngine: () => Promise<"runs" | "stops" | "is-gone">;
  /** Tries to connect to a port of a server. */
  readonly tryPort: (address: string, port: number, timeoutMs: number) => Promise<PortState>;
  readonly purchases: Limiter;
  /** The groups of one provider in one run, by name. */
  readonly changeGroups: Map<string, ChangeGroup>;
  /** The whole list of orders, shared by all callers that ask at the same time. */
  readonly orderList: SharedRead<OrderList>;
}
