type Waiting<T> = { readonly given: T; readonly take: (other: T) => void };

/** Where two requests change answers: the first waits for the second. */
export class Exchange<T> {
  #waiting: Waiting<T> | undefined;

  async swap(given: T): Promise<T> {
    const first = this.#waiting;
    if (first === undefined) {
      return new Promise((take) => {
        this.#waiting = { given, take };
      });
    }
    this.#waiting = undefined;
    first.take(given);
    return first.given;
  }

  /** Nobody comes any more: whoever waits gets its own back. */
  release(): void {
    this.#waiting?.take(this.#waiting.given);
    this.#waiting = undefined;
  }
}
