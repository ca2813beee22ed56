import { createHash } from "node:crypto";
import { closeSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Reservations } from "../apply/host-memory";

/**
 * Who takes which stray, among the hosts of one run: each explicit provider is a process of its own, and two may work in the same
 * account. An empty file says that an order is taken; the run's id is in its name, so that no other run minds it. Where no file
 * can be made, nobody is kept from anything: that is how it would be without claims.
 */
export const fileReservations: Reservations = {
  take: (run, attempt) => {
    forgetOldOnes();
    try {
      closeSync(openSync(fileOf(run, attempt), "wx", 0o600));
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== "EEXIST";
    }
  },
  giveBack: (run, attempt) => rmSync(fileOf(run, attempt), { force: true }),
};

const namesBegin = "pulumi-rimuhosting-claim-";

const keptMs = 24 * 60 * 60 * 1000;

/** A host is ended from outside and cannot tidy up, so the next one does. */
function forgetOldOnes(): void {
  try {
    for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(namesBegin))) {
      const path = join(tmpdir(), name);
      if (Date.now() - statSync(path).mtimeMs > keptMs) rmSync(path, { force: true });
    }
  } catch {
    // Somebody else's directory, or somebody else was faster: what is left over is empty and in nobody's way.
  }
}

const fileOf = (run: string, attempt: string): string =>
  join(tmpdir(), `${namesBegin}${createHash("sha256").update(`${run} ${attempt}`).digest("hex").slice(0, 32)}`);
