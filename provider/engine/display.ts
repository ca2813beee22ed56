import { closeSync, openSync, readFileSync, readlinkSync } from "node:fs";

/** Between this process and the CLI are a shell script and the engine's host. */
const mostGenerations = 6;

let cachedAnswer: boolean | undefined;

/**
 * Whether a person sees the CLI's interactive display, which the engine tells no provider. True only if that is sure
 * enough: in any other output each message takes up a line.
 */
export function isAtTerminal(environment: Readonly<Record<string, string | undefined>>): boolean {
  cachedAnswer ??= hasTerminal() && !environment["CI"] && (cliShowsDisplay(process.ppid) ?? true);
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

/** Inspects the CLI among this process's ancestors; `undefined` if the system does not show them. */
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
