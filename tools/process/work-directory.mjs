import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import marked from "./marked-processes.cjs";

/** Creates a temporary directory for a task. */
export function makeWorkDirectory(name) {
  return mkdtempSync(join(realpathSync(tmpdir()), `pulumi-rimuhosting-${name}-`));
}

/** Ends what still runs in the directory and removes it. */
export function removeWorkDirectory(directory) {
  marked.killAll(marked.processesIn(directory));
  rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
