import type { CallName } from "../../../simulator/src/calls";
import { type CommandName, perform, start } from "../command";
import { conclude } from "../conclusion";
import { History } from "../history";
import { type Conditions, usual } from "../models/conditions";
import { type Desired, nameIn } from "../models/desired";
import type { Chosen } from "../models/engine/context";
import type { Variant } from "../models/provider-under-test";
import { Random } from "../models/random";
import type { CrashPlan } from "../models/run";
import { type Accident, Accidents, type Making, type Trouble } from "../models/service/accidents";
import type { Outcome, Stack } from "../models/stack";
import { type Entry, liveServers } from "../models/stack-state";
import { server } from "../people/program-changes";
import { never } from "../verdict/findings";

const minuteMs = 60_000;

/** The troubles that a scenario wants, and no others. */
class PlannedAccidents extends Accidents {
  nextCrash: CrashPlan | undefined;
  making: Making = { installMs: 5 * minuteMs, hiddenMs: 0 };
  readonly #troubles: { readonly call: CallName; readonly trouble: Trouble }[] = [];

  befall(call: CallName, accident: Accident, more: Partial<Trouble> = {}): void {
    this.#troubles.push({ call, trouble: { accident, sendings: 1, ...more } });
  }

  override troubleOf(call: CallName): Trouble {
    const index = this.#troubles.findIndex((one) => one.call === call);
    const [befallen] = index === -1 ? [] : this.#troubles.splice(index, 1);
    return befallen?.trouble ?? { accident: "none", sendings: 1 };
  }

  override crash(): CrashPlan | undefined {
    const plan = this.nextCrash;
    this.nextCrash = undefined;
    return plan;
  }

  override makingOf(): Making {
    return this.making;
  }
}

/** How a command ended, and what it said. */
type End = Outcome | readonly [Outcome, RegExp];

/** A history told by hand: one that people get into. */
export interface Told {
  readonly conditions?: Partial<Conditions>;
  readonly play: (scenario: Scenario) => Promise<unknown>;
  /** How each command ended. */
  readonly ends: readonly End[];
  /** How many orders were bought, by hand too. */
  readonly bought: number;
  /** How many of them are billed at the end, with no end in sight. */
  readonly billed: number;
}

/** A scripted history, with the same stacks, engine and service as the random ones. */
export class Scenario {
  readonly history: History;
  readonly accidents: PlannedAccidents;
  readonly ended: { readonly outcome: Outcome; readonly messages: string }[] = [];

  constructor(variant: Variant, conditions: Conditions) {
    this.accidents = new PlannedAccidents(new Random(1), conditions);
    this.history = new History(this.accidents.random, variant, this.accidents, conditions);
  }

  get ours(): Stack {
    return this.history.ours;
  }

  declare(...servers: readonly (Partial<Desired> & { readonly name: string })[]): void {
    this.ours.program = servers.map(({ name, ...more }) => server(name, more));
  }

  async run(name: CommandName, chosen?: Chosen, stack: Stack = this.ours): Promise<void> {
    const outcome = await perform(this.history, stack, name, chosen);
    this.ended.push({ outcome, messages: stack.lastMessages });
  }

  up(chosen?: Chosen): Promise<void> {
    return this.run("up", chosen);
  }

  /** Two runs at the same time, the second so much later: a lock that does not hold. */
  async upTwice(minutesApart: number): Promise<void> {
    const { history, ours } = this;
    const first = start(history, ours, "up");
    await this.pass(minutesApart);
    const second = start(history, ours, "up");
    for (const outcome of await history.clock.runUntil(Promise.all([first, second])))
      this.ended.push({ outcome, messages: [...history.named].join(" ") });
  }

  /** In the next command, `casualty` dies at the nth moment that is spelled so. */
  kill(casualty: CrashPlan["casualty"], moment: RegExp, nth = 1): void {
    let count = 0;
    this.accidents.nextCrash = { casualty, isMoment: (what) => moment.test(what) && ++count === nth };
  }

  /** In the next command, everything dies while the service works on a purchase. */
  killInPurchase(): void {
    this.kill("both", /^order .*the service works$/);
  }

  pass(minutes: number): Promise<void> {
    return this.history.clock.pass(minutes * minuteMs);
  }

  /** The server that the state holds. */
  entryOf(name: string): Entry {
    const entry = liveServers(this.ours.state).find(({ urn }) => nameIn(urn) === name);
    if (entry === undefined) throw new Error(`the state holds no ${name}`);
    return entry;
  }
}

/** There is a server "web", bought an hour ago, and then something happens. */
export const withServer = (
  then: (scenario: Scenario, option: Partial<Desired>) => Promise<unknown>,
  told: Partial<Told> & { readonly option?: Partial<Desired> } = {},
): Told => ({
  ends: ["good", "good"],
  bought: 1,
  billed: 1,
  ...told,
  play: async (scenario) => {
    const { option = {} } = told;
    scenario.declare({ name: "web", ...option });
    await scenario.up();
    await scenario.pass(60);
    await then(scenario, option);
  },
});

/** What is not as it was told; then people settle what is open, as far as messages say how, and take everything down. */
export async function differences(told: Told, variant: Variant): Promise<string[]> {
  const scenario = new Scenario(variant, { ...usual, ...told.conditions });
  const { history, ended } = scenario;
  await told.play(scenario);
  const found: string[] = [];
  const compare = (what: string, expected: unknown, seen: unknown): void => {
    if (JSON.stringify(expected) !== JSON.stringify(seen))
      found.push(`${what}: ${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}`);
  };
  const outcomes = told.ends.map((end) => (typeof end === "string" ? end : end[0]));
  compare(
    "ends",
    outcomes,
    ended.map(({ outcome }) => outcome),
  );
  for (const [index, end] of told.ends.entries()) {
    const messages = ended[index]?.messages ?? "";
    if (typeof end !== "string" && !end[1].test(messages)) found.push(`${end[1]} not said: ${messages}`);
  }
  compare("bought", told.bought, history.orders().length);
  compare("billed", told.billed, history.active().length);
  await conclude(history);
  for (const [finding, what] of history.found) if (finding in never) found.push(`${finding}: ${what}`);
  return found.length === 0 ? [] : [...found, ...history.trace];
}
