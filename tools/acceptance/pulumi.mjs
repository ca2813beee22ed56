import { spawn } from "node:child_process";
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compileCache, linkPackages, makeDirectory, pulumiEnvironment } from "../process/pulumi-environment.mjs";

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
function run(args, cwd, env, signal) {
  if (signal.aborted) throw new Interrupted();
  const child = spawn("pulumi", ["--non-interactive", "--color", "never", ...args], {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const interrupt = () => child.kill("SIGINT");
  signal.addEventListener("abort", interrupt);
  return new Promise((resolve, reject) => {
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk) => {
        output += chunk;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => {
      signal.removeEventListener("abort", interrupt);
      if (signal.aborted) reject(new Interrupted());
      else if (code === 0) resolve(output);
      else reject(new Error(`pulumi ${args[0]} ended with ${code}:\n${output.trimEnd()}`));
    });
  });
}
