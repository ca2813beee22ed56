import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { cacheRoot } from "./cache-root.mjs";
import { isComplete } from "./on-path.mjs";

const LOCK_POLL_MS = 1_000;

/** The directory of one CLI: by version and machine, laid out as the official installer does (`bin/pulumi`). */
export function cacheEntry(env, version) {
  return join(cacheRoot(env), `v${version}-${process.platform}-${process.arch}`);
}

/** The `bin` directory of a complete entry, or undefined. */
export function findCached(entry) {
  const directory = join(entry, "bin");
  return isComplete(directory) ? directory : undefined;
}

/**
 * Fills an entry: `fill` writes into a directory next to it, which gets its final name only when it is complete. So an interrupted
 * run leaves no partial entry, and of two runs at the same time one waits for the other's result.
 *
 * @param {string} entry
 * @param {(stagingDirectory: string) => Promise<void>} fill
 * @param {(line: string) => void} say
 */
export async function fillEntry(entry, fill, say) {
  await mkdir(join(entry, ".."), { recursive: true });
  return withLock(`${entry}.lock`, say, async () => {
    const found = findCached(entry);
    if (found !== undefined) return found;
    await removeLeftovers(entry);
    const staging = `${entry}.part-${process.pid}`;
    try {
      await mkdir(join(staging, "bin"), { recursive: true });
      await fill(staging);
      if (!isComplete(join(staging, "bin"))) throw new Error(`${staging} lacks some of the executables`);
      await rm(entry, { recursive: true, force: true });
      await rename(staging, entry);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
    return join(entry, "bin");
  });
}

/** The lock only saves work (the rename above keeps entries whole), so a lock whose owner is dead is simply removed. */
async function withLock(lock, say, work) {
  for (let isFirstTry = true; !(await tryLock(lock)); isFirstTry = false) {
    const owner = await lockOwner(lock);
    if (owner === undefined || !isAlive(owner)) {
      await rm(lock, { force: true });
      continue;
    }
    if (isFirstTry) say(`Waiting for process ${owner}, which is also getting the Pulumi CLI …`);
    await wait(LOCK_POLL_MS);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function tryLock(lock) {
  try {
    await writeFile(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

async function lockOwner(lock) {
  try {
    const owner = Number(await readFile(lock, "utf8"));
    return Number.isInteger(owner) && owner > 0 ? owner : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** What a killed run left behind. Called with the lock held, so nothing is working there. */
async function removeLeftovers(entry) {
  const parent = join(entry, "..");
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    if (path.startsWith(`${entry}.part-`)) await rm(path, { recursive: true, force: true });
  }
}
