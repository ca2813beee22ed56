import type { Declared } from "../declared";
import { copyOf, type Entry, heldBy, orderOf } from "../stack-state";
import type { EngineContext, ProgramOfRun, UpOptions } from "./context";
import { Deletion } from "./deletion";
import { HostCalls, together } from "./host-calls";
import { Registration } from "./registration";
import { WorkingState } from "./working-state";

/** The Pulumi engine as measured, or read in its source, for one command. */
export class EngineModel {
  readonly #context: EngineContext;
  readonly #calls: HostCalls;
  readonly #state: WorkingState;
  readonly #deletion: Deletion;

  constructor(context: EngineContext) {
    this.#context = context;
    this.#calls = new HostCalls(context);
    this.#state = new WorkingState(context);
    this.#deletion = new Deletion(context, this.#calls, this.#state);
  }

  async up(program: ProgramOfRun, options: UpOptions): Promise<void> {
    const registered = new Set<Entry>();
    await this.#runProgram(program, options, false, async (registration, declared) => {
      for (const entry of await registration.register(declared, options)) registered.add(entry);
      return true;
    });
    const { targets } = options;
    if (program.declared.length > 0) {
      // The outputs of a component are written in every successful run, even with --target.
      this.#state.rememberAll(program.run.memoryOutputs(heldBy(this.#state.entries)));
      await this.#state.save("memory");
    }
    await this.#deletion.deleteAll(
      this.#state.entries.filter((entry) => !registered.has(entry) && this.#isTargeted(entry, targets)),
    );
    if (program.declared.length === 0 && targets === undefined) await this.#deletion.deleteLedger();
  }

  /** Checks and diffs only: nothing is created, deleted or saved. */
  async preview(program: ProgramOfRun, options: UpOptions): Promise<void> {
    await this.#runProgram(program, options, true, (registration, declared) => registration.preview(declared, options));
  }

  async refresh(): Promise<void> {
    await together(this.#state.entries.map((entry) => () => this.#refresh(entry)));
  }

  async destroy(): Promise<void> {
    await this.#deletion.deleteAll(this.#state.entries);
    await this.#deletion.deleteLedger();
  }

  /** `each` says whether the outputs of the resource are known: what is declared in an `apply` of them waits for that. */
  async #runProgram(
    program: ProgramOfRun,
    options: UpOptions,
    isPreview: boolean,
    each: (registration: Registration, declared: Declared) => Promise<boolean>,
  ): Promise<void> {
    const { declared } = program;
    const parts = { context: this.#context, calls: this.#calls, state: this.#state, deletion: this.#deletion, program };
    const registration = new Registration(parts);
    const looked = declared.length === 0 ? Promise.resolve() : program.look();
    try {
      if (declared.length > 0) {
        registration.construct();
        await registration.registerLedger(options, isPreview);
      }
      await together(this.#inOrder(declared, (one) => each(registration, one)));
    } finally {
      await looked;
    }
  }

  /** All at the same time, except for what is declared late. */
  #inOrder(declared: readonly Declared[], each: (one: Declared) => Promise<boolean>): (() => Promise<void>)[] {
    const known = new Map<string, Promise<boolean>>();
    const isLate = ({ after }: Declared): boolean => declared.some(({ name, after: late }) => name === after && !late);
    for (const one of declared) if (!isLate(one)) known.set(one.name, each(one));
    for (const one of declared) {
      const awaited = isLate(one) ? known.get(one.after ?? "") : undefined;
      if (awaited !== undefined)
        known.set(
          one.name,
          awaited.then((isKnown) => isKnown && each(one)),
        );
    }
    return [...known.values()].map((work) => () => work.then(() => undefined));
  }

  #isTargeted({ urn }: Entry, targets: ReadonlySet<string> | undefined): boolean {
    return targets === undefined || [...targets].some((name) => urn.endsWith(`::${name}`));
  }

  async #refresh(entry: Entry): Promise<void> {
    if (entry.isPendingReplacement) return;
    this.#calls.requireProvider(entry);
    const host = this.#context.hostOf(entry.provider);
    const seen = await this.#calls.call(host, () => host.vps.read?.(entry.id, entry.outputs), `read ${entry.urn}`);
    if (seen === undefined) return;
    if (seen.id === undefined || seen.id === "") this.#state.forget(entry);
    else {
      const before = orderOf(entry);
      const { inputs } = entry;
      const outputs = copyOf({ ...seen.props, __provider: entry.outputs["__provider"] });
      Object.assign(entry, { id: seen.id, outputs, inputs: copyOf(seen.inputs) ?? inputs, initErrors: [] });
      if (orderOf(entry) !== before) this.#context.onHeld(entry);
      // Shows what an `up` right after it would do: the new outputs against the old inputs.
      await this.#calls.call(host, () => host.vps.diff?.(entry.id, outputs, inputs), `diff ${entry.urn}`);
    }
    await this.#state.save(`${entry.urn} refreshed`);
  }
}
