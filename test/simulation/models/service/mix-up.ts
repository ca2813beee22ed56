import type { VirtualClock } from "../virtual-clock";

/** How long an answer waits for another one to change places with. */
const patienceMs = 5 * 60_000;

/** A balancer that hands the answers to two purchases to the wrong callers. */
export class MixUp<Answer> {
  #waiting: { readonly answer: Answer; readonly take: (other: Answer) => void } | undefined;
  readonly #clock: VirtualClock;

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  /** The answer that the caller gets: another one's if `isMixedUp`, or if another one waits. Alone, it gets its own. */
  async pass(answer: Answer, isMixedUp: boolean): Promise<Answer> {
    const first = this.#waiting;
    if (first !== undefined) {
      this.#waiting = undefined;
      first.take(answer);
      return first.answer;
    }
    if (!isMixedUp) return answer;
    const swapped = new Promise<Answer>((take) => {
      this.#waiting = { answer, take };
    });
    const waiting = this.#waiting;
    return Promise.race([
      swapped,
      this.#clock.sleep(patienceMs).then(() => {
        if (this.#waiting === waiting) this.#waiting = undefined;
        return answer;
      }),
    ]);
  }
}
