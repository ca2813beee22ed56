import type { History } from "./history";
import { type Chosen, type Host, type Program, StepFailure } from "./models/engine/context";
import { EngineModel } from "./models/engine/engine-model";
import type { Surroundings } from "./models/provider-under-test";
import { type Life, Run } from "./models/run";
import { connect } from "./models/service/network";
import type { Outcome, Stack } from "./models/stack";
import { describeEntry, type ProviderName, snapshotOf } from "./models/stack-state";
import { says } from "./subject/words";
import { Judge } from "./verdict/judge";

export type CommandName = "up" | "preview" | "refresh" | "destroy";

/** One command of the CLI, with whatever happens to it. */
export const perform = (history: History, stack: Stack, name: CommandName, chosen: Chosen = {}): Promise<Outcome> =>
  history.clock.runUntil(start(history, stack, name, chosen));

/** The same, for two commands at a time: whoever starts it lets the time pass. */
export const start = (history: History, stack: Stack, name: CommandName, chosen: Chosen = {}): Promise<Outcome> =>
  new Command(history, stack, name, chosen).perform();

class Command {
  readonly #history: History;
  readonly #stack: Stack;
  readonly #name: CommandName;
  readonly #chosen: Chosen;
  readonly #run: Run;
  readonly #judge: Judge;
  readonly #hosts = new Map<ProviderName, Host>();

  /** @param isRehearsal a preview that nobody sees, in which nothing goes wrong */
  constructor(history: History, stack: Stack, name: CommandName, chosen: Chosen, isRehearsal = false) {
    this.#history = history;
    this.#stack = stack;
    this.#name = name;
    this.#chosen = chosen;
    const crash = isRehearsal ? undefined : history.accidents.crash(stack.program.length);
    this.#run = new Run(crash, () => history.clock.nowMs, isRehearsal ? () => undefined : history.note);
    this.#judge = new Judge(history, stack, this.#run, name === "up" ? chosen : undefined);
    this.#judge.seesAll = ["up", "preview"].includes(name) && chosen.targets === undefined;
  }

  async perform(): Promise<Outcome> {
    const history = this.#history;
    const stack = this.#stack;
    const run = this.#run;
    history.note(this.#spelled());
    if (this.#name === "up" && this.#mayReinstall()) this.#judge.foretold = await this.#rehearse();
    const work = this.#work().then(
      () => "good" as const,
      (error: unknown) => {
        if (error instanceof StepFailure) return "failed" as const;
        throw error;
      },
    );
    const outcome = await Promise.race([work, run.cli.died.then(() => "killed" as const)]);
    run.end();
    for (const mistake of history.mistakes) throw mistake;
    stack.lastMessages = run.reports.join("\n");
    stack.lastOutcome = outcome;
    history.read(stack.lastMessages);
    history.note(`${outcome}; state: ${stack.state.map(describeEntry).join(", ")}`);
    if (run.hasCrashed) history.crashes++;
    this.#countRefusals(outcome);
    this.#judge.afterRun(outcome);
    return outcome;
  }

  #mayReinstall(): boolean {
    const stack = this.#stack;
    return stack.program.some(
      (one) => one.distro !== undefined && one.distro !== stack.entryOf(one)?.outputs["distro"],
    );
  }

  /** What a preview says right before this `up`. */
  async #rehearse(): Promise<string | undefined> {
    const { accidents } = this.#history;
    const { isCalm } = accidents;
    accidents.isCalm = true;
    const rehearsal = new Command(this.#history, this.#stack, "preview", this.#chosen, true);
    const hasPassed = await rehearsal.#work().then(
      () => true,
      (error: unknown) => {
        if (error instanceof StepFailure) return false;
        throw error;
      },
    );
    rehearsal.#run.end();
    accidents.isCalm = isCalm;
    return hasPassed ? rehearsal.#run.reports.join("\n") : undefined;
  }

  #countRefusals(outcome: Outcome): void {
    if (this.#name !== "up" && this.#name !== "destroy") return;
    const history = this.#history;
    const { lastMessages: text } = this.#stack;
    history.runs++;
    const isInTheWay = says.severalOrders(text) || says.stillBilled(text);
    if (outcome !== "failed" || !isInTheWay) return;
    const held = history.held();
    const isPeoples = (oid: number): boolean => held.has(oid) || history.peoples.has(oid);
    // Whoever moves a server away without its key, or takes retainOnDelete back, is told so.
    const named = history.active().filter(({ oid }) => text.includes(String(oid)));
    if (says.stillBilled(text) && named.every(({ oid }) => isPeoples(oid))) return;
    history.note("  asks for a person");
    history.refusals++;
  }

  #spelled(): string {
    const { replace, targets } = this.#chosen;
    const flags = [
      replace && ` --replace ${[...replace.names]} (${replace.what})`,
      targets && ` --target ${[...targets]}`,
      this.#stack.label === "ours" ? "" : ` (${this.#stack.label} stack)`,
    ];
    return `${this.#name}${flags.join("")}`;
  }

  async #work(): Promise<void> {
    const engine = this.#engine();
    switch (this.#name) {
      case "up":
        return engine.up(this.#program(), this.#chosen);
      case "preview":
        return engine.preview(this.#program(), this.#chosen);
      case "refresh":
        return engine.refresh();
      case "destroy":
        return engine.destroy(this.#chosen);
      default:
        return this.#name satisfies never;
    }
  }

  /** What registers first is a matter of promises. */
  #program(): Program {
    const { random } = this.#history;
    const ordered = this.#stack.program.map((desired) => [random.next(), desired] as const);
    return ordered.sort(([one], [other]) => one - other).map(([, desired]) => desired);
  }

  #engine(): EngineModel {
    const { variant, newSerial, note } = this.#history;
    const stack = this.#stack;
    const judge = this.#judge;
    return new EngineModel({
      run: this.#run,
      stack: { project: stack.project, name: stack.name },
      state: snapshotOf(stack.state),
      variant,
      save: (state) => {
        stack.state = state;
      },
      hostOf: (provider) => this.#hostOf(provider),
      newSerial,
      onDelete: (entry) => judge.asked(entry),
      onEnded: (entry, ending) => judge.ended(entry, ending),
      trace: note,
    });
  }

  #hostOf(provider: ProviderName): Host {
    const known = this.#hosts.get(provider);
    if (known !== undefined) return known;
    const life = this.#run.startHost();
    const host: Host = { ...this.#history.variant.host(this.#surroundings(provider, life)), life };
    this.#hosts.set(provider, host);
    return host;
  }

  #surroundings(provider: ProviderName, life: Life): Surroundings {
    const history = this.#history;
    const { clock, accidents, random, note } = history;
    const run = this.#run;
    const moment = (what: string): Promise<void> => run.hostMoment(life, what);
    const sleep = async (durationMs: number): Promise<void> => {
      await clock.sleep(durationMs);
      await moment("awakes");
    };
    return {
      config: this.#stack.config,
      providerName: provider === "default" ? "" : provider,
      exchange: connect({
        account: history.accountOf(provider),
        clock,
        accidents,
        moment,
        trace: note,
        onSend: (call) => this.#judge.sent(call),
        onMistake: (error) => history.mistakes.push(error),
      }),
      nowMs: () => clock.nowMs,
      sleep,
      random: () => random.next(),
      newId: () => random.hex(12),
      report: (text) => run.report(text),
      stop: run.stop,
      isEngineThere: async () => {
        await sleep(engineAnswersMs);
        return run.isCliAlive;
      },
    };
  }
}

const engineAnswersMs = 5;
