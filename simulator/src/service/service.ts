import { setMaxListeners } from "node:events";
import type { Latency } from "../calls";
import { type Clock, type ManualClock, movable, systemClock } from "../clock";
import { Exchange } from "../faults/exchange";
import { FaultBook } from "../faults/fault-book";
import { Gates } from "../faults/gate";
import { Journal } from "../journal";
import { seededRandom } from "../random";
import { folderStore } from "../storage/folder-store";
import { noStore, type Store } from "../storage/store";
import type { WireObject } from "../wire/answers/envelope";
import type { Books, WorldState } from "../world/books";
import { PastOrders } from "../world/past-orders";
import { finishPurchase } from "../world/purchase/purchase";
import { Seed, worldFromSeed } from "../world/seed";
import { settle } from "../world/settle";
import { Variants } from "../world/variants";

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
  /** Gets each request, and each answer, as one line without secrets. */
  readonly log?: (line: string) => void;
  /** The same number gives the same oids and passwords; default 1. */
  readonly randomSeed?: number;
};

/** What a call answers when its work is done. */
export type Answered = { readonly status: number; readonly body: WireObject };

/** Ends with a reset or with the simulator: its work stops there, and its sockets are cut. */
export type Era = { readonly books: Books; readonly signal: AbortSignal };

/** Everything the server works with. */
export class Service {
  readonly journal = new Journal();
  readonly faults = new FaultBook();
  readonly gates = new Gates();
  /** Of the answers that change places. */
  readonly exchange = new Exchange<Answered>();
  /** Can be changed at any time. */
  readonly variants: Variants;
  readonly latency: Latency;
  readonly clock: ManualClock;
  readonly log: ((line: string) => void) | undefined;
  readonly #apiKeys: ReadonlySet<string>;
  readonly #seed: Seed;
  readonly #randomSeed: number;
  readonly #store: Store;
  #end = new AbortController();
  #era: Era;

  constructor(options: ServiceOptions) {
    this.variants = Variants.parse(options.variants ?? {});
    this.latency = options.latency ?? "none";
    this.clock = movable(options.clock ?? systemClock);
    this.#apiKeys = new Set(options.apiKeys ?? ["12345"]);
    const { log } = options;
    this.log = log && ((line) => log(this.withoutKeys(line)));
    this.#seed = Seed.parse(options.seed ?? {});
    this.#randomSeed = options.randomSeed ?? 1;
    this.#store = options.data === undefined ? noStore : folderStore(options.data);
    const kept = this.#store.load();
    if (kept !== undefined) this.clock.advance(kept.clockAheadMs);
    this.#era = this.#beginEra(kept);
    this.#finishWhatWasBegun();
  }

  get era(): Era {
    settle(this.#era.books);
    return this.#era;
  }

  isKey(key: string | undefined): boolean {
    return key !== undefined && this.#apiKeys.has(key);
  }

  withoutKeys(text: string): string {
    let masked = text;
    for (const key of this.#apiKeys) masked = masked.replaceAll(key, "***");
    return masked;
  }

  /** Moves the clock ahead, for good if the world is kept. */
  advanceClock(ms: number): void {
    const { state, save } = this.#era.books;
    this.clock.advance(ms);
    state.clockAheadMs += ms;
    save();
  }

  /** Goes back to the seed: no faults, no gates, an empty journal. Requests under way are cut. The clock stays where it is. */
  reset(): void {
    this.end();
    this.faults.clear();
    this.journal.clear();
    const { clockAheadMs } = this.#era.books.state;
    this.#era = this.#beginEra(undefined);
    const { state, save } = this.#era.books;
    state.clockAheadMs = clockAheadMs;
    save();
  }

  end(): void {
    this.#end.abort();
    this.gates.releaseAll();
    this.exchange.release();
  }

  /** For good: frees the folder too. */
  close(): void {
    this.end();
    this.#store.close();
  }

  #beginEra(kept: WorldState | undefined): Era {
    this.#end = new AbortController();
    setMaxListeners(0, this.#end.signal);
    const random = seededRandom(this.#randomSeed);
    const state = kept ?? worldFromSeed(this.#seed, this.clock, random);
    const past = new PastOrders(state.orders);
    const keep = this.#store.begin(state);
    const save: Books["save"] = (...orders) => {
      past.note(orders, this.clock.now());
      keep(...orders);
    };
    const { variants, clock } = this;
    return { books: { state, variants, clock, random, past, save }, signal: this.#end.signal };
  }

  /** A restart loses no purchase: the service finishes what its predecessor had started. */
  #finishWhatWasBegun(): void {
    const { books } = this.#era;
    for (const order of books.state.orders) {
      const isRebooting = order.runningState === "RESTARTING" || order.runningState === "POWERCYCLING";
      const isLeftUndone = order.isHalfMade || order.isBusy || isRebooting;
      if (isLeftUndone && order.installsUntilMs === null) finishPurchase(books, order);
    }
  }
}
