import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { cacheRoot } from "./cache-root.mjs";
import { isGoodCliVersion, MINIMUM_CLI_VERSION } from "./versions.mjs";

/** What must be in the same directory: the engine, the host that runs programs, the script that starts the host of dynamic providers. */
const EXECUTABLES = ["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"];

/**
 * The first `pulumi` on PATH, if it is complete and of a suitable version, or of exactly the wanted one.
 *
 * @param {string} [wanted]
 * @returns {{ directory: string, version: string } | { problem: string }}
 */
export function findOnPath(env, wanted) {
  const directory = (env.PATH ?? "")
    .split(delimiter)
    .find((entry) => entry !== "" && isExecutable(join(entry, "pulumi")));
  if (directory === undefined) return { problem: "no pulumi on PATH" };
  const missing = EXECUTABLES.filter((name) => !isExecutable(join(directory, name)));
  if (missing.length > 0)
    return { problem: `${join(directory, "pulumi")} has no ${missing.join(" and no ")} next to it` };
  const version = versionOf(directory, env);
  if (version === undefined) return { problem: `${join(directory, "pulumi")} does not report its version` };
  if (!isGoodCliVersion(version)) {
    return {
      problem: `${join(directory, "pulumi")} is ${version}; ${MINIMUM_CLI_VERSION} or newer, below 4, is needed`,
    };
  }
  if (wanted !== undefined && version !== wanted)
    return { problem: `${join(directory, "pulumi")} is ${version}, and ${wanted} is wanted` };
  return { directory, version };
}

export function isComplete(directory) {
  return EXECUTABLES.every((name) => isExecutable(join(directory, name)));
}

/** The version that the CLI in `directory` reports, or undefined if it does not run. */
function versionOf(directory, env) {
  try {
    const quiet = { ...env, PULUMI_SKIP_UPDATE_CHECK: "true", PULUMI_HOME: join(cacheRoot(env), "home") };
    const output = execFileSync(join(directory, "pulumi"), ["version"], {
      env: quiet,
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 30_000,
    });
    return output.toString().trim().replace(/^v/, "");
  } catch {
    return undefined;
  }
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
