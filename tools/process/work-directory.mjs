import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import marked from "./marked-processes.cjs";

/** A new temporary directory for a task. */
export function makeWorkDirectory(name) {
  return mkdtempSync(join(realpathSync(tmpdir()), `pulumi-rimuhosting-${name}-`));
}

/** Ends what still runs in there and removes it. */
export function removeWorkDirectory(directory) {
  marked.killAll(marked.processesIn(directory));
  rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
