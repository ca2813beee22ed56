import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { WorldState } from "../world/context";
import type { Order } from "../world/order";
import { applyChanges, ChangeFinder } from "./changes";
import { lock } from "./lock";
import { ChangeLog, readLog } from "./log";
import type { NoteChange, Store } from "./store";

/** `number` is that of the last change it includes. */
const Snapshot = WorldState.extend({ number: z.number().int().default(0) });

/** Below this a log is not worth a new snapshot. */
const SMALL_LOG_BYTES = 1024 * 1024;

/**
 * Keeps a world in a folder: `world.json` is a snapshot, `changes.log` what has happened since. A change is one append,
 * however large the world is. When the log has outgrown the snapshot, a new snapshot replaces both.
 */
export function folderStore(folder: string): Store {
  mkdirSync(folder, { recursive: true });
  const unlock = lock(join(folder, "lock"));
  try {
    return new FolderStore(folder, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

class FolderStore implements Store {
  readonly #snapshotPath: string;
  readonly #logPath: string;
  readonly #unlock: () => void;
  readonly #kept: z.infer<typeof Snapshot> | undefined;
  #log: ChangeLog | undefined;
  #number: number;
  #snapshotBytes = 0;
  #state: WorldState | undefined;
  /** The log lacks a change that could not be written. */
  #isBehind = false;

  constructor(folder: string, unlock: () => void) {
    this.#snapshotPath = join(folder, "world.json");
    this.#logPath = join(folder, "changes.log");
    this.#unlock = unlock;
    this.#kept = read(this.#snapshotPath, this.#logPath);
    this.#number = this.#kept?.number ?? 0;
  }

  load(): WorldState | undefined {
    return this.#kept && WorldState.parse(this.#kept);
  }

  begin(state: WorldState): NoteChange {
    this.#state = state;
    this.#writeSnapshot(state);
    this.#log ??= new ChangeLog(this.#logPath);
    this.#log.clear();
    const finder = new ChangeFinder(state);
    return (...orders) => {
      if (this.#state === state) this.#append(state, finder, orders);
    };
  }

  #append(state: WorldState, finder: ChangeFinder, orders: readonly Order[]): void {
    const log = this.#log;
    if (log === undefined) return;
    this.#number++;
    const change = { number: this.#number, ...finder.since(orders) };
    const isOutgrown = log.bytes > Math.max(SMALL_LOG_BYTES, 2 * this.#snapshotBytes);
    const wasBehind = this.#isBehind;
    this.#isBehind = true;
    if (wasBehind || isOutgrown) {
      this.#writeSnapshot(state);
      log.clear();
    } else {
      log.append(change);
    }
    this.#isBehind = false;
  }

  /** A temporary file, renamed: a crash leaves the old one or the new one. Owner-only: it holds passwords. */
  #writeSnapshot(state: WorldState): void {
    const text = JSON.stringify({ number: this.#number, ...state });
    const draft = `${this.#snapshotPath}.new`;
    writeFileSync(draft, text, { mode: 0o600 });
    renameSync(draft, this.#snapshotPath);
    this.#snapshotBytes = text.length;
  }

  close(): void {
    const state = this.#state;
    this.#state = undefined;
    if (state !== undefined) this.#writeSnapshot(state);
    if (this.#log !== undefined) {
      this.#log.close();
      this.#log = undefined;
      rmSync(this.#logPath);
    }
    this.#unlock();
  }
}

function read(snapshotPath: string, logPath: string): z.infer<typeof Snapshot> | undefined {
  const changes = readLog(logPath);
  if (!existsSync(snapshotPath)) {
    if (changes.length === 0) return undefined;
    throw new Error(`${logPath} belongs to a ${snapshotPath} that is missing. Move it away to start with a new world.`);
  }
  const snapshot = readSnapshot(snapshotPath);
  const later = changes.filter((change) => change.number > snapshot.number);
  applyChanges(snapshot, later);
  return { ...snapshot, number: later.at(-1)?.number ?? snapshot.number };
}

function readSnapshot(path: string): z.infer<typeof Snapshot> {
  try {
    return Snapshot.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    throw new Error(`${path} is not a world of this simulator. Move it away to start with a new world.`, { cause });
  }
}
