import { readdirSync } from "node:fs";
import { removeWorkDirectory } from "../process/work-directory.mjs";

/** Runs once after the stories. Directories that a story should keep stay. */
export default async function clearUpAfterStories() {
  const root = process.env.RIMUHOSTING_STORIES_ROOT;
  const isKept = readdirSync(root).some((name) => name.startsWith("story-"));
  if (!isKept) removeWorkDirectory(root);
}
