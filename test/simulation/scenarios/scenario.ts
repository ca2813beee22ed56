import type { CallName } from "../../../simulator/src/calls";
import { type CommandName, type CommandOptions, perform } from "../command";
import { conclude } from "../conclusion";
import { History } from "../history";
import { type Conditions, usual } from "../models/conditions";
import type { Declared } from "../models/declared";
import type { Variant } from "../models/provider-under-test";
import { Random } from "../models/random";
import type { CrashPlan } from "../models/run";
import { type Accident, Accidents, type Making, type Trouble } from "../models/service/accidents";
import { Oddities, type Standstill } from "../models/service/oddities";
import type { Outcome, Stack } from "../models/stack";
import { type Entry, liveEntries } from "../models/stack-state";
import { server } from "../people/program-changes";

const minuteMs = 60_000;

/** The troubles that a scenario wants, and no others. */
class PlannedAccidents extends Accidents {
  nextCrash: CrashPlan | undefined;
  nextStandstill: Standstill | undefined;
  making: Making = { installMs: 5 * minuteMs, hiddenMs: 0 };
  stateIsReadable = true;
  readonly #troubles: { readonly call: CallName; readonly trouble: Trouble }[] = [];

  befall(call: CallName, accident: Accident, retryAfterMs?: number): void {
    this.#troubles.push({ call, trouble: { accident, sendings: 1, retryAfterMs } });
  }

  override troubleOf(call: CallName): Trouble {
    const index = this.#troubles.findIndex((one) => one.call === call);
    const [befallen] = index === -1 ? [] : this.#troubles.splice(index, 1);
    return befallen?.trouble ?? { accident: "none", sendings: 1, retryAfterMs: undefined };
  }

  override crash(): CrashPlan | undefined {
    const plan = this.nextCrash;
    this.nextCrash = undefined;
    return plan;
  }

  override standstill(): Standstill | undefined {
    const next = this.nextStandstill;
    this.nextStandstill = undefined;
    return next;
  }

  override isStateReadable(): boolean {
    return this.stateIsReadable;
  }

  override makingOf(): Making {
    return this.making;
  }
}

/** A scripted history, with the same stacks, engine and service as the random ones. */
export class Scenario {
  readonly history: History;
  readonly accidents = new PlannedAccidents(new Random(1), new Oddities(new Random(2), usual));

  constructor(variant: Variant, conditions: Partial<Conditions> = {}) {
    this.history = new History(this.accidents.random, variant, this.accidents, { ...usual, ...conditions });
  }

  get ours(): Stack {
    return this.history.ours;
  }

  declare(...servers: readonly (Partial<Declared> & { readonly name: string })[]): void {
    this.ours.program = servers.map(({ name, ...more }) => server(name, more));
  }

  run(name: CommandName, options?: CommandOptions, stack: Stack = this.ours): Promise<Outcome> {
    return perform(this.history, stack, name, options);
  }

  /** Runs an `up` that nothing speaks against. */
  async upWithoutFail(): Promise<void> {
    if ((await this.run("up")) !== "good") this.history.find("stuck", this.ours.lastMessages);
  }

  /** In the next command, `casualty` dies while the service works on the nth purchase. */
  killInPurchase(casualty: CrashPlan["casualty"], nth = 1): void {
    let purchases = 0;
    const isPurchase = (what: string): boolean => what.startsWith("order ") && what.endsWith("the service works");
    this.accidents.nextCrash = { casualty, isMoment: (what) => isPurchase(what) && ++purchases === nth };
  }

  /** The same while it works on the nth resize. */
  killInResize(casualty: CrashPlan["casualty"], nth: number): void {
    let resizes = 0;
    const isResize = (what: string): boolean => what.startsWith("parameters ") && what.endsWith("the service works");
    this.accidents.nextCrash = { casualty, isMoment: (what) => isResize(what) && ++resizes === nth };
  }

  /** In the next command, lists show for so long only what there was some time ago. */
  stopLists(asOfMinutesAgo: number, minutes: number): void {
    const { nowMs } = this.history.clock;
    const asOfMs = nowMs - asOfMinutesAgo * minuteMs;
    this.accidents.nextStandstill = { fromMs: nowMs, untilMs: nowMs + minutes * minuteMs, asOfMs };
  }

  pass(minutes: number): Promise<void> {
    return this.history.clock.pass(minutes * minuteMs);
  }

  /** The entry that the state holds for a server. */
  entryOf(name: string): Entry {
    const entry = liveEntries(this.ours.state).find(({ urn }) => urn.endsWith(`::${name}`));
    if (entry === undefined) throw new Error(`the state holds no ${name}`);
    return entry;
  }

  /** A purchase that the service completes but the state does not know. */
  async interruptPurchase(): Promise<void> {
    this.killInPurchase("both");
    await this.run("up");
    await this.pass(10);
  }

  /** Then people fix everything, as far as messages say how, and take it down. */
  async end(): Promise<History> {
    await conclude(this.history);
    return this.history;
  }
}

export type PlayScenario = (variant: Variant) => Promise<History>;
