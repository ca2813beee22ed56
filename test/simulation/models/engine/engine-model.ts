import { nameIn } from "../desired";
import { copyOf, type Entry } from "../stack-state";
import type { Chosen, EngineContext, Program } from "./context";
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

  async up(program: Program, chosen: Chosen): Promise<void> {
    const registration = this.#registration(chosen);
    const registered = new Set<Entry>();
    const register = async (desired: Program[number]): Promise<void> => {
      for (const entry of await registration.register(desired)) registered.add(entry);
    };
    await together(program.map((desired) => () => register(desired)));
    await this.#deletion.deleteAll(
      this.#state.entries.filter((entry) => !registered.has(entry) && isTargeted(entry, chosen)),
    );
  }

  async preview(program: Program, chosen: Chosen): Promise<void> {
    const registration = this.#registration(chosen);
    await together(program.map((desired) => () => registration.preview(desired)));
  }

  async refresh(): Promise<void> {
    await together(this.#state.entries.map((entry) => () => this.#refresh(entry)));
  }

  async destroy(chosen: Chosen): Promise<void> {
    await this.#deletion.deleteAll(this.#state.entries.filter((entry) => isTargeted(entry, chosen)));
  }

  #registration(chosen: Chosen): Registration {
    const parts = { context: this.#context, calls: this.#calls, state: this.#state, deletion: this.#deletion };
    return new Registration({ ...parts, chosen });
  }

  async #refresh(entry: Entry): Promise<void> {
    if (entry.isPendingReplacement) return;
    this.#calls.requireProvider(entry);
    const host = this.#context.hostOf(entry.provider);
    const { kind, id, inputs, outputs } = entry;
    const seen = await this.#calls.call(host, `read ${entry.urn}`, () => host[kind].read?.(id, outputs));
    if (seen === undefined) return;
    if (seen.id === undefined || seen.id === "") this.#state.forget(entry);
    else {
      const read = copyOf({ ...seen.props, __provider: outputs["__provider"] });
      Object.assign(entry, { id: seen.id, outputs: read, inputs: copyOf(seen.inputs) ?? inputs, initErrors: [] });
      // Shows what an `up` right after it would do: the new outputs against the old inputs.
      await this.#calls.call(host, `diff ${entry.urn}`, () => host[kind].diff?.(entry.id, read, inputs));
    }
    await this.#state.save(`${entry.urn} refreshed`);
  }
}

const isTargeted = ({ urn }: Entry, { targets }: Chosen): boolean => targets === undefined || targets.has(nameIn(urn));
