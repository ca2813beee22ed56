import { type Desired, nameIn, type StackName, urnIn, urnOf } from "./desired";
import { type Entry, liveServers, type StackState, snapshotOf } from "./stack-state";

export type Outcome = "good" | "failed" | "killed";

/** Whose stack it is: the one that a history is about, and one that servers are moved to. */
export type StackLabel = "ours" | "other";

/** One stack: its program, its saved state, and the result of its last run. */
export class Stack implements StackName {
  readonly label: StackLabel;
  readonly project = "shop";
  name: string;
  state: StackState = [];
  backups: StackState[] = [[]];
  program: readonly Desired[] = [];
  /** Its configuration, by the names after `rimuhosting:`. */
  config: Readonly<Record<string, string>> = {};
  /** Names whose server was moved away without its key: nobody declares them again before the key has left the state too. */
  readonly left = new Set<string>();
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

  /** The server in use of a declaration. */
  entryOf(desired: Desired): Entry | undefined {
    const live = liveServers(this.state);
    return [desired, ...desired.aliases]
      .map((place) => live.find(({ urn }) => urn === urnOf(this, "vps", place)))
      .find(Boolean);
  }

  declares(entry: Entry): boolean {
    return this.program.some((one) => this.entryOf(one) === entry);
  }

  /** Whether any entry of the state, in use or not, has the logical name. */
  isNameInState(name: string): boolean {
    return this.state.some(({ urn }) => nameIn(urn) === name);
  }

  /** `pulumi stack rename`: every URN changes, but nothing else in the entries. */
  rename(name: string): void {
    this.name = name;
    this.state = this.adopted(this.state);
  }

  /** Entries as they appear in this stack after a move. */
  adopted(entries: StackState): StackState {
    return snapshotOf(entries).map((entry) => ({ ...entry, urn: urnIn(this, entry.urn) }));
  }
}
