import type { CallName } from "../../../../simulator/src/calls";
import type { Random } from "../random";
import type { CrashPlan } from "../run";
import type { Oddities, Standstill } from "./oddities";

/** What can happen to one attempt of a request. */
export type Accident =
  | "none"
  | "not-sent"
  | "rate-limited"
  | "lost-on-the-way"
  | "refused"
  | "refused-but-done"
  | "answer-lost"
  /** It is done, but the connection stays silent until the caller's time is up. */
  | "never-answered"
  /** It is done, but then a router says that the service cannot be reached: an error that looks like "not sent". */
  | "unreachable-after-arrival"
  /** The service claims to have done it, but has not. */
  | "done-in-name-only"
  /** It is done, and the answer is about some other order of the account. */
  | "about-another-order"
  /** The answer shows the order as cancelled, which it is not. */
  | "shown-as-cancelled"
  /** It is done, and the answer goes to whoever buys next, and vice versa. */
  | "swapped-answers"
  /** A quote in another currency, without an estimate; and one without any currency. */
  | "without-usd"
  | "without-currency";

/** An accident, and how many consecutive attempts of the same request it affects. */
export interface Trouble {
  readonly accident: Accident;
  readonly sendings: number;
  readonly retryAfterMs: number | undefined;
}

/** How a purchase goes, by chance. */
export interface Making {
  readonly installMs: number;
  /** Hidden from lists this long after it arrived. */
  readonly hiddenMs: number;
}

const minuteMs = 60_000;

const ofPurchase = {
  none: 833,
  "not-sent": 20,
  "rate-limited": 20,
  "lost-on-the-way": 30,
  refused: 20,
  "refused-but-done": 20,
  "answer-lost": 45,
  "never-answered": 10,
  "unreachable-after-arrival": 2,
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
const ofRead = { none: 980, "lost-on-the-way": 15, "rate-limited": 5 } as const;

const ofSingleRead = { ...ofRead, "shown-as-cancelled": 10 } as const;

const reads: ReadonlySet<CallName> = new Set<CallName>(["list-orders", "get-order", "vps-status"]);

/** How many attempts in a row: the client resends some requests by itself, and a network that is down stays down for a while. */
const sendings = { once: 40, lasting: 60 } as const;
const lastingSendings = 20;

const retryAfter = { unsaid: 30, soon: 40, later: 20, muchLater: 9, nextMonth: 1 } as const;
const retryAfterMs = {
  unsaid: undefined,
  soon: 20_000,
  later: 5 * minuteMs,
  muchLater: 3 * 60 * minuteMs,
  nextMonth: 30 * 24 * 60 * minuteMs,
} as const;

const casualties = { both: 50, cli: 30, host: 20 } as const;

/** Decides by chance which troubles happen. In calm times none do. */
export class Accidents {
  readonly random: Random;
  readonly oddities: Oddities;
  isCalm = false;
  readonly #liedAbout = new Set<number>();

  constructor(random: Random, oddities: Oddities) {
    this.random = random;
    this.oddities = oddities;
  }

  #draw<Kind extends Accident>(weights: Readonly<Record<Kind, number>>): Accident {
    return this.isCalm ? "none" : this.random.weighted(weights);
  }

  /** What happens to a request that is sent for the first time. */
  troubleOf(call: CallName): Trouble {
    const accident = this.accidentOf(call);
    if (accident === "none") return { accident, sendings: 1, retryAfterMs: undefined };
    const isLasting =
      (reads.has(call) && accident !== "shown-as-cancelled") ||
      call === "new-vm-pricing" ||
      (accident === "not-sent" && this.random.weighted(sendings) === "lasting");
    return {
      accident,
      sendings: isLasting ? lastingSendings : 1,
      retryAfterMs: accident === "rate-limited" ? retryAfterMs[this.random.weighted(retryAfter)] : undefined,
    };
  }

  accidentOf(call: CallName): Accident {
    switch (call) {
      case "new-vps":
        return this.#ofPurchase();
      case "new-vm-pricing":
        return this.isCalm ? "none" : this.oddities.ofQuote();
      case "delete-vps":
      case "cancelled":
        return this.#draw(ofCancellation);
      case "parameters":
      case "running-state":
        return this.#draw(ofChange);
      case "get-order":
        return this.#draw(ofSingleRead);
      default:
        return reads.has(call) ? this.#draw(ofRead) : "none";
    }
  }

  /** An answer has said that this order ended, which it has not. */
  lieAbout(orderOid: number): void {
    this.#liedAbout.add(orderOid);
  }

  /** Whether the next reading of this order may be wrong. No two answers in a row are: what both of them say is believed. */
  mayLieAbout(orderOid: number): boolean {
    return !this.#liedAbout.delete(orderOid);
  }

  #ofPurchase(): Accident {
    const accident = this.#draw(ofPurchase);
    return accident === "none" && !this.isCalm ? this.oddities.ofPurchase() : accident;
  }

  /** What keeps lists from showing anything new during the run that begins now. */
  standstill(nowMs: number): Standstill | undefined {
    return this.isCalm ? undefined : this.oddities.standstill(nowMs);
  }

  /** How a run with so many servers is interrupted; most runs are not. */
  crash(servers: number): CrashPlan | undefined {
    if (this.isCalm || !this.random.chance(0.2)) return undefined;
    const casualty = this.random.weighted(casualties);
    const last = this.random.between(1, 15 * (servers + 1));
    return { casualty, isMoment: (_what, nth) => nth === last };
  }

  isStateReadable(): boolean {
    return this.isCalm || !this.random.chance(0.03);
  }

  /** Most orders are listed while they are being created, some when they are finished, a few only later, but not in calm times. */
  makingOf(accident: Accident): Making {
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
        return { installMs, hiddenMs: installMs + this.random.between(1, 40) * (this.isCalm ? 0 : minuteMs) };
      default:
        return hidden satisfies never;
    }
  }
}
