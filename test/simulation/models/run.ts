/**
 * What dies when a run is interrupted: the service always continues, and so does a host whose CLI dies alone. Nobody does at the first Ctrl-C:
 * the engine tells its hosts, and starts nothing new.
 */
type Casualty = "cli" | "host" | "both" | "nobody";

export interface CrashPlan {
  readonly casualty: Casualty;
  /** Whether the nth moment of the run is the last one. */
  readonly isMoment: (what: string, nth: number) => boolean;
}

/** Never settles: its caller has died. */
const never = new Promise<never>(() => undefined);

/** A process that may die. */
export class Life {
  readonly died: Promise<void>;
  isOver = false;
  #end: () => void = () => undefined;

  constructor() {
    this.died = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  end(): void {
    this.isOver = true;
    this.#end();
  }
}

/** One command: the CLI's process with the program, and the hosts that it starts, which may all die at any moment. */
export class Run {
  /** What a person could read. */
  readonly reports: string[] = [];
  readonly cli = new Life();
  readonly #stop = new AbortController();
  readonly startMs: number;
  /** When the CLI died, if it did. */
  cliDiedMs: number | undefined;
  hasCrashed = false;
  readonly #hosts: Life[] = [];
  #moments = 0;
  readonly #plan: CrashPlan | undefined;
  readonly #nowMs: () => number;
  readonly #trace: (event: string) => void;

  constructor(plan: CrashPlan | undefined, nowMs: () => number, trace: (event: string) => void) {
    this.#plan = plan;
    this.#nowMs = nowMs;
    this.#trace = trace;
    this.startMs = nowMs();
  }

  get isCliAlive(): boolean {
    return !this.cli.isOver;
  }

  /** Aborted at the first Ctrl-C. */
  get stop(): AbortSignal {
    return this.#stop.signal;
  }

  startHost(): Life {
    const host = new Life();
    this.#hosts.push(host);
    return host;
  }

  /** A point at which a host may die, and which a dead one never passes. */
  async hostMoment(host: Life, what: string): Promise<void> {
    if (!host.isOver) this.#count(what, host);
    if (host.isOver) await never;
  }

  /** The same for the CLI. */
  async cliMoment(what: string): Promise<void> {
    if (this.isCliAlive) this.#count(what, this.#hosts[0]);
    if (!this.isCliAlive) await never;
  }

  report(text: string): void {
    if (!this.isCliAlive) return;
    this.#trace(`  reports: ${text}`);
    this.reports.push(text);
  }

  /** Whether a message names an order. */
  names(oid: number): boolean {
    return this.reports.some((text) => text.includes(String(oid)));
  }

  /** A command that ends by itself takes its hosts with it; one that was killed alone leaves them behind. */
  end(): void {
    if (this.isCliAlive) for (const host of this.#hosts) host.end();
  }

  #count(what: string, host: Life | undefined): void {
    if (this.#plan === undefined || this.hasCrashed || !this.#plan.isMoment(what, ++this.#moments)) return;
    this.hasCrashed = true;
    const { casualty } = this.#plan;
    this.#trace(`  ${casualty === "nobody" ? "ASKED TO STOP" : `KILLED (${casualty})`} at "${what}"`);
    if (casualty === "nobody") this.#stop.abort();
    if (casualty === "host") host?.end();
    if (casualty === "both") for (const each of this.#hosts) each.end();
    if (casualty === "host" || casualty === "nobody") return;
    this.cliDiedMs = this.#nowMs();
    this.cli.end();
  }
}
