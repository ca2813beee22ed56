/** What dies when a run is interrupted: the service always goes on. */
type Casualty = "cli" | "host" | "both";

export interface CrashPlan {
  /** The how manieth moment of the run is the last one. */
  readonly atMoment: number;
  readonly casualty: Casualty;
}

/** Never settles: whoever waits for it has died. */
const never = new Promise<never>(() => undefined);

/** One `up`, `refresh` or `destroy`: the CLI's process and the provider host's, which may die at any moment. */
export class Run {
  /** What a person got to read. */
  readonly reports: string[] = [];
  readonly hostDied: Promise<void>;
  readonly cliDied: Promise<void>;
  isCliAlive = true;
  #isHostAlive = true;
  #moments = 0;
  readonly #plan: CrashPlan | undefined;
  readonly #trace: (event: string) => void;
  #endHost: () => void = () => undefined;
  #endCli: () => void = () => undefined;

  constructor(plan: CrashPlan | undefined, trace: (event: string) => void) {
    this.#plan = plan;
    this.#trace = trace;
    this.hostDied = new Promise((resolve) => {
      this.#endHost = resolve;
    });
    this.cliDied = new Promise((resolve) => {
      this.#endCli = resolve;
    });
  }

  /** A point at which the host may die, and beyond which a dead one does not come. */
  async hostMoment(what: string): Promise<void> {
    if (this.#isHostAlive) this.#count(what);
    if (!this.#isHostAlive) await never;
  }

  /** The same for the CLI. */
  async cliMoment(what: string): Promise<void> {
    if (this.isCliAlive) this.#count(what);
    if (!this.isCliAlive) await never;
  }

  report(text: string): void {
    if (!this.isCliAlive) return;
    this.#trace(`  tells: ${text}`);
    this.reports.push(text);
  }

  #count(what: string): void {
    if (++this.#moments !== this.#plan?.atMoment) return;
    this.#trace(`  KILLED (${this.#plan.casualty}) at "${what}"`);
    if (this.#plan.casualty !== "cli") {
      this.#isHostAlive = false;
      this.#endHost();
    }
    if (this.#plan.casualty !== "host") {
      this.isCliAlive = false;
      this.#endCli();
    }
  }
}
