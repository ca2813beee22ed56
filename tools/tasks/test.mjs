import { mkdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildWhatIsStale } from "../bootstrap/build.mjs";
import { withThisNodeOnPath } from "../bootstrap/own-node.mjs";
import { handOver } from "../process/hand-over.mjs";
import { makeWorkDirectory, removeWorkDirectory } from "../process/work-directory.mjs";
import { findOrGetPulumi } from "../pulumi-cli/find-or-get.mjs";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));
const JEST = join(REPOSITORY, "node_modules", "jest", "bin", "jest.js");
const REPORTER = join(REPOSITORY, "tools", "jest", "reporter.mjs");

/** npm scripts; each counts as one test. */
const CHECKS = ["check:static", "check:package"];

/**
 * Everything that can be checked. Arguments go to jest (a path, -t "name"); with arguments only jest runs.
 * The last line is "N passed, N failed".
 */
export async function run(args) {
  await buildWhatIsStale(["simulator", "provider"]);
  const { directory } = await findOrGetPulumi();
  const work = makeWorkDirectory("test");
  // The stories clear their own directory away when they end; the summary is written after that.
  const stories = join(work, "stories");
  mkdirSync(stories);
  const env = {
    ...withThisNodeOnPath(),
    RIMUHOSTING_STORIES_CLI: directory,
    RIMUHOSTING_STORIES_ROOT: stories,
    RIMUHOSTING_TEST_SUMMARY: join(work, "summary.json"),
    STORIES_SKIP_BUILD: "1",
    ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }),
  };
  try {
    return await runAll(args, env);
  } finally {
    if (process.env.STORIES_KEEP === "1") console.error(`Kept: ${work}`);
    else removeWorkDirectory(work);
  }
}

async function runAll(args, env) {
  const counts = { passed: 0, failed: 0 };
  for (const check of args.length === 0 ? CHECKS : []) {
    console.log(`\n== npm run ${check}`);
    const { exitCode, isInterrupted } = await handOver("npm", ["run", "--silent", check], { cwd: REPOSITORY, env });
    if (isInterrupted) return exitCode;
    console.log(exitCode === 0 ? "ok" : `FAILED: npm run ${check}`);
    counts[exitCode === 0 ? "passed" : "failed"] += 1;
  }
  console.log("\n== jest");
  const flags = [`--reporters=${REPORTER}`, `--maxWorkers=${availableParallelism()}`];
  const { exitCode, isInterrupted } = await handOver(process.execPath, [JEST, ...args, ...flags], {
    cwd: REPOSITORY,
    env,
  });
  if (isInterrupted) return exitCode;
  const tests = readSummary(env.RIMUHOSTING_TEST_SUMMARY);
  const failed = counts.failed + tests.failed;
  console.log(`${counts.passed + tests.passed} passed, ${failed} failed`);
  return failed === 0 && exitCode === 0 ? 0 : 1;
}

/** What the reporter counted. A run that was cut off counts as one failure. */
function readSummary(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return { passed: 0, failed: 1 };
  }
}
