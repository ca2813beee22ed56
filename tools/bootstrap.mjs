import { fileURLToPath } from "node:url";
import { nodeToGoOnWith } from "./bootstrap/own-node.mjs";
import { installPackagesIfNeeded } from "./bootstrap/packages.mjs";
import { handOver } from "./process/hand-over.mjs";
import { sayOnStderr } from "./process/run-step.mjs";

/** What can be run from a fresh clone with no more than Node 20 and npm; each module exports `run(args)`, which returns an exit code. */
const TASKS = {
  demo: "./demo/run.mjs",
  test: "./tasks/test.mjs",
  simulator: "./tasks/simulator.mjs",
};

async function main([name, ...args]) {
  const task = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined;
  if (task === undefined)
    throw new Error(`Usage: node tools/bootstrap.mjs <${Object.keys(TASKS).join("|")}> [arguments]`);
  await installPackagesIfNeeded(sayOnStderr);
  const node = nodeToGoOnWith(sayOnStderr);
  if (node !== undefined) return (await handOver(node, [fileURLToPath(import.meta.url), name, ...args])).exitCode;
  const { run } = await import(task);
  return run(args);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  sayOnStderr(error.message);
  process.exitCode = 1;
}
