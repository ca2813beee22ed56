import { existsSync, readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildWhatIsStale } from "./build.mjs";
import { runStep, sayOnStderr } from "./process/run-step.mjs";

const REPOSITORY = new URL("../", import.meta.url);

/**
 * Prepares a clone for any task with only Node and npm: installs the packages unless they match the lockfile, and builds
 * what is stale. npm runs the task itself with the Node that is one of the packages.
 */
async function setUp() {
  const problem = whatIsWrongWithPackages(readJson("package-lock.json"), readJson("node_modules/.package-lock.json"));
  if (problem !== undefined) await runStep(`Installing npm packages (${problem})`, "npm", ["ci"], { cwd: REPOSITORY });
  await buildWhatIsStale();
}

/**
 * How the installed packages differ from the lockfile, or undefined. Compares contents, not times, because a checkout changes times.
 *
 * @public tested in its own process
 * @param {{ packages: Record<string, { version?: string, optional?: boolean, link?: boolean }> }} wanted the lockfile
 * @param {typeof wanted | undefined} installed npm's own record in node_modules
 */
function whatIsWrongWithPackages(wanted, installed) {
  if (installed === undefined) return "none are installed";
  for (const [path, { version, optional, link }] of Object.entries(wanted.packages)) {
    if (!path.includes("node_modules/") || link) continue;
    const found = installed.packages[path];
    // Optional ones are mostly for other machines.
    if (found === undefined && !optional) return `${path} is missing`;
    if (found !== undefined && found.version !== version) return `${path} is ${found.version}, not ${version}`;
  }
  return undefined;
}

function readJson(path) {
  const url = new URL(path, REPOSITORY);
  return existsSync(url) ? JSON.parse(readFileSync(url, "utf8")) : undefined;
}

const isRunDirectly = process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isRunDirectly) {
  try {
    await setUp();
  } catch (error) {
    sayOnStderr(error.message);
    process.exitCode = 1;
  }
}
