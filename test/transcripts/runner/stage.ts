import type { JournalEntry } from "../../../simulator/src/journal";
import type { Service } from "../../../simulator/src/service/service";
import type { World } from "../../../simulator/src/world/world";

/** One account at the simulated service. */
export interface Account extends Pick<Service, "faults" | "variants" | "journal"> {
  readonly world: World;
  readonly url: string;
}

/** The last row of a resource, as the CLI shows it. */
export interface Row {
  /** Such as ` ~ `. */
  readonly mark: string;
  /** Type and name. */
  readonly resource: string;
  /** Such as `updated`; empty for a resource that only has messages. */
  readonly status: string;
  /** Such as `~memoryMb`. */
  readonly diff: string;
}

/** What a person sees of one command. */
export interface Seen {
  readonly end: "done" | "failed" | "killed";
  readonly rows: readonly Row[];
  /** What was shown on a resource's row while it went on, each saying once, by type and name. */
  readonly progress: ReadonlyMap<string, readonly string[]>;
  /** The lines under Diagnostics, by type and name. */
  readonly diagnostics: ReadonlyMap<string, readonly string[]>;
}

/** A resource in the state. Its secrets are unreadable, or left as they are. */
export interface StateResource {
  readonly type: string;
  readonly name: string;
  readonly urn: string;
  readonly id: string;
  readonly outputs: Readonly<Record<string, unknown>>;
}

export interface Command {
  readonly name: "preview" | "up" | "refresh" | "destroy";
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Everything dies while the service works on this call. */
  readonly killedDuring: string | undefined;
}

/** Where a conversation takes place: a stack and the service. */
export interface Stage {
  readonly account: Account;
  /** Another account, at another address. */
  readonly second: Account;
  /** Lets time pass for the service. */
  advance(durationMs: number): Promise<void>;
  write(program: string): void;
  run(command: Command): Promise<Seen>;
  configure(key: string, value: string | undefined, isSecret: boolean): Promise<void>;
  /** `pulumi state`, for one resource. */
  editState(edit: "delete" | "taint" | "unprotect", urn: string): Promise<void>;
  rename(stack: string): Promise<void>;
  state(): readonly StateResource[];
}

/** Every request so far, of both accounts, oldest first. */
export const requestsAt = ({ account, second }: Stage): readonly JournalEntry[] => [
  ...account.journal.entries,
  ...second.journal.entries,
];
