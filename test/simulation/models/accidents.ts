import type { Random } from "./random";
import type { Making } from "./service-model";

/** What can happen to one call. */
export type Accident =
  | "none"
  | "not-sent"
  | "rate-limited"
  | "lost-on-the-way"
  | "refused"
  | "refused-but-done"
  | "answer-lost"
  /** The service says that it has done it, and has not. */
  | "done-in-name-only";

const minuteMs = 60_000;

const ofPurchase = {
  none: 84,
  "not-sent": 2,
  "rate-limited": 2,
  "lost-on-the-way": 3,
  refused: 2,
  "refused-but-done": 2,
  "answer-lost": 5,
} as const;

const ofCancellation = {
  none: 88,
  "not-sent": 2,
  "lost-on-the-way": 3,
  "answer-lost": 4,
  "done-in-name-only": 3,
} as const;

const ofChange = { none: 94, "not-sent": 2, "lost-on-the-way": 2, "answer-lost": 2 } as const;

/** The client repeats reads by itself: only long troubles reach the provider. */
const ofRead = { none: 985, "answer-lost": 15 } as const;

/** Chance, as far as troubles are concerned. In calm times nothing happens. */
export class Accidents {
  readonly random: Random;
  isCalm = false;

  constructor(random: Random) {
    this.random = random;
  }

  #draw<Kind extends Accident>(weights: Readonly<Record<Kind, number>>): Accident {
    return this.isCalm ? "none" : this.random.weighted(weights);
  }

  ofPurchase = (): Accident => this.#draw(ofPurchase);
  ofCancellation = (): Accident => this.#draw(ofCancellation);
  ofChange = (): Accident => this.#draw(ofChange);
  ofRead = (): Accident => this.#draw(ofRead);

  isKilled = (): boolean => !this.isCalm && this.random.chance(0.2);
  isStateReadable = (): boolean => this.isCalm || !this.random.chance(0.03);

  /** Most orders are listed while they are made, some when they are finished, a few only later. */
  makingOf = (accident: Accident): Making => {
    const installMs = this.random.between(2, 8) * minuteMs;
    // A service in trouble is late with everything.
    const longer = accident === "answer-lost" ? 60 : 10;
    const hidden = this.random.weighted({ never: 60, whileMade: 30, longer });
    switch (hidden) {
      case "never":
        return { installMs, hiddenMs: 0 };
      case "whileMade":
        return { installMs, hiddenMs: installMs };
      case "longer":
        return { installMs, hiddenMs: installMs + this.random.between(1, 40) * minuteMs };
      default:
        return hidden satisfies never;
    }
  };
}
