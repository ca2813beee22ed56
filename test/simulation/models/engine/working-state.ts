import { type Declared, type StackName, urnOf } from "../declared";
import { type Entry, heldBy, type Properties, type SavedLedger, snapshotOf } from "../stack-state";
import type { EngineContext } from "./context";

/** The state as a run changes it, written to the backend after each step. */
export class WorkingState {
  ledger: SavedLedger | undefined;
  memory: Properties | undefined;
  entries: Entry[];
  #everHeld: ReadonlySet<number>;
  #rememberable: ReadonlySet<number>;
  readonly #context: EngineContext;

  constructor(context: EngineContext) {
    this.#context = context;
    const { ledger, memory, everHeld, rememberable } = context.state;
    this.ledger = ledger;
    this.memory = memory;
    this.entries = [...snapshotOf(context.state).entries];
    this.#everHeld = everHeld;
    this.#rememberable = rememberable;
  }

  /** The first matching entry that is not merely waiting to be deleted. */
  find(stack: StackName, declared: Declared): Entry | undefined {
    const usable = this.entries.filter((entry) => !entry.isToBeDeleted);
    return [declared, ...declared.aliases]
      .map((place) => usable.find((entry) => entry.urn === urnOf(stack, place)))
      .find(Boolean);
  }

  forget(entry: Entry): void {
    this.entries = this.entries.filter((other) => other !== entry);
  }

  /** Every declared server has its order now, and the program knows it. If it registers nothing, what was saved earlier stays. */
  rememberAll(memory: Properties | undefined): void {
    if (memory === undefined) return;
    this.memory = memory;
    this.#rememberable = new Set([...this.#everHeld, ...heldBy(this.entries)]);
  }

  async save(what: string): Promise<void> {
    await this.#context.run.cliMoment(`saving: ${what}`);
    this.#everHeld = new Set([...this.#everHeld, ...heldBy(this.entries)]);
    const { ledger, memory, entries } = this;
    this.#context.save(
      snapshotOf({ ledger, memory, entries, everHeld: this.#everHeld, rememberable: this.#rememberable }),
    );
  }
}
