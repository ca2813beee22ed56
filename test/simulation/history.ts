import type { Accidents } from "./models/accidents";
import { EngineModel, StepFailure } from "./models/engine-model";
import { hostProcess } from "./models/host-process";
import { type Declared, urnOf } from "./models/program";
import type { Random } from "./models/random";
import { type CrashPlan, Run } from "./models/run";
import { clientOf } from "./models/service-client";
import { type ModelOrder, ServiceModel } from "./models/service-model";
import { type Entry, liveEntries, orderOf, type StackState } from "./models/stack-state";
import { VirtualClock } from "./models/virtual-clock";
import type { Variant } from "./variant";
import { type Finding, heldTwice, wronglyCancelled } from "./verdict";

export type Command = "up" | "refresh" | "destroy";
export type Outcome = "good" | "failed" | "killed";

/** The life of one stack: what a person and chance do to it, and what became of it so far. */
export class History {
  readonly random: Random;
  readonly clock = new VirtualClock(Date.UTC(2026, 0, 1));
  readonly service = new ServiceModel(this.clock);
  readonly accidents: Accidents;
  readonly found = new Map<Finding, string>();
  readonly trace: string[] = [];
  /** All that anybody was ever told. */
  told = "";
  /** The last run's part of it. */
  toldLast = "";
  lastOutcome: Outcome = "good";
  state: StackState = { ledger: undefined, entries: [] };
  /** Another stack, to which resources have been moved. */
  elsewhere: StackState = { ledger: undefined, entries: [] };
  backups: StackState[] = [];
  program: Declared[] = [];
  /** A person has edited, moved or restored the state. */
  isStateTouched = false;
  readonly #variant: Variant;
  readonly #askedToDelete = new Set<number>();
  #serials = 0;

  constructor(random: Random, variant: Variant, accidents: Accidents) {
    this.random = random;
    this.accidents = accidents;
    this.#variant = variant;
  }

  readonly note = (event: string): void => {
    this.trace.push(`${new Date(this.clock.nowMs).toISOString().slice(5, 19)} ${event}`);
  };

  find(finding: Finding, what: string): void {
    this.note(`FOUND ${finding}: ${what}`);
    if (!this.found.has(finding)) this.found.set(finding, what);
  }

  entryOf(name: string): Entry | undefined {
    return liveEntries(this.state).find((entry) => entry.urn === urnOf(name));
  }

  /** Named by its number; or given up before it had one, with the advice to look for it at the service. */
  isTold({ oid, domainName }: ModelOrder): boolean {
    return this.told.includes(String(oid)) || this.told.includes(`No order of the purchase of "${domainName}"`);
  }

  /** One command of the CLI, with whatever befalls it. */
  async perform(command: Command, replace: ReadonlySet<string> = new Set()): Promise<Outcome> {
    const run = new Run(this.#crashPlan(), this.note);
    const asked = this.#toReplace(command, replace);
    this.note(`${command}${replace.size > 0 ? ` --replace ${[...replace]}` : ""}`);
    const engine = this.#engine(run);
    const work = command === "up" ? engine.up(this.program, replace) : engine[command]();
    const outcome = await this.clock.runUntil<Outcome>(
      Promise.race([
        work.then(
          () => "good" as const,
          (error: unknown) => {
            if (error instanceof StepFailure) return "failed" as const;
            throw error;
          },
        ),
        run.cliDied.then(() => "killed" as const),
      ]),
    );
    this.toldLast = run.reports.join("\n");
    this.told += this.toldLast;
    this.lastOutcome = outcome;
    this.note(`${outcome}; state: ${this.state.entries.map(describe).join(", ")}`);
    this.#lookAtDamage();
    if (outcome === "good") this.#lookAtReplacements(asked);
    return outcome;
  }

  #engine(run: Run): EngineModel {
    const { random, clock, service, accidents, note: trace } = this;
    const client = this.#variant.client(clientOf({ service, clock, accidents, run, trace }));
    const process = this.#variant.process(hostProcess(client, clock, run, random));
    return new EngineModel({
      run,
      random,
      trace,
      vps: this.#variant.vps(process),
      ledger: this.#variant.ledger(process),
      ownState: this.#variant.ownState,
      state: this.state,
      save: (state) => {
        this.state = state;
      },
      newSerial: () => ++this.#serials,
      onDelete: (entry) => this.#askedToDelete.add(entry.serial),
      isStateReadable: accidents.isStateReadable(),
    });
  }

  #crashPlan(): CrashPlan | undefined {
    if (!this.accidents.isKilled()) return undefined;
    const casualty = this.random.weighted({ both: 50, cli: 30, host: 20 });
    return { atMoment: this.random.between(1, 30), casualty };
  }

  /** Whose server a good `up` must have changed for another one. */
  #toReplace(command: Command, replace: ReadonlySet<string>): Map<string, number> {
    const asked = new Map<string, number>();
    for (const { name, domainName } of command === "up" ? this.program : []) {
      const entry = this.entryOf(name);
      const oid = entry && orderOf(entry);
      const isAsked = replace.has(name) || entry?.isTainted || entry?.outputs["domainName"] !== domainName;
      if (oid !== undefined && isAsked) asked.set(name, oid);
    }
    return asked;
  }

  #lookAtReplacements(asked: ReadonlyMap<string, number>): void {
    for (const [name, oid] of asked) {
      const entry = this.entryOf(name);
      if (entry === undefined || orderOf(entry) === oid || this.service.order(oid)?.cancelled === undefined)
        this.find("ineffective", `${name} still uses ${entry && orderOf(entry)}, replaced was ${oid}`);
    }
  }

  /** After each command, before a refresh can hide anything. */
  #lookAtDamage(): void {
    const states = [this.state, this.elsewhere];
    for (const entry of wronglyCancelled(this.service, states, this.#askedToDelete))
      this.find("inUseCancelled", describe(entry));
    for (const oid of heldTwice(states)) this.find("twoOwners", `order ${oid}`);
  }
}

const describe = (entry: Entry): string => {
  const marks = [
    entry.isToBeDeleted ? "to be deleted" : "",
    entry.isPendingReplacement ? "deleted" : "",
    entry.isTainted ? "tainted" : "",
    entry.initErrors.length > 0 ? "failed" : "",
  ].filter(Boolean);
  return `${entry.urn.split("::").at(-1)}=${entry.id}${marks.length > 0 ? ` (${marks.join(", ")})` : ""}`;
};
