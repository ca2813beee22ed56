import type { Conditions } from "../conditions";
import type { Random } from "../random";
import type { Accident } from "./accidents";

/** For a while lists show the orders as they were at one moment. */
export interface Standstill {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly asOfMs: number;
}

const minuteMs = 60_000;

const mixUps = { none: 70, "about-another-order": 18, "swapped-answers": 12 } as const;
const quotes = {
  none: 60,
  "lost-on-the-way": 14,
  "never-answered": 6,
  "without-usd": 10,
  "without-currency": 10,
} as const;
const standstills = { none: 45, brief: 20, long: 35 } as const;

/**
 * What the service answers without any error although it is not so. Has random numbers of its own: in a history without oddities
 * everything else happens as if there were none.
 */
export class Oddities {
  readonly random: Random;
  readonly #conditions: Conditions;

  constructor(random: Random, conditions: Conditions) {
    this.random = random;
    this.#conditions = conditions;
  }

  ofPurchase(): Accident {
    return this.#conditions.answers === "exact" ? "none" : this.random.weighted(mixUps);
  }

  /** Only where a limit depends on it. */
  ofQuote(): Accident {
    return this.#conditions.limits === "none" ? "none" : this.random.weighted(quotes);
  }

  /** Of the lists that one run gets. */
  standstill(nowMs: number): Standstill | undefined {
    if (this.#conditions.lists !== "lagging") return undefined;
    const { random } = this;
    const kind = random.weighted(standstills);
    if (kind === "none") return undefined;
    const fromMs = nowMs + (random.chance(0.6) ? 0 : random.between(0, 5) * minuteMs);
    const durationMs = kind === "brief" ? random.between(10, 80) * 1000 : random.between(2, 40) * minuteMs;
    return { fromMs, untilMs: fromMs + durationMs, asOfMs: fromMs - random.between(0, 90) * minuteMs };
  }
}
