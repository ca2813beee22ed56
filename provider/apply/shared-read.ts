/**
 * One read for many askers. An asker gets what a read brought that *began after* it asked: what has happened before is
 * in the answer. Askers that come while a read is under way share the next one.
 */
export class SharedRead<T> {
  readonly #read: () => Promise<T>;
  #underWay: Promise<unknown> = Promise.resolve();
  #next: Promise<T> | undefined;

  constructor(read: () => Promise<T>) {
    this.#read = read;
  }

  ask(): Promise<T> {
    this.#next ??= this.#startAfter(this.#underWay);
    return this.#next;
  }

  async #startAfter(previous: Promise<unknown>): Promise<T> {
    // A failure of an earlier read is its askers' to handle.
    await previous.catch(() => undefined);
    this.#next = undefined;
    const reading = this.#read();
    this.#underWay = reading;
    return reading;
  }
}
