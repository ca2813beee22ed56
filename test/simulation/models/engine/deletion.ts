import type { Entry } from "../stack-state";
import { type HostCalls, together } from "./host-calls";
import type { Ending, Stage } from "./stage";
import type { WorkingState } from "./working-state";

/** How the engine takes resources out of the state. */
export class Deletion {
  readonly #stage: Stage;
  readonly #calls: HostCalls;
  readonly #state: WorkingState;
  /** The URNs of what is deleted at the end of this run: what is to be deleted with one of them is dropped. */
  readonly #deleted = new Set<string>();

  constructor(stage: Stage, calls: HostCalls, state: WorkingState) {
    this.#stage = stage;
    this.#calls = calls;
    this.#state = state;
  }

  async deleteAll(entries: readonly Entry[]): Promise<void> {
    for (const { urn } of entries) this.#deleted.add(urn);
    // What has been deleted already, and waits for its replacement, is dropped without a call.
    const works = [...entries].reverse().map((entry) => async () => {
      const ending = entry.isPendingReplacement ? undefined : await this.callDelete(entry);
      this.#state.forget(entry);
      await this.#state.save(`${entry.urn} gone`);
      if (ending !== undefined) this.#stage.onEnded(entry, ending);
    });
    await together(works);
  }

  async deleteLedger(): Promise<void> {
    const saved = this.#state.ledger;
    if (saved === undefined) return;
    const host = this.#stage.hostOf("default");
    await this.#calls.call(
      host,
      () => host.ledger.delete?.(saved.id, saved.outputs) ?? Promise.resolve(),
      "delete ledger",
    );
    this.#state.ledger = undefined;
    this.#state.memory = undefined;
    await this.#state.save("without ledger");
  }

  /** What is retained, or deleted with something else, is dropped without a call: the saved options count, not the program's (read in Pulumi's source: `DeleteStep.Apply`). */
  async callDelete(entry: Entry): Promise<Ending> {
    const { hostOf, onDelete, run } = this.#stage;
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
