import { readFileSync } from "node:fs";
import { join } from "node:path";
import { newestCli, newestSdk, oldestCli, oldestSdk } from "../../engine/internals";
import { sdkFor } from "../../engine/probes";
import type { CommandContext } from "../command/command";
import { type Check, ok, problem } from "./checks";

const oldestNode = "22.12.0";

/** Node, the Pulumi CLI and its SDK. */
export async function machineChecks(
  { nodeVersion, pulumi, folder }: CommandContext,
  isInProject: boolean,
): Promise<Check[]> {
  const { code, stdout } = await pulumi(["version"]);
  const cli = code === 0 ? stdout.trim().replace(/^v/, "") : undefined;
  const sdk = sdkFor(join(folder, "index.js")).version;
  return [
    ok("pulumi-rimuhosting", packageVersion()),
    versionCheck("Node.js", nodeVersion, oldestNode),
    cli === undefined
      ? problem("Pulumi CLI", "there is none on the PATH. Install it: https://www.pulumi.com/docs/install/")
      : versionCheck("Pulumi CLI", cli, oldestCli, newestCli),
    sdk === undefined ? noSdk(isInProject) : versionCheck("Pulumi SDK", sdk, oldestSdk, newestSdk),
  ];
}

const noSdk = (isInProject: boolean): Check =>
  isInProject
    ? problem("Pulumi SDK", 'none is installed for this project. Run "npm install" in its folder.')
    : ok("Pulumi SDK", "none in this folder, which belongs to no project");

function versionCheck(name: string, version: string, oldest: string, newest = version): Check {
  if (!isAtLeast(version, oldest)) return problem(name, `${version} is too old. Install ${oldest} or newer.`);
  return ok(name, isAtLeast(newest, version) ? version : `${version}, newer than any that was tried (${newest})`);
}

function isAtLeast(version: string, least: string): boolean {
  const numbers = version.split(/[.-]/).map(Number);
  const wanted = least.split(/[.-]/).map(Number);
  const index = wanted.findIndex((number, place) => numbers[place] !== number);
  return index < 0 || (numbers[index] ?? 0) > (wanted[index] ?? 0);
}

/** The version of this package, which can resolve its own name. */
export function packageVersion(): string {
  const path = require.resolve("pulumi-rimuhosting/package.json");
  const { version }: { version?: unknown } = JSON.parse(readFileSync(path, "utf8"));
  return String(version);
}
