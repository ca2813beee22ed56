import { type Declared, type StackName, urnIn, urnOf } from "./declared";
import { type Entry, emptyState, liveEntries, type StackState } from "./stack-state";

export type Outcome = "good" | "failed" | "killed";

/** Whose stack it is: the one that a history is about, one that servers are moved to, and a colleague's copy of the first. */
export type StackLabel = "ours" | "other" | "colleague";

/** One stack: its program, its saved state, and the result of its last run. */
export class Stack implements StackName {
  readonly label: StackLabel;
  readonly project = "shop";
  name: string;
  state: StackState = emptyState;
  backups: StackState[] = [emptyState];
  program: readonly Declared[] = [];
  /** Its configuration, by the names after `rimuhosting:`. */
  config: Readonly<Record<string, string>> = {};
  /** A person has edited, moved or restored the state. */
  isTouched = false;
  lastOutcome: Outcome = "good";
  /** What the last run showed. */
  lastMessages = "";

  constructor(label: StackLabel, name: string) {
    this.label = label;
    this.name = name;
  }

  /** `pulumi config set` */
  configure(name: string, value: string): void {
    this.config = { ...this.config, [name]: value };
  }

  entryOf(declared: Declared): Entry | undefined {
    const live = liveEntries(this.state);
    return [declared, ...declared.aliases]
      .map((place) => live.find((entry) => entry.urn === urnOf(this, place)))
      .find(Boolean);
  }

  /** Whether any entry of the state, in use or not, has the logical name. */
  isNameInState(name: string): boolean {
    return this.state.entries.some(({ urn }) => urn.endsWith(`::${name}`));
  }

  /** `pulumi stack rename`: every URN changes, but nothing else in the entries. */
  rename(name: string): void {
    this.name = name;
    this.state = { ...this.state, entries: this.state.entries.map((entry) => this.adopted(entry)) };
  }

  /** An entry as it appears in this stack after a move. */
  adopted(entry: Entry): Entry {
    const { deletedWith } = entry;
    return { ...entry, urn: urnIn(this, entry.urn), deletedWith: deletedWith && urnIn(this, deletedWith) };
  }
}
