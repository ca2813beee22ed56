interface Timer {
  readonly atMs: number;
  readonly ring: () => void;
}

/** Runs everything that settled promises have made ready. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Time that passes only while everything waits: hours take microseconds, and the order of events depends on nothing else. */
export class VirtualClock {
  nowMs: number;
  #timers: Timer[] = [];

  constructor(startMs: number) {
    this.nowMs = startMs;
  }

  sleep(durationMs: number): Promise<void> {
    return new Promise((ring) => {
      const timer = { atMs: this.nowMs + Math.max(0, durationMs), ring };
      // Behind timers of the same time, so that the first one set fires first.
      const place = this.#timers.findIndex(({ atMs }) => atMs > timer.atMs);
      this.#timers.splice(place === -1 ? this.#timers.length : place, 0, timer);
    });
  }

  /** Lets time pass until a promise has settled. */
  async runUntil<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const finish = () => {
      isSettled = true;
    };
    promise.then(finish, finish);
    for (;;) {
      await settle();
      if (isSettled) return promise;
      const next = this.#timers.shift();
      if (next === undefined) throw new Error("everybody waits, and nobody for the time");
      this.nowMs = next.atMs;
      next.ring();
    }
  }

  /** Lets time pass, and other processes with it. */
  pass(durationMs: number): Promise<void> {
    return this.runUntil(this.sleep(durationMs));
  }
}
