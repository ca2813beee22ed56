import { fileURLToPath } from "node:url";
import { runStep } from "./process/run-step.mjs";

const REPOSITORY = fileURLToPath(new URL("../", import.meta.url));

/**
 * Lets the compiler rebuild the provider and the simulator if they are stale. STORIES_SKIP_BUILD=1 uses the existing build,
 * for work on a tree that does not compile at the moment.
 */
export async function buildWhatIsStale() {
  if (process.env.STORIES_SKIP_BUILD === "1") return;
  await runStep("Building what is stale", "npm", ["run", "--silent", "build"], { cwd: REPOSITORY });
}
