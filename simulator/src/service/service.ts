import { setMaxListeners } from "node:events";
import type { Latency } from "../calls";
import { type Clock, type ManualClock, movable, systemClock } from "../clock";
import { FaultPlan } from "../faults/fault-plan";
import { Gates } from "../faults/gate";
import { Journal } from "../journal";
import { seededRandom } from "../random";
import type { WireObject } from "../wire/answers/envelope";
import { catchUp } from "../world/catch-up";
import type { WorldContext, WorldState } from "../world/context";
import { PastOrders } from "../world/past-orders";
import { finishPurchase } from "../world/purchase/purchase";
import { Seed, worldFromSeed } from "../world/seed";
import { Variants } from "../world/variants";
import { WorldFile } from "../world/world-file";

/** Captures show an uptime of 15 seconds or more when a call returns: the call includes the boot. */
const usualBootMs = 15_000;

export type ServiceOptions = {
  /** The accepted keys; default `["12345"]`. */
  readonly apiKeys?: readonly string[];
  /** A folder to keep the world in. Without one, the world is lost when the simulator ends. */
  readonly data?: string;
  /** What the world starts from, unless the folder already holds one. */
  readonly seed?: Seed;
  readonly clock?: Clock;
  readonly latency?: Latency;
  readonly variants?: Partial<Variants>;
  /** The same number gives the same oids and passwords; default 1. */
  readonly randomSeed?: number;
};

/** A handler's answer in its envelope. */
export type EnvelopedAnswer = { readonly status: number; readonly body: WireObject };

/** One simulated service: its world, and what a test has planned for its requests. */
export class Service {
  readonly journal = new Journal();
  readonly faults = new FaultPlan();
  readonly gates = new Gates();
  /** Can be changed at any time. */
  readonly variants: Variants;
  readonly latency: Latency;
  readonly clock: ManualClock;
  readonly #apiKeys: ReadonlySet<string>;
  readonly #seed: Seed;
  readonly #randomSeed: number;
  readonly #file: WorldFile | undefined;
  #abort = new AbortController();
  #context: WorldContext;

  constructor(options: ServiceOptions) {
    this.variants = Variants.parse(options.variants ?? {});
    this.latency = options.latency ?? "none";
    this.clock = movable(options.clock ?? systemClock);
    this.#apiKeys = new Set(options.apiKeys ?? ["12345"]);
    this.#seed = Seed.parse(options.seed ?? {});
    this.#randomSeed = options.randomSeed ?? 1;
    this.#file = options.data === undefined ? undefined : new WorldFile(options.data);
    const kept = this.#file?.load();
    if (kept !== undefined) this.clock.advance(kept.clockAheadMs);
    this.#context = this.#newContext(kept);
    this.#finishPurchases();
  }

  get context(): WorldContext {
    catchUp(this.#context);
    return this.#context;
  }

  isKey(key: string | undefined): boolean {
    return key !== undefined && this.#apiKeys.has(key);
  }

  /** Moves the clock ahead, for good if the world is kept. */
  advanceClock(ms: number): void {
    const { state, save } = this.#context;
    this.clock.advance(ms);
    state.clockAheadMs += ms;
    save();
  }

  /** Goes back to the seed: no faults, no gates, an empty journal. Requests under way are cut. The clock stays where it is. */
  reset(): void {
    this.end();
    this.faults.clear();
    this.journal.clear();
    const { clockAheadMs } = this.#context.state;
    this.#context = this.#newContext(undefined);
    const { state, save } = this.#context;
    state.clockAheadMs = clockAheadMs;
    save();
  }

  end(): void {
    this.#abort.abort();
    this.gates.releaseAll();
  }

  #newContext(kept: WorldState | undefined): WorldContext {
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    setMaxListeners(0, signal);
    const random = seededRandom(this.#randomSeed);
    const state = kept ?? worldFromSeed(this.#seed, this.clock, random, this.#randomSeed);
    const past = new PastOrders(state.orders);
    const save: WorldContext["save"] = (...orders) => {
      past.note(orders, this.clock.now());
      // What ends after a reset concerns a world that is gone.
      if (!signal.aborted) this.#file?.save(state);
    };
    save();
    const { variants, clock } = this;
    // A shorter call ends before a boot would: the server would be up since before it was asked for.
    const bootMs = this.latency === "real" ? usualBootMs : 0;
    return { state, variants, clock, random, past, bootMs, save, signal };
  }

  /** A restart loses no purchase: this process finishes what the last one had started. */
  #finishPurchases(): void {
    const context = this.#context;
    for (const order of context.state.orders) {
      const isRebooting = order.runningState === "RESTARTING" || order.runningState === "POWERCYCLING";
      const isUnfinished = order.isHalfMade || order.isBusy || isRebooting;
      if (isUnfinished && order.installsUntilMs === null) finishPurchase(context, order);
    }
  }
}
