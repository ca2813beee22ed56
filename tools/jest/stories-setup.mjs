import { constants } from "node:os";
import { join } from "node:path";
import { buildWhatIsStale } from "../build.mjs";
import { sayOnStderr } from "../process/run-step.mjs";
import { makeWorkDirectory, removeWorkDirectory } from "../process/work-directory.mjs";
import { findOrGetPulumi } from "../pulumi-cli/find-or-get.mjs";

/**
 * Runs once before the stories, which use the packages as published and the real CLI. Without a CLI they fail here, with
 * instructions to get one.
 */
export default async function prepareStories() {
  await buildWhatIsStale();
  const { directory, version, source } = await findOrGetPulumi({ wanted: process.env.RIMUHOSTING_STORIES_CLI_VERSION });
  sayOnStderr(`Pulumi ${version} (${source}): ${directory}`);
  const root = makeWorkDirectory("stories");
  process.env.RIMUHOSTING_STORIES_CLI = directory;
  process.env.RIMUHOSTING_STORIES_ROOT = root;
  // The Automation API asks the CLI for its version before a story can set where its files go.
  process.env.PULUMI_HOME = join(root, "pulumi-home");
  clearUpWhenInterrupted(root);
}

/** Jest runs no teardown when it is interrupted. */
function clearUpWhenInterrupted(root) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => {
      removeWorkDirectory(root);
      process.exit(128 + constants.signals[signal]);
    });
  }
}
