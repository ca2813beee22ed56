/**
 * One read for many callers. A caller gets the answer to a read that *started after* it asked, so everything that happened
 * before is in the answer. Callers that ask while a read is under way share the next one.
 */
export class SharedRead<T> {
  readonly #read: () => Promise<T>;
  #underWay: Promise<unknown> = Promise.resolve();
  #next: Promise<T> | undefined;
  #recent: { readonly askedMs: number; readonly answer: Promise<T> } | undefined;

  constructor(read: () => Promise<T>) {
    this.#read = read;
  }

  ask(): Promise<T> {
    this.#next ??= this.#startAfter(this.#underWay);
    return this.#next;
  }

  /**
   * The answer to a read that was requested at most `maxAgeMs` ago: a refresh reads each resource at a different moment, and
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
    this.#next = undefined;
    const reading = this.#read();
    this.#underWay = reading;
    return reading;
  }
}
