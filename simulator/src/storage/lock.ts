import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { z } from "zod";

/** `startedAt` tells a process from a later one with the same number; null where the system does not say. */
const Holder = z.object({ pid: z.number().int(), host: z.string(), startedAt: z.string().nullable() });
type Holder = z.infer<typeof Holder>;

/** Makes sure that one simulator alone writes to a folder. Returns how to release it. */
export function lock(path: string): () => void {
  const mine: Holder = { pid: process.pid, host: hostname(), startedAt: startOf(process.pid) };
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    if (!tryLink(draft, path)) {
      removeIfStale(path);
      if (!tryLink(draft, path)) throw inUse(path);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => rmSync(path, { force: true });
}

/** Atomic, and fails if the lock exists. */
function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Moves it away first, so that of two processes that find it stale only one continues. */
function removeIfStale(path: string): void {
  const found = read(path);
  if (found === undefined) return;
  if (isAlive(found)) throw inUse(path, found);
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const moved = read(aside);
  // Another process was faster, and this is already its lock.
  if (moved !== undefined && isAlive(moved)) tryLink(aside, path);
  rmSync(aside, { force: true });
}

/** Undefined if it is gone. Whatever is not a lock counts as one whose holder is dead. */
function read(path: string): Holder | undefined {
  try {
    return Holder.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    return codeOf(error) === "ENOENT" ? undefined : { pid: 0, host: hostname(), startedAt: null };
  }
}

/** A holder on another machine cannot be checked, so it counts as alive. */
function isAlive({ pid, host, startedAt }: Holder): boolean {
  if (host !== hostname()) return true;
  if (pid === 0 || !exists(pid)) return false;
  return startedAt === null || startOf(pid) === startedAt;
}

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** Linux: the process's start, in ticks since the machine's. A name may contain anything, so count from its end. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

function inUse(path: string, holder?: Holder): Error {
  const who =
    holder === undefined ? "another simulator" : `the simulator with process id ${holder.pid} on ${holder.host}`;
  return new Error(
    `${path}: ${who} uses this folder. Stop it, or choose another folder. If you are sure that it no longer runs, delete that file.`,
  );
}
