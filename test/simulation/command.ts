import type { History } from "./history";
import { type Ending, type Host, type ProgramOfRun, StepFailure } from "./models/engine/context";
import { EngineModel } from "./models/engine/engine-model";
import type { Surroundings } from "./models/provider-under-test";
import { type Life, Run } from "./models/run";
import type { Accident } from "./models/service/accidents";
import type { AccountOrder } from "./models/service/account";
import { ListReader } from "./models/service/list-reader";
import { connect, type ServiceCall } from "./models/service/network";
import type { Standstill } from "./models/service/oddities";
import type { Outcome, Stack } from "./models/stack";
import { describeEntry, type Entry, heldBy, liveEntries, orderOf, type ProviderName } from "./models/stack-state";
import { rememberedProviders } from "./subject/program-side";
import { tagNames } from "./subject/words";
import { GroupJudge } from "./verdict/groups";
import { Judge } from "./verdict/judge";

export type CommandName = "up" | "preview" | "refresh" | "destroy";

export interface CommandOptions {
  /** Names passed with `--replace`. */
  readonly replace?: ReadonlySet<string>;
  /** Names passed with `--target`. */
  readonly targets?: ReadonlySet<string> | undefined;
}

/** One command of the CLI, with whatever happens to it. */
export async function perform(
  history: History,
  stack: Stack,
  name: CommandName,
  options: CommandOptions = {},
): Promise<Outcome> {
  return new Command(history, stack, name, options).perform();
}

class Command {
  readonly #history: History;
  readonly #stack: Stack;
  readonly #name: CommandName;
  readonly #replace: ReadonlySet<string>;
  readonly #targets: ReadonlySet<string> | undefined;
  readonly #run: Run;
  readonly #judge: Judge;
  readonly #groups: GroupJudge;
  readonly #serialsBefore: ReadonlySet<number>;
  readonly #hosts = new Map<ProviderName, Host>();

  constructor(history: History, stack: Stack, name: CommandName, { replace, targets }: CommandOptions) {
    this.#history = history;
    this.#stack = stack;
    this.#name = name;
    this.#replace = replace ?? new Set();
    this.#targets = targets;
    this.#run = new Run(history.accidents.crash(stack.program.length), () => history.clock.nowMs, history.note);
    this.#serialsBefore = new Set(stack.state.entries.map(({ serial }) => serial));
    this.#groups = new GroupJudge(history, stack);
    this.#judge = new Judge(history, stack, { run: this.#run, name, replace: this.#replace, targets });
  }

  async perform(): Promise<Outcome> {
    const history = this.#history;
    const stack = this.#stack;
    const run = this.#run;
    history.note(this.#spelled());
    this.#stopLists();
    const outcome = await history.clock.runUntil<Outcome>(
      Promise.race([
        this.#work().then(
          () => "good" as const,
          (error: unknown) => {
            if (error instanceof StepFailure) return "failed" as const;
            throw error;
          },
        ),
        run.cli.died.then(() => "killed" as const),
      ]),
    );
    run.end();
    for (const mistake of history.mistakes) throw mistake;
    stack.lastMessages = run.reports.join("\n");
    stack.lastOutcome = outcome;
    history.knowledge.read(stack.lastMessages, history.clock.nowMs);
    history.note(`${outcome}; state: ${stack.state.entries.map(describeEntry).join(", ")}`);
    if (run.hasCrashed) history.crashes++;
    this.#judge.afterRun(outcome);
    return outcome;
  }

  #stopLists(): void {
    const { accounts, accidents, clock, note } = this.#history;
    for (const account of Object.values(accounts)) {
      account.standstill = accidents.standstill(clock.nowMs);
      if (account.standstill !== undefined)
        note(`  lists of ${account.name} stand still: ${describe(account.standstill)}`);
    }
  }

  #spelled(): string {
    const names = (flag: string, given: ReadonlySet<string> | undefined): string =>
      given === undefined || given.size === 0 ? "" : ` --${flag} ${[...given]}`;
    const { label } = this.#stack;
    const whose = label === "ours" ? "" : ` (${label} stack)`;
    return `${this.#name}${names("replace", this.#replace)}${names("target", this.#targets)}${whose}`;
  }

  async #work(): Promise<void> {
    const engine = this.#engine();
    const options = { replace: this.#replace, targets: this.#targets };
    switch (this.#name) {
      case "up":
        return engine.up(this.#program(), options);
      case "preview":
        return engine.preview(this.#program(), options);
      case "refresh":
        return engine.refresh();
      case "destroy":
        return engine.destroy();
      default:
        return this.#name satisfies never;
    }
  }

  #engine(): EngineModel {
    const history = this.#history;
    const stack = this.#stack;
    return new EngineModel({
      run: this.#run,
      random: history.random,
      stack: { project: stack.project, name: stack.name },
      state: stack.state,
      save: (state) => {
        const ended = state.ledger === undefined ? stack.state.ledger : undefined;
        if (ended !== undefined) history.ledgerEndsMs.set(ended.id, history.clock.nowMs);
        history.save(stack, state);
      },
      hostOf: (provider) => this.#hostOf(provider),
      newSerial: history.newSerial,
      onDelete: ({ serial }) => history.askedToDelete.add(serial),
      onEnded: (entry, ending) => this.#ended(entry, ending),
      onHeld: (entry) => this.#heldAnew(entry),
      trace: history.note,
    });
  }

  #program(): ProgramOfRun {
    const { accidents, random, variant } = this.#history;
    const { program: declared, state, project, name } = this.#stack;
    const saved = accidents.isStateReadable() ? state : undefined;
    this.#run.knowsState = saved !== undefined;
    if (saved === undefined) this.#history.note("  the state cannot be read");
    const run = variant.program.start({
      id: random.hex(12),
      stack: { project, name },
      declared,
      saved,
      isPreview: this.#name === "preview",
    });
    return { declared, run, look: () => this.#lookForStrays(run) };
  }

  /** The program's own search, in its own process: it dies with the CLI. */
  async #lookForStrays(run: ProgramOfRun["run"]): Promise<void> {
    const { ledger } = this.#stack.state;
    const providers = new Set<ProviderName>(["default", ...this.#stack.program.map(({ provider }) => provider)]);
    for (const name of rememberedProviders(ledger)) providers.add(name);
    const searched = new Map<ProviderName, Surroundings>();
    for (const provider of providers) {
      const reader = new ListReader(() => this.#heldThrough(provider, () => false));
      this.#judge.searched.set(provider, reader);
      const moment = (what: string) => this.#run.cliMoment(`program: ${what}`);
      searched.set(provider, this.#surroundings(provider, moment, reader));
    }
    for (const warning of await run.strayWarnings(searched)) this.#run.report(warning);
  }

  #hostOf(provider: ProviderName): Host {
    const known = this.#hosts.get(provider);
    if (known !== undefined) return known;
    const life = this.#run.startHost();
    const host = { life, ...this.#history.variant.host(this.#hostSurroundings(provider, life)) };
    this.#hosts.set(provider, host);
    return host;
  }

  #hostSurroundings(provider: ProviderName, life: Life): Surroundings {
    return this.#surroundings(provider, (what) => this.#run.hostMoment(life, what));
  }

  #surroundings(provider: ProviderName, moment: (what: string) => Promise<void>, known?: ListReader): Surroundings {
    const account = this.#history.accountOf(provider);
    const { clock, accidents, random, mistakes, note } = this.#history;
    const reader = known ?? new ListReader(() => this.#heldThrough(provider, isBought));
    const onSend = (call: ServiceCall, accident: Accident) => this.#sent(call, accident, reader);
    const onEnd = (call: ServiceCall) => this.#groups.ends(call);
    const onDearer = (order: AccountOrder) => this.#judge.dearer(account, order);
    const onMistake = (error: unknown) => mistakes.push(error);
    const sleep = async (durationMs: number) => {
      await clock.sleep(durationMs);
      await moment("awakes");
    };
    return {
      config: this.#stack.config,
      exchange: connect({ account, clock, accidents, moment, trace: note, onSend, onEnd, onDearer, reader, onMistake }),
      nowMs: () => this.#machineMs(),
      sleep,
      random: () => random.next(),
      newId: () => random.hex(12),
      ofProvider: (name) => this.#surroundings(name, moment),
      warn: (text) => this.#run.report(text),
      summarize: (text) => this.#run.summarize(text),
      isEngineThere: async () => {
        await sleep(engineAnswersMs);
        return this.#run.isCliAlive;
      },
    };
  }

  /**
   * Billed orders that the state holds through a provider: those of the start, and what a process knows to be new. Whether the orders of
   * another provider are in the same account is not known, and what was imported without tags need not be in the ledger's own list.
   */
  #heldThrough(through: ProviderName, isKnown: (entry: Entry) => boolean): number[] {
    if (!this.#run.knowsState) return [];
    const account = this.#history.accountOf(through);
    const { ledger } = this.#stack.state;
    const isExpected = (entry: Entry): boolean =>
      entry.provider === through && (this.#serialsBefore.has(entry.serial) || isKnown(entry));
    return heldBy(liveEntries(this.#stack.state).filter(isExpected)).filter((oid) => {
      const order = account.order(oid);
      return order !== undefined && account.isActive(order) && order.tags[tagNames.ledger] === ledger?.id;
    });
  }

  /** What the clock of the machine shows. */
  #machineMs(): number {
    return this.#history.clock.nowMs + this.#history.conditions.clockErrorMs;
  }

  #sent(call: ServiceCall, accident: Accident, { lacked }: ListReader): void {
    if (call.call === "new-vps" && lacked.length > 0)
      this.#history.find("blind", `${call.domainName}; the list lacks ${lacked.join(", ")}`);
    if (accident !== "none") this.#run.hadTrouble = true;
    this.#groups.begins(call);
    const { cliDiedMs } = this.#run;
    const nowMs = this.#history.clock.nowMs;
    if (call.call === "new-vps" && cliDiedMs !== undefined && nowMs - cliDiedMs > noticedWithinMs)
      this.#history.find("orphaned", `${call.domainName}, ${Math.round((nowMs - cliDiedMs) / 1000)} s later`);
  }

  #ended(entry: Entry, ending: Ending): void {
    const history = this.#history;
    const order = history.order(orderOf(entry));
    if (ending === "retained") history.release(this.#stack, order?.oid, "kept");
    else if (order !== undefined && !this.#isSettled(order))
      history.find("dropped", `${describeEntry(entry)}, ${ending}`);
  }

  /** Ended, or held by another entry, or reported. */
  #isSettled(order: AccountOrder): boolean {
    return order.cancelled !== undefined || this.#history.held().has(order.oid) || this.#run.warnsOf(order.oid);
  }

  /** A server that was given away comes back although no import asked for it. */
  #heldAnew(entry: Entry): void {
    const history = this.#history;
    const oid = orderOf(entry);
    if (oid === undefined) return;
    const release = history.releases.get(oid);
    history.releases.delete(oid);
    const isAsked = entry.inputs["__import"] !== undefined;
    // It was cancelled at the end of its period before, and runs until then.
    if (isAsked && history.order(oid)?.cancelled?.by === "provider") history.askedToDelete.add(entry.serial);
    // A restored state has an old memory.
    const isRemembered = release?.isRememberable === true && this.#stack.state.rememberable.has(oid);
    if (release?.by === this.#stack && isRemembered && !isAsked) history.find("retaken", describeEntry(entry));
    // It takes back what was given away only because an old state, and with it an old memory, was restored.
    if (release?.by === this.#stack && !isRemembered && this.#stack.isTouched) history.takenFromLiving.add(oid);
  }
}

const describe = ({ fromMs, untilMs, asOfMs }: Standstill): string =>
  [fromMs, untilMs, asOfMs].map((atMs) => new Date(atMs).toISOString().slice(11, 19)).join(" ");

/** A host remembers what it has bought, not what it has imported. */
const isBought = ({ inputs }: Entry): boolean => inputs["__import"] === undefined;

const engineAnswersMs = 5;

/** Some time passes between asking whether the engine is alive and the purchase. */
const noticedWithinMs = 1_000;
