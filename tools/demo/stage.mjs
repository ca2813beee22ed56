import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import marked from "../process/marked-processes.cjs";
import { compileCache, linkPackages, makeDirectory, pulumiEnvironment } from "../process/pulumi-environment.mjs";
import { outputOf } from "../process/run-step.mjs";

/** Short names: the CLI shows them in every line. */
const PROJECT = "shop";
const STACK = "dev";

/** A lost answer is looked up at once, not after a quarter of a minute. */
const IMPATIENT = { RIMUHOSTING_POLLSECONDS: "1" };

/**
 * A project as a user has it, with its state on disk, and the CLI that runs it.
 *
 * @param {{ directory: string, cli: string, serviceUrl: string, apiKey: string }} settings
 */
export function setStage({ directory, cli, serviceUrl, apiKey }) {
  const project = makeDirectory(directory, "project", PROJECT);
  writeFileSync(join(project, "Pulumi.yaml"), `name: ${PROJECT}\nruntime: nodejs\n`);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: PROJECT, main: "index.ts" }));
  linkPackages(directory, ["@pulumi", "@types", "typescript"]);
  const env = {
    ...pulumiEnvironment({ directory, cli, serviceUrl, apiKey }),
    ...compileCache,
    ...IMPATIENT,
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    TERM: process.env.TERM ?? "dumb",
    ...(process.env.NO_COLOR ? { NO_COLOR: process.env.NO_COLOR } : {}),
  };
  const start = (args) =>
    spawn("pulumi", ["--non-interactive", ...args, "--stack", STACK], {
      cwd: project,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
  return {
    stackName: STACK,
    writeProgram: (lines) => writeFileSync(join(project, "index.ts"), `${lines.join("\n")}\n`),
    /** Resolves to what the CLI printed; rejects with the same text if it failed. */
    async pulumi(...args) {
      try {
        return await outputOf(start(args));
      } catch (error) {
        throw new Error(`pulumi ${args.join(" ")} failed: ${error.message}`, { cause: error });
      }
    },
    /** Starts the CLI and, as soon as `moment` comes, ends it with all that it has started, as when a machine is switched off. */
    async killAt(moment, ...args) {
      const ended = outputOf(start(args)).then(
        () => Promise.reject(new Error(`pulumi ${args.join(" ")} ended before it was killed`)),
        (error) => Promise.reject(error),
      );
      await Promise.race([moment, ended]);
      marked.killAll(marked.processesIn(directory));
      await ended.catch(() => undefined);
    },
  };
}
