import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { killAll, type MarkedProcess, processesIn } from "../../../../tools/process/marked-processes.cjs";
import { CommandResult, type Ended } from "./command-result";
import { readEvents } from "./engine-events";

export interface CommandSettings {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The story's directory, by which its processes are known. */
  readonly storyDirectory: string;
  /** Whether the command can log engine events. */
  readonly hasEvents: boolean;
  /** Killed, with all it started, when it takes longer. */
  readonly timeoutMs: number;
}

let lastEventLog = 0;

/** A run of the CLI that is under way: to watch, to interrupt, to kill in parts. */
export class RunningCommand {
  /** How it ended, whichever way. Never rejects, except when the time limit was reached. */
  readonly done: Promise<CommandResult>;
  private readonly child: ChildProcess;
  private readonly storyDirectory: string;
  private printed = "";

  constructor(settings: CommandSettings) {
    lastEventLog += 1;
    const eventLog = join(settings.storyDirectory, `events-${lastEventLog}.jsonl`);
    const args = settings.hasEvents ? [...settings.args, "--event-log", eventLog] : [...settings.args];
    // A process group of its own, as a shell or a CI runner gives it.
    this.child = spawn("pulumi", args, {
      cwd: settings.cwd,
      env: settings.env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (this.child.pid === undefined)
      throw new Error("The Pulumi CLI does not start; is it where the set-up found it?");
    this.storyDirectory = settings.storyDirectory;
    this.done = this.watch(["pulumi", ...settings.args].join(" "), settings.timeoutMs).then((ended) => {
      const events = readEvents(eventLog);
      rmSync(eventLog, { force: true });
      return new CommandResult(ended, events);
    });
    // Whoever starts a command in the background may never wait for it.
    this.done.catch(() => undefined);
  }

  /** What it has printed so far. */
  get text(): string {
    return this.printed;
  }

  /** Waits for something that happens while it runs, such as a gate that is reached; throws when it ends before. */
  async until<T>(happening: Promise<T>): Promise<T> {
    const ended = this.done.then(({ command, text }): never => {
      throw new Error(`"${command}" ended before what was waited for happened:\n${text}`);
    });
    return Promise.race([happening, ended]);
  }

  /** The processes that run for the story now: the CLI, the language host, the program, the dynamic host. */
  processes(): MarkedProcess[] {
    return processesIn(this.storyDirectory);
  }

  /** The CLI dies at once; the dynamic host lives on and finishes what it does. */
  async killCli(): Promise<CommandResult> {
    this.child.kill("SIGKILL");
    return this.done;
  }

  /** What Ctrl-C sends to the CLI, and a CI that cancels a job. */
  interrupt(): void {
    this.child.kill("SIGINT");
  }

  /** Everything of the story dies at once, as when the machine is switched off. */
  async killEverything(): Promise<CommandResult> {
    killAll(this.processes());
    return this.done;
  }

  /** Only the process that runs the provider dies; the CLI notices and goes on to its end. */
  killHost(): void {
    killAll(this.processes().filter(({ role }) => role === "dynamic-host"));
  }

  private watch(command: string, timeoutMs: number): Promise<Ended> {
    const output = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const) {
      this.child[stream]?.setEncoding("utf8").on("data", (chunk: string) => {
        output[stream] += chunk;
        this.printed += chunk;
      });
    }
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        killAll(this.processes());
        reject(new Error(`"${command}" took more than ${timeoutMs / 1000} s:\n${this.printed}`));
      }, timeoutMs);
      this.child.once("error", reject);
      this.child.once("close", (exitCode, signal) => {
        clearTimeout(limit);
        resolve({ command, exitCode, signal, ...output });
      });
    });
  }
}
