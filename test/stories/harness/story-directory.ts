import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { killAll, processesIn } from "../../../tools/process/marked-processes.cjs";
import { REPOSITORY, storiesRoot } from "./cli/environment";
import { linkDependency } from "./packed-package";

/**
 * A directory for one story, outside the repository (inside, every command would ask git). Programs lie two levels below it, so that
 * the language host, which walks through everything under a program, does not walk through `node_modules`.
 */
export function makeStoryDirectory(): string {
  const directory = mkdtempSync(join(storiesRoot(), "story-"));
  const packages = join(directory, "node_modules");
  mkdirSync(packages);
  for (const name of ["@types", "typescript"])
    symlinkSync(join(REPOSITORY, "node_modules", name), join(packages, name));
  const otherSdk = process.env[SDK_VARIABLE];
  symlinkSync(join(otherSdk ?? join(REPOSITORY, "node_modules"), "@pulumi"), join(packages, "@pulumi"));
  if (otherSdk === undefined) symlinkSync(REPOSITORY, join(packages, "pulumi-rimuhosting"));
  else copyPackage(packages);
  return directory;
}

/** Set by `npm run test:versions`: the `node_modules` that hold another version of the SDK. */
const SDK_VARIABLE = "RIMUHOSTING_STORIES_SDK";

/** With what it depends on. A link would lead the package to the repository's SDK. */
function copyPackage(packages: string): void {
  const to = join(packages, "pulumi-rimuhosting");
  for (const name of ["package.json", "dist"]) cpSync(join(REPOSITORY, name), join(to, name), { recursive: true });
  const { dependencies } = JSON.parse(readFileSync(join(to, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies)) linkDependency(packages, name);
}

/** Ends whatever still runs for the story and removes what it wrote. */
export function removeStoryDirectory(directory: string): void {
  killAll(processesIn(directory));
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
}
