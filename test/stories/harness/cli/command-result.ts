import { type EngineEvent, type Operation, operationsOf } from "./engine-events";

export interface Ended {
  readonly command: string;
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How one run of the CLI ended, what it printed and what the engine says it did. */
export class CommandResult {
  /** As one would type it. */
  readonly command: string;
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Everything that a user would read. */
  readonly text: string;
  readonly events: readonly EngineEvent[];
  /**
   * What the update did, or the preview planned, by name of resource. After an `up` with a preview: what the update did; the log keeps no
   * more.
   */
  readonly operations: Readonly<Record<string, Operation>>;

  constructor(ended: Ended, events: readonly EngineEvent[]) {
    this.command = ended.command;
    this.exitCode = ended.exitCode;
    this.signal = ended.signal;
    this.stdout = ended.stdout;
    this.stderr = ended.stderr;
    this.text = [ended.stdout, ended.stderr].filter((part) => part !== "").join("\n");
    this.events = events;
    this.operations = operationsOf(events);
  }

  get isOk(): boolean {
    return this.exitCode === 0;
  }

  /** The result itself, or an error that shows what was printed. */
  expectOk(): this {
    if (!this.isOk) throw new Error(`"${this.command}" failed (${this.outcome()}):\n${this.text}`);
    return this;
  }

  /** The result itself, or an error when the command did not fail by itself. */
  expectFailure(): this {
    if (this.isOk || this.exitCode === null) {
      throw new Error(`"${this.command}" was to fail, but: ${this.outcome()}\n${this.text}`);
    }
    return this;
  }

  private outcome(): string {
    return this.exitCode === null ? `ended by ${this.signal}` : `exit code ${this.exitCode}`;
  }
}
