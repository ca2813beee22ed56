import { join } from "node:path";
import { buildWhatIsStale } from "../bootstrap/build.mjs";
import { sayOnStderr } from "../process/run-step.mjs";
import { makeWorkDirectory } from "../process/work-directory.mjs";
import { findOrGetPulumi } from "../pulumi-cli/find-or-get.mjs";

/**
 * Runs once before the stories, which use the packages as they are published and the real CLI. Without a CLI they fail here, with how to
 * get one. What `npm test` has prepared already is taken as it is.
 */
export default async function prepareStories() {
  await buildWhatIsStale(["simulator", "provider"]);
  if (process.env.RIMUHOSTING_STORIES_CLI === undefined) {
    const { directory, version, source } = await findOrGetPulumi();
    sayOnStderr(`Pulumi ${version} (${source}): ${directory}`);
    process.env.RIMUHOSTING_STORIES_CLI = directory;
  }
  process.env.RIMUHOSTING_STORIES_ROOT ??= makeWorkDirectory("stories");
  // The Automation API asks the CLI for its version before a story can say where its files go.
  process.env.PULUMI_HOME = join(process.env.RIMUHOSTING_STORIES_ROOT, "pulumi-home");
}
