import { createHash } from "node:crypto";
import { closeSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Reservations } from "../apply/host-memory";

/**
 * Lets only one of a run's hosts take each stray: every explicit provider has its own process, and two may use the same
 * account. An empty file marks an order as taken. The run's id is in the file's name, so other runs ignore it. If the file
 * cannot be created, the stray may be taken, just as it would be without reservations.
 */
export const fileReservations: Reservations = {
  take: (run, attempt) => {
    forgetOldOnes();
    try {
      closeSync(openSync(fileOf(run, attempt), "wx", 0o600));
      return true;
    } catch (error) {
      return !isTaken(error);
    }
  },
  giveBack: (run, attempt) => rmSync(fileOf(run, attempt), { force: true }),
};

const isTaken = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "EEXIST";

const namePrefix = "pulumi-rimuhosting-reservation-";

const keptMs = 24 * 60 * 60 * 1000;

/** A host is killed from outside and cannot clean up, so the next one does. */
function forgetOldOnes(): void {
  try {
    for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(namePrefix))) {
      const path = join(tmpdir(), name);
      if (Date.now() - statSync(path).mtimeMs > keptMs) rmSync(path, { force: true });
    }
  } catch {
    // Someone else's directory, or another host was faster. What remains is empty and harmless.
  }
}

const fileOf = (run: string, attempt: string): string =>
  join(tmpdir(), `${namePrefix}${createHash("sha256").update(`${run} ${attempt}`).digest("hex").slice(0, 32)}`);
