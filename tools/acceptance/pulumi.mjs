import { spawn } from "node:child_process";
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compileCache, linkPackages, makeDirectory, pulumiEnvironment } from "../process/pulumi-environment.mjs";
import { outputOf } from "../process/run-step.mjs";

/** The run was asked to stop. */
export class Interrupted extends Error {
  constructor() {
    super("The run was interrupted.");
  }
}

/**
 * The real CLI with one stack, in a directory of its own.
 *
 * @param {{ directory: string, cli: string, serviceUrl: string, apiKey: string, signal: AbortSignal }} settings
 * @returns {(args: string[], server?: object) => Promise<string>} runs a command; resolves to what it printed
 */
export function createPulumi({ directory, cli, serviceUrl, apiKey, signal }) {
  const project = makeDirectory(directory, "projects", "acceptance");
  cpSync(fileURLToPath(new URL("program/", import.meta.url)), project, { recursive: true });
  linkPackages(directory);
  const env = { ...pulumiEnvironment({ directory, cli, serviceUrl, apiKey }), ...compileCache };
  return (args, server) => {
    const wanted = server === undefined ? {} : { ACCEPTANCE_SERVER: JSON.stringify(server) };
    return run([...args, "--stack", "acceptance"], project, { ...env, ...wanted }, signal);
  };
}

/** In a process group of its own: a Ctrl-C reaches it through the signal alone, once, so it finishes and saves what it is doing. */
async function run(args, cwd, env, signal) {
  if (signal.aborted) throw new Interrupted();
  const child = spawn("pulumi", ["--non-interactive", "--color", "never", ...args], {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const interrupt = () => child.kill("SIGINT");
  signal.addEventListener("abort", interrupt);
  const output = await outputOf(child)
    .catch((error) => {
      throw signal.aborted
        ? new Interrupted()
        : new Error(`pulumi ${args[0]} failed: ${error.message}`, { cause: error });
    })
    .finally(() => signal.removeEventListener("abort", interrupt));
  if (signal.aborted) throw new Interrupted();
  return output;
}
