import type { Client } from "../api/client";
import type { Settings } from "../api/settings";
import type { AboutOrder } from "../schema/order";
import type { HostMemory } from "./host-memory";
import type { Limiter, SharedRead } from "./sharing";

/** What a person is told while the provider works. */
export interface Reporter {
  /** Replaces what stands on the resource's line. */
  progress(urn: string | undefined, text: string): void;
  /** The last word: like `progress`, and kept where the display forgets the lines at the end. */
  summary?(urn: string | undefined, text: string): void;
  /** Stays, under the run's diagnostics. */
  warn(urn: string | undefined, text: string): void;
  /** Whether a person watches a display that is drawn anew; absent where nobody does. */
  isWatched?(): boolean;
  /** Resolves when all that was said has been heard. Never rejects. */
  flush?(): Promise<void>;
}

/** Everything outside that the doing needs: given in, so that tests give their own. */
export interface ProviderContext {
  readonly client: Client;
  readonly settings: Settings;
  readonly reporter: Reporter;
  readonly memory: HostMemory;
  readonly nowMs: () => number;
  readonly sleep: (durationMs: number) => Promise<void>;
  /** A random id that no other order has. */
  readonly newId: () => string;
  /** What the engine does that would save what is bought: it runs, it was asked to stop, or its CLI has died alone. */
  readonly askEngine: () => Promise<"runs" | "stops" | "is-gone">;
  readonly purchases: Limiter;
  /** The whole list of orders, shared by all who ask at the same time. */
  readonly orderList: SharedRead<AboutOrder[]>;
}
