import type { Entry } from "../stack-state";
import type { Ending, EngineContext } from "./context";
import { type HostCalls, together } from "./host-calls";
import type { WorkingState } from "./working-state";

/** How the engine removes resources from the state. */
export class Deletion {
  readonly #context: EngineContext;
  readonly #calls: HostCalls;
  readonly #state: WorkingState;

  constructor(context: EngineContext, calls: HostCalls, state: WorkingState) {
    this.#context = context;
    this.#calls = calls;
    this.#state = state;
  }

  /** What depends on others goes first: all servers, and then, if none of them failed, the keys. */
  async deleteAll(entries: readonly Entry[]): Promise<void> {
    for (const kind of ["vps", "key"] as const)
      await together(entries.filter((entry) => entry.kind === kind).map((entry) => () => this.#delete(entry)));
  }

  async deleteForReplacement(entry: Entry): Promise<void> {
    const ending = await this.#callDelete(entry);
    entry.isPendingReplacement = true;
    await this.#state.save(`${entry.urn} deleted`);
    this.#context.onEnded(entry, ending);
  }

  async #delete(entry: Entry): Promise<void> {
    // What is already deleted and waits for its replacement is dropped without a call.
    const ending = entry.isPendingReplacement ? undefined : await this.#callDelete(entry);
    this.#state.forget(entry);
    await this.#state.save(`${entry.urn} gone`);
    if (ending !== undefined) this.#context.onEnded(entry, ending);
  }

  /** Retained resources are dropped without a call: the saved option counts, not the program's (read in Pulumi's source: `DeleteStep.Apply`). */
  async #callDelete(entry: Entry): Promise<Ending> {
    const { hostOf, onDelete, run } = this.#context;
    const { kind, id, urn, isRetained, provider, outputs } = entry;
    if (isRetained) {
      await run.cliMoment(`drop ${urn}`);
      return "retained";
    }
    this.#calls.requireProvider(entry);
    onDelete(entry);
    const host = hostOf(provider);
    await this.#calls.call(host, `delete ${urn}`, () => host[kind].delete?.(id, outputs));
    return "called";
  }
}
