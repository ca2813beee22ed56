import type { CallName } from "../../../../simulator/src/calls";
import type { Conditions } from "../conditions";
import type { Random } from "../random";
import type { CrashPlan } from "../run";

/** What can happen to one attempt of a request. */
export type Accident =
  | "none"
  | "not-sent"
  /** 429 and 503; a gateway may say so of what the service carries out. */
  | "rate-limited"
  | "unavailable"
  | "rate-limited-but-done"
  | "unavailable-but-done"
  | "lost-on-the-way"
  | "refused"
  | "refused-but-done"
  | "answer-lost"
  /** It is done, but the connection stays silent until the caller's time is up. */
  | "never-answered"
  /** The service claims to have done it, but has not. */
  | "done-in-name-only";

/** An accident, and how many consecutive attempts of the same request it affects. */
export interface Trouble {
  readonly accident: Accident;
  readonly sendings: number;
  readonly retryAfterMs?: number | undefined;
}

/** How a purchase goes, by chance. */
export interface Making {
  readonly installMs: number;
  /** Hidden from lists this long after it arrived. */
  readonly hiddenMs: number;
}

const minuteMs = 60_000;

const ofPurchase = {
  ...{ none: 805, "not-sent": 20, "lost-on-the-way": 30, refused: 20, "refused-but-done": 20 },
  ...{ "rate-limited": 15, "rate-limited-but-done": 15, unavailable: 10, "unavailable-but-done": 15 },
  ...{ "answer-lost": 40, "never-answered": 10 },
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
const ofQuote = { none: 850, "lost-on-the-way": 100, "never-answered": 50 } as const;
const lastingSendings = 20;

const retryAfterMs = { unsaid: undefined, soon: 20_000, later: 5 * minuteMs, muchLater: 3 * 60 * minuteMs } as const;

/** Anything may be interrupted; what matters most is a purchase, before it arrives and while the service works. */
function purchaseMoment(last: number): CrashPlan["isMoment"] {
  let nth = 0;
  return (what) => what.startsWith("order ") && ++nth === last;
}

/** Decides by chance which troubles happen. In calm times none do. */
export class Accidents {
  readonly random: Random;
  isCalm = false;
  readonly #conditions: Conditions;

  constructor(random: Random, conditions: Conditions) {
    this.random = random;
    this.#conditions = conditions;
  }

  /** What happens to a request that is sent for the first time. */
  troubleOf(call: CallName): Trouble {
    const { random } = this;
    const accident = this.isCalm ? "none" : this.#accidentOf(call);
    if (accident === "none") return { accident, sendings: 1 };
    const isRead = call === "list-orders" || call === "get-order" || call === "new-vm-pricing";
    // A network that is down stays down for a while.
    const isLasting = isRead || (accident === "not-sent" && random.chance(0.6));
    const isBusy = /^(rate-limited|unavailable)/.test(accident);
    const after = isBusy ? random.weighted({ unsaid: 30, soon: 40, later: 20, muchLater: 10 }) : "unsaid";
    return { accident, sendings: isLasting ? lastingSendings : 1, retryAfterMs: retryAfterMs[after] };
  }

  #accidentOf(call: CallName): Accident {
    const { random } = this;
    switch (call) {
      case "new-vps":
        return random.weighted(ofPurchase);
      case "new-vm-pricing":
        return this.#conditions.limits === "none" ? "none" : random.weighted(ofQuote);
      case "delete-vps":
      case "cancelled":
        return random.weighted(ofCancellation);
      case "parameters":
      case "running-state":
      case "reinstall":
        return random.weighted(ofChange);
      case "list-orders":
      case "get-order":
      case "vps-status":
        return random.weighted(ofRead);
      default:
        return "none";
    }
  }

  /** How a run with so many servers is interrupted; most runs are not. */
  crash(servers: number): CrashPlan | undefined {
    if (this.isCalm || !this.random.chance(0.2)) return undefined;
    const casualty = this.random.weighted({ both: 45, cli: 25, host: 15, nobody: 15 });
    if (this.random.chance(0.3)) return { casualty, isMoment: purchaseMoment(this.random.between(1, 3)) };
    const last = this.random.between(1, 20 * (servers + 1));
    return { casualty, isMoment: (_what, nth) => nth === last };
  }

  makingOf(): Making {
    const { halfMade, listLagMs } = this.#conditions;
    const installMs = this.random.between(2, 8) * minuteMs;
    const lagMs = this.random.chance(0.5) ? listLagMs : 0;
    return { installMs, hiddenMs: lagMs + (halfMade === "hidden" ? installMs : 0) };
  }
}
