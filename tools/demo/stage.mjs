import { spawn } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileCache, linkPackages, makeDirectory, pulumiEnvironment } from "../process/pulumi-environment.mjs";
import { outputOf } from "../process/run-step.mjs";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));
/** Short names: at 80 columns they leave the display room for what a server is doing. */
const PROJECT = "shop";
const STACK = "dev";

/**
 * The quickstart example as a user has it: a copy in its own directory and a state on disk.
 *
 * @param {{ directory: string, cli: string, serviceUrl: string, apiKey: string }} settings
 */
export function setStage({ directory, cli, serviceUrl, apiKey }) {
  const project = makeDirectory(directory, "project", "quickstart");
  cpSync(join(REPOSITORY, "examples", "quickstart"), project, {
    recursive: true,
    filter: (path) => !/(node_modules|Pulumi\.[^.]+\.yaml)$/.test(path),
  });
  const settings = join(project, "Pulumi.yaml");
  writeFileSync(settings, readFileSync(settings, "utf8").replace(/^name: .*$/m, `name: ${PROJECT}`));
  linkPackages(directory, ["@pulumi", "@types", "typescript"]);
  const env = {
    ...pulumiEnvironment({ directory, cli, serviceUrl, apiKey }),
    ...compileCache,
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    TERM: process.env.TERM ?? "dumb",
    ...(process.env.NO_COLOR ? { NO_COLOR: process.env.NO_COLOR } : {}),
  };
  return {
    pulumi: (...args) => runPulumi([...args, "--stack", STACK], project, env),
    pulumiAtTerminal: (...args) => runAtTerminal([...args, "--stack", STACK], project, env),
    stackName: STACK,
  };
}

/** Runs the CLI with its interactive display, in this terminal. */
function runAtTerminal(args, cwd, env) {
  const child = spawn("pulumi", args, { cwd, env, stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`pulumi ${args.join(" ")} ended with ${code}`)),
    );
  });
}

/** Resolves to what the CLI printed; rejects with the same text if it failed. */
async function runPulumi(args, cwd, env) {
  const child = spawn("pulumi", ["--non-interactive", ...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  try {
    return await outputOf(child);
  } catch (error) {
    throw new Error(`pulumi ${args.join(" ")} failed: ${error.message}`, { cause: error });
  }
}
