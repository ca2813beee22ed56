import type { Entry } from "../stack-state";
import type { Ending, EngineContext } from "./context";
import { type HostCalls, together } from "./host-calls";
import type { WorkingState } from "./working-state";

/** How the engine removes resources from the state. */
export class Deletion {
  readonly #context: EngineContext;
  readonly #calls: HostCalls;
  readonly #state: WorkingState;
  /** The URNs of what is deleted at the end of this run: resources with such a `deletedWith` are dropped. */
  readonly #deleted = new Set<string>();

  constructor(context: EngineContext, calls: HostCalls, state: WorkingState) {
    this.#context = context;
    this.#calls = calls;
    this.#state = state;
  }

  async deleteAll(entries: readonly Entry[]): Promise<void> {
    for (const { urn } of entries) this.#deleted.add(urn);
    // What is already deleted and waits for its replacement is dropped without a call.
    const works = [...entries].reverse().map((entry) => async () => {
      const ending = entry.isPendingReplacement ? undefined : await this.callDelete(entry);
      this.#state.forget(entry);
      await this.#state.save(`${entry.urn} gone`);
      if (ending !== undefined) this.#context.onEnded(entry, ending);
    });
    await together(works);
  }

  async deleteLedger(): Promise<void> {
    const saved = this.#state.ledger;
    if (saved === undefined) return;
    const host = this.#context.hostOf("default");
    await this.#calls.call(
      host,
      () => host.ledger.delete?.(saved.id, saved.outputs) ?? Promise.resolve(),
      "delete ledger",
    );
    this.#state.ledger = undefined;
    this.#state.memory = undefined;
    await this.#state.save("without ledger");
  }

  /**
   * Retained resources, or those deleted with another one, are dropped without a call: the saved options count, not the program's
   * (read in Pulumi's source: `DeleteStep.Apply`).
   */
  async callDelete(entry: Entry): Promise<Ending> {
    const { hostOf, onDelete, run } = this.#context;
    if (entry.isRetained || (entry.deletedWith !== undefined && this.#deleted.has(entry.deletedWith))) {
      await run.cliMoment(`drop ${entry.urn}`);
      return entry.isRetained ? "retained" : "deleted-with";
    }
    this.#calls.requireProvider(entry);
    onDelete(entry);
    const host = hostOf(entry.provider);
    await this.#calls.call(host, () => host.vps.delete?.(entry.id, entry.outputs), `delete ${entry.urn} (${entry.id})`);
    return "called";
  }
}
