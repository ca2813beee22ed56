import { nameIn } from "../desired";
import { copyOf, type Entry } from "../stack-state";
import type { Chosen, EngineContext, Program } from "./context";
import { Deletion } from "./deletion";
import { HostCalls, together } from "./host-calls";
import { Registration } from "./registration";
import { WorkingState } from "./working-state";

/** A program that runs by itself, and registers its resources as it comes to them. */
type RunningProgram = (register: Registration["register"]) => Promise<unknown>;

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

  async up(program: Program | RunningProgram, chosen: Chosen): Promise<void> {
    const registration = this.#registration(chosen);
    if (typeof program === "function") await program((declaration) => registration.register(declaration));
    else await together(program.map((desired) => () => registration.registerServer(desired, program)));
    await this.#deletion.deleteAll(this.#left(registration, chosen));
  }

  async preview(program: Program | RunningProgram, chosen: Chosen): Promise<void> {
    const registration = this.#registration(chosen);
    if (typeof program !== "function")
      return together(program.map((desired) => () => registration.previewServer(desired, program)));
    await program((declaration) => registration.preview(declaration));
    this.#deletion.previewAll(this.#left(registration, chosen));
  }

  async refresh(): Promise<void> {
    await together(this.#state.entries.map((entry) => () => this.#refresh(entry)));
  }

  async destroy(chosen: Chosen): Promise<void> {
    await this.#deletion.deleteAll(this.#state.entries.filter((entry) => isTargeted(entry, chosen)));
  }

  /** What the program does not declare any more. */
  #left({ kept }: Registration, chosen: Chosen): Entry[] {
    return this.#state.entries.filter((entry) => !kept.has(entry) && isTargeted(entry, chosen));
  }

  #registration(chosen: Chosen): Registration {
    const parts = { context: this.#context, calls: this.#calls, state: this.#state, deletion: this.#deletion };
    return new Registration({ ...parts, chosen });
  }

  async #refresh(entry: Entry): Promise<void> {
    if (entry.isPendingReplacement) return;
    this.#calls.requireProvider(entry);
    const { onEvent } = this.#context;
    const host = this.#context.hostOf(entry.provider);
    const { kind, id, urn, inputs, outputs } = entry;
    onEvent?.({ kind: "begins", urn, op: "refresh", old: { ...entry } });
    const seen = await this.#calls.call(host, urn, `read ${urn}`, () => host[kind]?.read?.(id, outputs));
    if (seen === undefined) return;
    if (seen.id === undefined || seen.id === "") {
      this.#state.forget(entry);
      onEvent?.({ kind: "ends", urn, now: { op: "delete" } });
    } else {
      const read = copyOf({ ...seen.props, __provider: outputs["__provider"] });
      Object.assign(entry, { id: seen.id, outputs: read, inputs: copyOf(seen.inputs) ?? inputs, initErrors: [] });
      // Shows what an `up` right after it would do: the new outputs against the old inputs.
      const diff = () => host[kind]?.diff?.(entry.id, read, inputs);
      const changed = await this.#calls.call(host, urn, `diff ${urn}`, diff);
      onEvent?.({ kind: "ends", urn, now: { op: changed?.changes === true ? "update" : "same", new: { ...entry } } });
    }
    await this.#state.save(`${urn} refreshed`);
  }
}

const isTargeted = ({ urn }: Entry, { targets }: Chosen): boolean => targets === undefined || targets.has(nameIn(urn));
