import { existsSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { newestCli, newestSdk, oldestCli, oldestSdk, sdkFor } from "../../pulumi/internals";
import type { CommandContext } from "../command/command";
import { type Check, ok, problem } from "./checks";

const oldestNode = "22.12.0";

/** Node, the Pulumi CLI and its SDK. */
export async function machineChecks(
  { nodeVersion, pulumi, folder, environment }: CommandContext,
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
    ...(cli === undefined ? [] : partsOfCli(environment["PATH"] ?? environment["Path"] ?? "")),
    sdk === undefined ? noSdk(isInProject) : versionCheck("Pulumi SDK", sdk, oldestSdk, newestSdk),
  ];
}

const suffixes = ["", ".exe", ".cmd"];

/** What the CLI starts for a program and for its dynamic resources. Whoever copies the one binary, or installs a part of it, has neither. */
function partsOfCli(path: string): Check[] {
  const folders = path.split(delimiter).filter((folder) => folder !== "");
  const filesOf = (name: string) => folders.flatMap((folder) => suffixes.map((suffix) => join(folder, name + suffix)));
  const cli = filesOf("pulumi").find((file) => existsSync(file));
  // Also beside the file that a link on the PATH leads to.
  if (cli !== undefined) folders.push(dirname(realpathSync(cli)));
  const missing = ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"].filter(
    (name) => !filesOf(name).some((file) => existsSync(file)),
  );
  if (cli === undefined || missing.length === 0) return [];
  const [is, it] = missing.length === 1 ? ["is", "it"] : ["are", "them"];
  return [
    problem(
      "Pulumi CLI",
      `${missing.join(" and ")} ${is} neither beside ${cli} nor on the PATH, and no server can be declared without ${it}. Install the whole CLI: https://www.pulumi.com/docs/install/`,
    ),
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
