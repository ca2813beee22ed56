import { execFileSync, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { sayOnStderr } from "../process/run-step.mjs";
import { MINIMUM_CLI_VERSION, sdkVersion } from "../pulumi-cli/versions.mjs";
import { CORE_STORIES, numberOf, readChoice } from "./choice.mjs";
import { findOrGetSdk } from "./sdk.mjs";

const REPOSITORY = new URL("../../", import.meta.url);
const JEST = fileURLToPath(new URL("node_modules/jest/bin/jest.js", REPOSITORY));

const newest = () => execFileSync("npm", ["view", "@pulumi/pulumi", "version"], { encoding: "utf8" }).trim();

/** Runs the stories' core with versions of Pulumi other than the lockfile's. */
async function run() {
  const { cli, sdk, rest } = readChoice(process.argv.slice(2));
  const named = { oldest: MINIMUM_CLI_VERSION, locked: sdkVersion(REPOSITORY), newest };
  const versions = { cli: numberOf(cli, named), sdk: numberOf(sdk, named) };
  sayOnStderr(`The stories' core with the CLI ${versions.cli} and @pulumi/pulumi ${versions.sdk}`);
  const env = {
    ...process.env,
    RIMUHOSTING_STORIES_CLI_VERSION: versions.cli,
    ...(versions.sdk === named.locked ? {} : { RIMUHOSTING_STORIES_SDK: await findOrGetSdk(versions.sdk) }),
  };
  const stories = CORE_STORIES.map((name) => `test/stories/${name}.test.ts`);
  const args = [JEST, "--selectProjects", "stories", "--runTestsByPath", ...stories, ...rest];
  return spawnSync(process.execPath, args, { cwd: fileURLToPath(REPOSITORY), env, stdio: "inherit" }).status ?? 1;
}

try {
  process.exitCode = await run();
} catch (error) {
  sayOnStderr(error.message);
  process.exitCode = 1;
}
