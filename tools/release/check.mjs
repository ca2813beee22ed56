import { fileURLToPath } from "node:url";
import { sayOnStderr } from "../process/run-step.mjs";
import { problemsOf } from "./problems.mjs";

const root = process.argv[2] ?? fileURLToPath(new URL("../../", import.meta.url));
const problems = problemsOf(root, process.env.RELEASE_TAG || undefined);
for (const problem of problems) sayOnStderr(problem);
if (problems.length > 0) {
  sayOnStderr("Do not publish this.");
  process.exitCode = 1;
}
