import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runStep } from "../process/run-step.mjs";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));

/** Installs the npm packages unless those that are there are the lockfile's. */
export async function installPackagesIfNeeded(say) {
  const problem = whatIsWrongWithPackages(readJson("package-lock.json"), readJson("node_modules/.package-lock.json"));
  if (problem === undefined) return;
  try {
    await runStep(`Installing npm packages (${problem})`, ...npm(["ci"]), { cwd: REPOSITORY, say });
  } catch (error) {
    if (!error.message.includes("EUSAGE")) throw error;
    say("  The lockfile does not list the optional packages of every platform, which npm ci wants.");
    // npm ci wants the lockfile to list the optional packages of every platform. Where the registry lacks some of them it cannot be
    // satisfied; npm install takes the same versions, and is told to write nothing.
    await runStep("Installing the lockfile's versions with npm install", ...npm(["install", "--no-save"]), {
      cwd: REPOSITORY,
      say,
    });
  }
}

/**
 * How the installed packages differ from the lockfile, or undefined. Contents are compared, not times: a checkout changes times.
 *
 * @public tested in a process of its own
 * @param {{ packages: Record<string, { version?: string, optional?: boolean, peer?: boolean, link?: boolean }> }} wanted the lockfile
 * @param {typeof wanted | undefined} installed npm's own record in node_modules
 */
export function whatIsWrongWithPackages(wanted, installed) {
  if (installed === undefined) return "none are there";
  for (const [path, { version, optional, link }] of Object.entries(wanted.packages)) {
    if (!path.includes("node_modules/") || link) continue;
    const found = installed.packages[path];
    // Optional ones are for other machines, mostly.
    if (found === undefined && !optional) return `${path} is missing`;
    if (found !== undefined && found.version !== version) return `${path} is ${found.version}, not ${version}`;
  }
  return undefined;
}

/** The npm that runs us, otherwise the one on PATH. */
function npm(args) {
  const running = process.env.npm_execpath;
  if (running?.endsWith("npm-cli.js")) return [process.execPath, [running, ...args]];
  return [process.platform === "win32" ? "npm.cmd" : "npm", args];
}

function readJson(path) {
  const url = new URL(`../../${path}`, import.meta.url);
  return existsSync(url) ? JSON.parse(readFileSync(url, "utf8")) : undefined;
}
