import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { Change } from "./changes";

/** The changes since the snapshot, one JSON text per line. */
export class ChangeLog {
  readonly #file: number;
  #bytes = 0;

  /** Starts empty. */
  constructor(path: string) {
    this.#file = openSync(path, "w", 0o600);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** All of it or nothing, as long as the process lives. */
  append(change: Change): void {
    const line = Buffer.from(`${JSON.stringify(change)}\n`);
    try {
      for (let written = 0; written < line.length; ) {
        written += writeSync(this.#file, line, written, line.length - written, this.#bytes + written);
      }
    } catch (error) {
      ftruncateSync(this.#file, this.#bytes);
      throw error;
    }
    this.#bytes += line.length;
  }

  clear(): void {
    ftruncateSync(this.#file, 0);
    this.#bytes = 0;
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** What a log holds. A last line without its end was being written when the process died: it never happened. */
export function readLog(path: string): Change[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  return lines.map((line, index) => {
    try {
      return Change.parse(JSON.parse(line));
    } catch (cause) {
      throw new Error(`Line ${index + 1} of ${path} is not a change of this simulator's world.`, { cause });
    }
  });
}
