import { readFileSync } from "node:fs";
import { join } from "node:path";
import { oldestCli, oldestSdk } from "../../engine/internals";
import { sdkFor } from "../../engine/sdk";
import type { CommandContext } from "../command/command";
import { type Check, info, ok, problem, warning } from "./check";

const leastNode = "22.12.0";

/** Node, the Pulumi CLI and its SDK. */
export async function machineChecks({ nodeVersion, pulumi, folder }: CommandContext): Promise<Check[]> {
  const { code, stdout } = await pulumi(["version"]);
  const cli = code === 0 ? stdout.trim().replace(/^v/, "") : undefined;
  const sdk = sdkFor(join(folder, "index.js")).version;
  return [
    ok("pulumi-rimuhosting", packageVersion()),
    versionCheck("Node.js", nodeVersion, leastNode),
    cli === undefined
      ? warning("Pulumi CLI", "there is none on the PATH", {
          advice:
            "Only the environment's settings count, and programs cannot run. Install it: https://www.pulumi.com/docs/install/",
        })
      : versionCheck("Pulumi CLI", cli, oldestCli),
    sdk === undefined
      ? info("Pulumi SDK", "none is installed for this folder")
      : versionCheck("Pulumi SDK", sdk, oldestSdk),
  ];
}

function versionCheck(name: string, version: string, least: string): Check {
  return isAtLeast(version, least)
    ? ok(name, version)
    : problem(name, `${version} is too old`, { advice: `Install ${least} or newer.` });
}

function isAtLeast(version: string, least: string): boolean {
  const numbers = version.split(/[.-]/).map(Number);
  const wanted = least.split(".").map(Number);
  const index = wanted.findIndex((number, place) => numbers[place] !== number);
  return index < 0 || (numbers[index] ?? 0) > (wanted[index] ?? 0);
}

/** The version of this package, which can resolve its own name. */
export function packageVersion(): string {
  const path = require.resolve("pulumi-rimuhosting/package.json");
  const { version }: { version?: unknown } = JSON.parse(readFileSync(path, "utf8"));
  return String(version);
}
