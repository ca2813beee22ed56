import { buildWhatIsStale } from "../bootstrap/build.mjs";
import { sayOnStderr } from "../process/run-step.mjs";
import { findOrGetPulumi } from "../pulumi-cli/find-or-get.mjs";

/**
 * Runs once before the stories, which use the packages as they are published and the real CLI. Without a CLI they fail here, with how to
 * get one. STORIES_SKIP_BUILD=1 takes the packages as they lie there.
 */
export default async function prepareStories() {
  if (process.env.STORIES_SKIP_BUILD !== "1") await buildWhatIsStale(["simulator", "provider"]);
  const { directory, version, source } = await findOrGetPulumi();
  sayOnStderr(`Pulumi ${version} (${source}): ${directory}`);
  process.env.RIMUHOSTING_STORIES_CLI = directory;
}
