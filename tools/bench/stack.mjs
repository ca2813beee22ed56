import { spawn } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import marked from "../process/marked-processes.cjs";
import { linkPackages, makeDirectory, pulumiEnvironment } from "../process/pulumi-environment.mjs";
import { outputOf } from "../process/run-step.mjs";

const SAMPLE_MS = 100;

/**
 * What one command cost, with all processes that it started.
 *
 * @typedef {{ wallS: number, cpuS: number, hostMiB: number }} Cost
 */

/**
 * A stack of one subject in a directory of its own, with its state on disk.
 *
 * @param {{ directory: string, cli: string, serviceUrl: string, apiKey: string, subject: import("./subjects.mjs").Subject, savesOnce?: boolean }} settings
 *   savesOnce: the engine writes the state when it ends, not after each step
 */
export function createStack({ directory, cli, serviceUrl, apiKey, subject, savesOnce = false }) {
  const project = makeDirectory(directory, "project");
  const write = (name, text) => writeFileSync(join(project, name), text);
  write("package.json", JSON.stringify({ name: "bench", private: true, main: "index.js" }));
  write("Pulumi.yaml", "name: bench\nruntime:\n  name: nodejs\n  options:\n    typescript: false\nmain: index.js\n");
  for (const [name, text] of Object.entries(subject.files)) write(name, text);
  linkPackages(directory);
  const env = {
    ...pulumiEnvironment({ directory, cli, serviceUrl, apiKey }),
    PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS: "true",
    ...(savesOnce ? { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" } : {}),
  };
  return {
    /** @param {import("./subjects.mjs").Version} version */
    write: (version) => write("index.js", subject.program(version)),
    run: (...args) =>
      measured(["--non-interactive", "--color", "never", ...args, "--stack", "dev"], { cwd: project, env }),
    stateBytes: () => statSync(join(directory, "state", ".pulumi", "stacks", "bench", "dev.json")).size,
  };
}

/** Bash counts the time of everything that the command has started and waited for. @returns {Promise<Cost>} */
async function measured(args, { cwd, env }) {
  const child = spawn("/bin/bash", ["-c", 'TIMEFORMAT="%R %U %S"; time pulumi "$@"', "bash", ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let hostMiB = 0;
  const sampling = setInterval(() => {
    hostMiB = Math.max(hostMiB, hostMemory(env[marked.WORK_VARIABLE]));
  }, SAMPLE_MS);
  const output = await outputOf(child)
    .catch((error) => {
      throw new Error(`pulumi ${args.join(" ")} failed: ${error.message}`, { cause: error });
    })
    .finally(() => clearInterval(sampling));
  const [wallS, userS, systemS] = (output.trimEnd().split("\n").at(-1) ?? "").split(" ").map(Number);
  return { wallS, cpuS: userS + systemS, hostMiB };
}

/** The most memory that the dynamic host has had so far, where the system tells it. */
function hostMemory(directory) {
  if (process.platform !== "linux") return 0;
  const sizes = marked
    .processesIn(directory)
    .filter(({ role }) => role === "dynamic-host")
    .map(({ pid }) => {
      try {
        return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
      } catch {
        return 0;
      }
    });
  return Math.max(0, ...sizes);
}
