import { type Desired, type Kind, type StackName, urnOf } from "../desired";
import { type Entry, snapshotOf } from "../stack-state";
import type { EngineContext } from "./context";

/** The state as a run changes it, written to the backend after each step. */
export class WorkingState {
  entries: Entry[];
  readonly #context: EngineContext;

  constructor(context: EngineContext) {
    this.#context = context;
    this.entries = snapshotOf(context.state);
  }

  /** The first matching entry that is not merely waiting to be deleted. */
  find(stack: StackName, kind: Kind, desired: Desired): Entry | undefined {
    const usable = this.entries.filter((entry) => !entry.isToBeDeleted);
    return [desired, ...desired.aliases]
      .map((place) => usable.find((entry) => entry.urn === urnOf(stack, kind, place)))
      .find(Boolean);
  }

  forget(entry: Entry): void {
    this.entries = this.entries.filter((other) => other !== entry);
  }

  async save(what: string): Promise<void> {
    await this.#context.run.cliMoment(`saving: ${what}`);
    this.#context.save(snapshotOf(this.entries));
  }
}
