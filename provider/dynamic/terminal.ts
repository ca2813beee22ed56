import { closeSync, openSync, readFileSync, readlinkSync } from "node:fs";
import { readEnvironment } from "../api/environment";

/** Between this process and the CLI stand a shell script and the engine's host. */
const mostGenerations = 6;

let cachedAnswer: boolean | undefined;

/**
 * Whether a person sees the CLI's display, which the engine tells no provider. Only where it is sure enough: each
 * message is a line of its own in any other output.
 */
export function isAtTerminal(): boolean {
  cachedAnswer ??= hasTerminal() && !readEnvironment()["CI"] && (cliShowsDisplay(process.ppid) ?? true);
  return cachedAnswer;
}

function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}

/** Looks at the CLI among the ancestors of this process; `undefined` where the system does not show them. */
function cliShowsDisplay(pid: number, generation = 1): boolean | undefined {
  if (pid <= 1 || generation > mostGenerations) return undefined;
  try {
    const [program = "", ...args] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    if (/(^|\/)pulumi$/.test(program)) {
      const isInteractive = !args.some((arg) => /^--(non-interactive|json)(=|$)/.test(arg));
      return isInteractive && /^\/dev\/(pts\/|tty)/.test(readlinkSync(`/proc/${pid}/fd/1`));
    }
    const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return parent === undefined ? undefined : cliShowsDisplay(Number(parent), generation + 1);
  } catch {
    return undefined;
  }
}
