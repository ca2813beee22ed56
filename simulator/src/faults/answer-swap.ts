type Waiting<T> = { readonly given: T; readonly take: (other: T) => void };

/** Two requests swap their answers: the first waits for the second. */
export class AnswerSwap<T> {
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

  /** Nobody else will come: a waiting request gets its own answer back. */
  release(): void {
    this.#waiting?.take(this.#waiting.given);
    this.#waiting = undefined;
  }
}
