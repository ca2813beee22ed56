import { writeSync } from "node:fs";

const stderr = 2;

/** Writes lines that the CLI shows, also where the engine cannot be spoken to. */
export function sayOnStderr(text: string): void {
  try {
    writeSync(stderr, `${text}\n`);
  } catch {
    // The CLI has died, and nobody reads any more.
  }
}
