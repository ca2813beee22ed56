import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { killAll, processesIn } from "../../../tools/process/marked-processes.cjs";
import { REPOSITORY, storiesRoot } from "./cli/environment";

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
  else copyPackage(join(packages, "pulumi-rimuhosting"));
  return directory;
}

/** Set by `npm run test:versions`: the `node_modules` that hold another version of the SDK. */
const SDK_VARIABLE = "RIMUHOSTING_STORIES_SDK";

/** A link would lead the package to the repository's SDK. */
function copyPackage(to: string): void {
  for (const name of ["package.json", "dist"]) cpSync(join(REPOSITORY, name), join(to, name), { recursive: true });
}

/** Ends whatever still runs for the story and removes what it wrote. */
export function removeStoryDirectory(directory: string): void {
  killAll(processesIn(directory));
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
}
