import { type Entry, snapshotOf } from "../stack-state";
import type { EngineContext } from "./context";
import type { Declaration } from "./declaration";

/** The state as a run changes it, written to the backend after each step. */
export class WorkingState {
  entries: Entry[];
  readonly #context: EngineContext;

  constructor(context: EngineContext) {
    this.#context = context;
    this.entries = snapshotOf(context.state);
  }

  /** The first matching entry that is not merely waiting to be deleted. */
  find({ urn, aliases }: Declaration): Entry | undefined {
    const usable = this.entries.filter((entry) => !entry.isToBeDeleted);
    return [urn, ...aliases].map((place) => usable.find((entry) => entry.urn === place)).find(Boolean);
  }

  forget(entry: Entry): void {
    this.entries = this.entries.filter((other) => other !== entry);
  }

  async save(what: string): Promise<void> {
    await this.#context.run.cliMoment(`saving: ${what}`);
    this.#context.save(snapshotOf(this.entries));
  }
}
