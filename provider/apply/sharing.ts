/**
 * One read for many callers. A caller gets the answer to a read that *started after* it asked, so everything that happened
 * before is in the answer. Callers that ask while a read is under way share the next one.
 */
export class SharedRead<T> {
  readonly #read: () => Promise<T>;
  readonly #waitForOthers: (() => Promise<void>) | undefined;
  #underWay: Promise<unknown> = Promise.resolve();
  #next: Promise<T> | undefined;
  #recent: { readonly askedMs: number; readonly answer: Promise<T> } | undefined;

  /** @param waitForOthers ends when a read has waited long enough for more callers, who then need none of their own */
  constructor(read: () => Promise<T>, waitForOthers?: () => Promise<void>) {
    this.#read = read;
    this.#waitForOthers = waitForOthers;
  }

  ask(): Promise<T> {
    this.#next ??= this.#startAfter(this.#underWay);
    return this.#next;
  }

  /**
   * The answer to a read that was requested at most `maxAgeMs` ago: a refresh reads each resource at another moment, and
   * one read serves them all.
   */
  recent(nowMs: number, maxAgeMs: number): Promise<T> {
    if (this.#recent === undefined || nowMs - this.#recent.askedMs > maxAgeMs) {
      const asked = { askedMs: nowMs, answer: this.ask() };
      this.#recent = asked;
      // Later callers do not get an earlier failure.
      asked.answer.catch(() => {
        if (this.#recent === asked) this.#recent = undefined;
      });
    }
    return this.#recent.answer;
  }

  async #startAfter(previous: Promise<unknown>): Promise<T> {
    // The callers of an earlier read handle its failure.
    await previous.catch(() => undefined);
    await this.#waitForOthers?.();
    this.#next = undefined;
    const reading = this.#read();
    this.#underWay = reading;
    return reading;
  }
}

/** Lets at most `limit` pieces of work run at a time, in the order in which they arrived. */
export class Limiter {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get running(): number {
    return this.#running;
  }

  /** Whether what comes now has to wait. */
  get isFull(): boolean {
    return this.#running >= this.#limit;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.isFull) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line, so that nobody slips in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
