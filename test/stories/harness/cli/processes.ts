import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Every process of a story carries this in its environment, also when its parent is gone. */
export const STORY_VARIABLE = "RIMUHOSTING_STORY";

export type ProcessRole = "cli" | "language-host" | "program" | "dynamic-host" | "other";

export interface StoryProcess {
  readonly pid: number;
  readonly role: ProcessRole;
  readonly commandLine: string;
}

/** What runs now for the story in `directory`. */
export function processesOf(directory: string): StoryProcess[] {
  const marker = `${STORY_VARIABLE}=${directory}`;
  const all = process.platform === "linux" ? fromProc(marker) : fromPs(marker);
  return all.map(({ pid, commandLine }) => ({ pid, commandLine, role: roleOf(commandLine) }));
}

/** Ends processes at once, as a crash would. Those that are gone already are no matter. */
export function killAll(processes: readonly StoryProcess[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
}

function roleOf(commandLine: string): ProcessRole {
  if (/dynamic-provider|pulumi-resource-pulumi-nodejs/.test(commandLine)) return "dynamic-host";
  if (/cmd[/\\]run/.test(commandLine)) return "program";
  if (/pulumi-language-nodejs/.test(commandLine)) return "language-host";
  return /^\S*pulumi(\s|$)/.test(commandLine) ? "cli" : "other";
}

interface Found {
  readonly pid: number;
  readonly commandLine: string;
}

function fromProc(marker: string): Found[] {
  const found: Found[] = [];
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const environment = readFileSync(`/proc/${name}/environ`, "utf8").split("\0");
      if (!environment.includes(marker)) continue;
      const commandLine = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0").join(" ").trim();
      // A process that has ended but was not waited for yet has no command line.
      if (commandLine !== "") found.push({ pid: Number(name), commandLine });
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
  return found;
}

/** Where there is no /proc, ps prints the environment behind the command. */
function fromPs(marker: string): Found[] {
  const output = execFileSync("ps", ["axEww", "-o", "pid=,command="], { maxBuffer: 64 * 1024 * 1024 }).toString();
  return output
    .split("\n")
    .filter((line) => line.includes(marker))
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, ...command]) => ({ pid: Number(pid), commandLine: command.join(" ") }));
}

function isGone(error: unknown): boolean {
  // Not instanceof Error: under jest, the errors of Node's own modules are of another realm.
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return code === "ENOENT" || code === "ESRCH" || code === "EACCES" || code === "EPERM";
}
