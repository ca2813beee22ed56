import { spawn } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import marked from "../process/marked-processes.cjs";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));

/** The run was asked to stop. */
export class Interrupted extends Error {
  constructor() {
    super("The run was interrupted.");
  }
}

/**
 * The real CLI with one stack, in a directory of its own. The key and the address go in through the environment, so neither is written.
 *
 * @param {{ directory: string, cli: string, serviceUrl: string, apiKey: string, signal: AbortSignal }} settings
 * @returns {(args: string[], server?: object) => Promise<string>} runs a command; resolves to what it printed
 */
export function createPulumi({ directory, cli, serviceUrl, apiKey, signal }) {
  const make = (...names) => {
    const path = join(directory, ...names);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const project = make("projects", "acceptance");
  cpSync(fileURLToPath(new URL("program/", import.meta.url)), project, { recursive: true });
  const modules = make("node_modules");
  symlinkSync(join(REPOSITORY, "node_modules", "@pulumi"), join(modules, "@pulumi"));
  symlinkSync(REPOSITORY, join(modules, "pulumi-rimuhosting"));
  const env = {
    [marked.WORK_VARIABLE]: directory,
    PATH: [dirname(process.execPath), cli, "/usr/bin", "/bin"].join(delimiter),
    HOME: make("home"),
    TMPDIR: make("tmp"),
    PULUMI_HOME: make("home", "pulumi"),
    PULUMI_BACKEND_URL: `file://${make("state")}`,
    PULUMI_CONFIG_PASSPHRASE: "acceptance",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    NODE_COMPILE_CACHE: join(REPOSITORY, ".cache", "node-compile-cache"),
    RIMUHOSTING_BASEURL: serviceUrl,
    RIMUHOSTING_APIKEY: apiKey,
  };
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
