import type { FaultPlan } from "../../../simulator/src/faults/fault-plan";
import type { Journal, JournalEntry } from "../../../simulator/src/journal";
import type { Variants } from "../../../simulator/src/world/variants";
import type { World } from "../../../simulator/src/world/world";

export const accountKeys = { account: "12345", second: "67890" } as const;

/** When a conversation begins. */
export const startMs = Date.UTC(2026, 0, 15, 12);

/** One account at the simulated service: at that of the simulator's source, or of its build. */
export interface Account {
  readonly world: Pick<World, keyof World>;
  readonly faults: Pick<FaultPlan, keyof FaultPlan>;
  readonly variants: Variants;
  readonly journal: Pick<Journal, "entries">;
  readonly url: string;
}

/** The last row of a resource, as the CLI shows it. */
export interface Row {
  /** Four characters, such as ` ~  `. */
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
  /** Everything dies while the service works on this call, which it then finishes. */
  readonly killedDuring: string | undefined;
}

/** Where a conversation takes place: a stack and the service. */
export interface Stage {
  readonly account: Account;
  /** Another account, at another address. */
  readonly second: Account;
  /** What the ports of servers do with a connection; `open` unless it says otherwise. Empty on the CLI. */
  readonly ports: Map<number, "open" | "refused" | "silent">;
  /** Something happens during the next command, so long after its start. */
  at(afterMs: number, happens: () => void): void;
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
