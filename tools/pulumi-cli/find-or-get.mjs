import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sayOnStderr } from "../process/run-step.mjs";
import { buildFromModules, goVersion } from "./build-from-modules.mjs";
import { cacheEntry, fillEntry, findCached } from "./cache.mjs";
import { installOfficially } from "./install-officially.mjs";
import { findOnPath } from "./on-path.mjs";
import { MINIMUM_CLI_VERSION, moduleVersions, sdkVersion } from "./versions.mjs";

const REPOSITORY = new URL("../../", import.meta.url);

/**
 * A directory named `bin` or on PATH that holds the Pulumi CLI, its Node language host and the script that starts dynamic
 * providers. Searched on PATH and in the cache, otherwise downloaded, otherwise built. Throws an error that says how to get it.
 *
 * @param {{ env?: NodeJS.ProcessEnv, say?: (line: string) => void, wanted?: string }} [options] `wanted`: exactly this version, as in a run that
 *   tries several
 * @returns {Promise<{ directory: string, version: string, source: "path" | "cache" | "download" | "build" }>}
 */
export async function findOrGetPulumi({ env = process.env, say = sayOnStderr, wanted } = {}) {
  const onPath = findOnPath(env, wanted);
  if ("directory" in onPath) return { ...onPath, source: "path" };

  const isWanted = (version) => wanted === undefined || version === wanted;
  const downloaded = wanted ?? sdkVersion(REPOSITORY);
  const built = moduleVersions().engine;
  for (const version of [downloaded, built].filter(isWanted)) {
    const directory = findCached(cacheEntry(env, version));
    if (directory !== undefined) return { directory, version, source: "cache" };
  }

  const problems = [onPath.problem];
  say(`The Pulumi CLI is needed: ${onPath.problem}, and none in the cache.`);
  const ways = [
    { source: "download", version: downloaded, fill: installOfficially },
    { source: "build", version: built, fill: buildWithGo },
  ].filter(({ version }) => isWanted(version));
  for (const { source, version, fill } of ways) {
    try {
      const surroundings = { env, repository: REPOSITORY, say, version };
      const directory = await fillEntry(cacheEntry(env, version), (staging) => fill(staging, surroundings), say);
      return { directory, version, source };
    } catch (error) {
      say(`  ${error.message.split("\n")[0]}`);
      problems.push(error.message);
    }
  }
  throw new Error(howToGetIt(problems));
}

async function buildWithGo(staging, surroundings) {
  if (goVersion(surroundings.env) === undefined) throw new Error("no Go on PATH to build it");
  await buildFromModules(staging, surroundings);
}

function howToGetIt(problems) {
  return [
    "The Pulumi CLI is missing and could not be installed:",
    ...problems.map((problem) => `  - ${problem.split("\n").join("\n    ")}`),
    "Any one of these helps:",
    `  - install Pulumi ${MINIMUM_CLI_VERSION} or newer (https://www.pulumi.com/docs/install/) and put it on PATH`,
    "  - allow access to https://get.pulumi.com, so that it can be downloaded",
    "  - install Go (https://go.dev/dl/), so that it can be built; Go modules must be reachable (GOPROXY)",
  ].join("\n");
}

const isRunDirectly = process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isRunDirectly) {
  try {
    console.log((await findOrGetPulumi()).directory);
  } catch (error) {
    sayOnStderr(error.message);
    process.exitCode = 1;
  }
}
