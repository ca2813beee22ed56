import type * as pulumi from "@pulumi/pulumi";
import type { OwnState } from "../../../provider/plan/purchase/own-state";
import { type Declared, inputsOf, ledgerInputs, urnOf } from "./program";
import type { Random } from "./random";
import type { Run } from "./run";
import { type Bag, copyOf, type Entry, type SavedLedger, type StackState, snapshotOf } from "./stack-state";

type Provider = pulumi.dynamic.ResourceProvider;

/** What one run of the engine works with. */
export interface Stage {
  readonly run: Run;
  readonly random: Random;
  readonly vps: Provider;
  readonly ledger: Provider;
  readonly state: StackState;
  /** Writes the state to the backend. */
  readonly save: (state: StackState) => void;
  readonly newSerial: () => number;
  /** Told of each resource that is about to be deleted. */
  readonly onDelete: (entry: Entry) => void;
  readonly ownState: (state: StackState) => OwnState;
  readonly trace: (event: string) => void;
  /** Whether the program can read its own saved state. */
  readonly isStateReadable: boolean;
}

/** A failure that the engine shows and that ends the run, once what is under way has ended. */
export class StepFailure extends Error {}

/** The host's error of a creation or a change that took place in part. */
interface InitFailure {
  readonly id: string;
  readonly properties: Bag;
  readonly reasons: readonly string[];
}

const isInitFailure = (error: unknown): error is InitFailure =>
  typeof error === "object" && error !== null && "reasons" in error;

type Made = { readonly id: string; readonly outputs: Bag; readonly initErrors: readonly string[] };

/** The Pulumi engine as measured: what it calls in which order, and what it saves when. */
export class EngineModel {
  readonly #stage: Stage;
  #ledger: SavedLedger | undefined;
  #entries: Entry[];

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#ledger = stage.state.ledger;
    this.#entries = [...snapshotOf(stage.state).entries];
  }

  /** `replace` holds the names given by `--replace`. */
  async up(program: readonly Declared[], replace: ReadonlySet<string>): Promise<void> {
    const own = this.#stage.isStateReadable ? this.#stage.ownState(this.#stage.state) : undefined;
    if (program.length > 0) await this.#registerLedger(own);
    const registered = new Set<Entry>();
    await this.#together(
      program.map((declared) => async () => {
        for (const entry of await this.#register(declared, own, replace.has(declared.name))) registered.add(entry);
      }),
    );
    await this.#deleteAll(this.#entries.filter((entry) => !registered.has(entry)));
    if (program.length === 0) await this.#deleteLedger();
  }

  async refresh(): Promise<void> {
    await this.#together(this.#entries.map((entry) => () => this.#refresh(entry)));
  }

  async destroy(): Promise<void> {
    await this.#deleteAll(this.#entries);
    await this.#deleteLedger();
  }

  async #registerLedger(own: OwnState): Promise<void> {
    const { ledger, random } = this.#stage;
    const saved = this.#ledger;
    const news = ledgerInputs(own);
    const checked = await this.#call(() => ledger.check?.(copyOf(saved?.inputs ?? {}), news), "check ledger");
    const inputs = copyOf({ ...checked?.inputs });
    if (saved === undefined) await this.#call(() => ledger.create(inputs), "create ledger");
    // What the provider draws at random is drawn again here, the same for the same seed.
    const made = saved ?? { id: `ledger-${random.hex(8)}`, outputs: { secret: random.hex(16) } };
    this.#ledger = { id: made.id, outputs: made.outputs, inputs };
    await this.#save("ledger");
  }

  async #deleteLedger(): Promise<void> {
    const { ledger } = this.#stage;
    const saved = this.#ledger;
    if (saved === undefined) return;
    await this.#call(() => ledger.delete?.(saved.id, saved.outputs) ?? Promise.resolve(), "delete ledger");
    this.#ledger = undefined;
    await this.#save("without ledger");
  }

  /** Brings one declared resource about. Gives the entries that are not to be deleted at the end. */
  async #register(declared: Declared, own: OwnState, isReplaceAsked: boolean): Promise<Entry[]> {
    const urn = urnOf(declared.name);
    const old = this.#find(declared);
    if (this.#ledger === undefined) throw new StepFailure("no ledger");
    const news = inputsOf(declared, this.#ledger, own);
    if (old === undefined) return [await this.#create(urn, await this.#check({}, news), undefined)];
    if (old.isPendingReplacement) return [await this.#create(urn, await this.#check({}, news), old)];
    if (isReplaceAsked || old.isTainted) return this.#replace(declared, old, news);
    const inputs = await this.#check(old.inputs, news);
    const { vps } = this.#stage;
    const diff = await this.#call(() => vps.diff?.(old.id, old.outputs, inputs), `diff ${declared.name}`);
    if ((diff?.replaces?.length ?? 0) > 0) return this.#replace(declared, old, news);
    old.urn = urn;
    if (diff?.changes === true || old.initErrors.length > 0) await this.#update(old, inputs);
    else old.inputs = inputs;
    await this.#save(`${declared.name} as it is`);
    return [old];
  }

  #find({ name, aliases }: Declared): Entry | undefined {
    const usable = this.#entries.filter((entry) => !entry.isToBeDeleted);
    return [name, ...aliases].map((known) => usable.find((entry) => entry.urn === urnOf(known))).find(Boolean);
  }

  async #replace(declared: Declared, old: Entry, news: Bag): Promise<Entry[]> {
    const inputs = await this.#check({}, news);
    const urn = urnOf(declared.name);
    if (!declared.deleteBeforeReplace) return [await this.#create(urn, inputs, old)];
    await this.#callDelete(old);
    old.isPendingReplacement = true;
    await this.#save(`${declared.name} deleted`);
    return [await this.#create(urn, inputs, old)];
  }

  async #check(olds: Bag, news: Bag): Promise<Bag> {
    const { vps, run } = this.#stage;
    const checked = await this.#call(() => vps.check?.(olds, news), "check");
    for (const { reason } of checked?.failures ?? []) run.report(reason);
    if ((checked?.failures?.length ?? 0) > 0) throw new StepFailure("check");
    return copyOf({ ...checked?.inputs, __provider: news["__provider"] });
  }

  async #create(urn: string, inputs: Bag, replaced: Entry | undefined): Promise<Entry> {
    const { vps, newSerial } = this.#stage;
    const made = await this.#settled(async () => {
      const { id, outs } = await vps.create(inputs);
      return { id, outputs: { ...outs, __provider: inputs["__provider"] }, initErrors: [] };
    }, `create ${urn}`);
    await this.#stage.run.cliMoment("between creation and saving");
    const entry: Entry = {
      serial: newSerial(),
      urn,
      ...made,
      inputs,
      isToBeDeleted: false,
      isPendingReplacement: false,
      isTainted: false,
    };
    if (replaced?.isPendingReplacement === true) this.#forget(replaced);
    else if (replaced !== undefined) replaced.isToBeDeleted = true;
    this.#entries.push(entry);
    await this.#save(`${urn} created`);
    this.#failIfInitFailed(made);
    return entry;
  }

  async #update(old: Entry, inputs: Bag): Promise<void> {
    const { vps } = this.#stage;
    this.#requireProvider(old);
    const made = await this.#settled(async () => {
      const result = await vps.update?.(old.id, old.outputs, inputs);
      return { id: old.id, outputs: { ...result?.outs, __provider: inputs["__provider"] }, initErrors: [] };
    }, `update ${old.urn}`);
    // After a failure in part the engine keeps the inputs that were there before.
    Object.assign(old, { outputs: made.outputs, initErrors: made.initErrors });
    if (made.initErrors.length === 0) old.inputs = inputs;
    await this.#save(`${old.urn} updated`);
    this.#failIfInitFailed(made);
  }

  async #refresh(entry: Entry): Promise<void> {
    const { vps } = this.#stage;
    if (entry.isPendingReplacement) return;
    this.#requireProvider(entry);
    const seen = await this.#call(() => vps.read?.(entry.id, entry.outputs), `read ${entry.urn}`);
    if (seen === undefined) return;
    if (seen.id === undefined || seen.id === "") this.#forget(entry);
    else {
      const outputs = { ...seen.props, __provider: entry.outputs["__provider"] };
      Object.assign(entry, { id: seen.id, outputs, inputs: seen.inputs ?? entry.inputs, initErrors: [] });
    }
    await this.#save(`${entry.urn} refreshed`);
  }

  async #deleteAll(entries: readonly Entry[]): Promise<void> {
    await this.#together(
      [...entries].reverse().map((entry) => async () => {
        if (!entry.isPendingReplacement) await this.#callDelete(entry);
        this.#forget(entry);
        await this.#save(`${entry.urn} gone`);
      }),
    );
  }

  async #callDelete(entry: Entry): Promise<void> {
    const { vps, onDelete } = this.#stage;
    this.#requireProvider(entry);
    onDelete(entry);
    await this.#call(() => vps.delete?.(entry.id, entry.outputs), `delete ${entry.urn} (${entry.id})`);
  }

  /** The host runs the code that the state holds: without it a resource can be neither changed nor deleted. */
  #requireProvider(entry: Entry): void {
    if (entry.outputs["__provider"] !== undefined) return;
    this.#stage.run.report(`${entry.urn} has no provider`);
    throw new StepFailure(`${entry.urn} has no provider`);
  }

  #forget(entry: Entry): void {
    this.#entries = this.#entries.filter((other) => other !== entry);
  }

  #failIfInitFailed({ initErrors }: Made): void {
    if (initErrors.length === 0) return;
    for (const reason of initErrors) this.#stage.run.report(reason);
    throw new StepFailure(initErrors.join("\n"));
  }

  /** A failure that names a state is a result; any other ends the step. */
  async #settled(work: () => Promise<Made>, what: string): Promise<Made> {
    const caught = async (): Promise<Made> => {
      try {
        return await work();
      } catch (error) {
        if (!isInitFailure(error)) throw error;
        return { id: error.id, outputs: copyOf(error.properties), initErrors: error.reasons };
      }
    };
    return this.#call<Made>(caught, what);
  }

  /** Calls the host. One that dies leaves nothing but an error. */
  async #call<T>(work: () => Promise<T>, what: string): Promise<T>;
  async #call<T>(work: () => Promise<T> | undefined, what: string): Promise<T | undefined>;
  async #call<T>(work: () => Promise<T> | undefined, what: string): Promise<T | undefined> {
    const { run, trace } = this.#stage;
    await run.cliMoment(what);
    try {
      const hostIsGone = run.hostDied.then(() => {
        throw new Error("the provider's process ended");
      });
      return await Promise.race([work() ?? Promise.resolve(undefined), hostIsGone]);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (/is not a function|Cannot read|is not defined|does not know this call/.test(message))
        throw new Error(message);
      trace(`  ${what} failed`);
      run.report(message);
      throw new StepFailure(message);
    }
  }

  async #save(what: string): Promise<void> {
    await this.#stage.run.cliMoment(`saving: ${what}`);
    this.#stage.save(snapshotOf({ ledger: this.#ledger, entries: this.#entries }));
  }

  /** Everything at the same time; what is under way ends before a failure ends the run. */
  async #together(works: readonly (() => Promise<void>)[]): Promise<void> {
    const results = await Promise.allSettled(works.map((work) => work()));
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }
}
