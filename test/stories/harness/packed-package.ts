import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { REPOSITORY } from "./cli/environment";

/** Puts a dependency that npm would install into a project; what a package does not declare is not found there. */
export function linkDependency(modules: string, name: string): void {
  mkdirSync(dirname(join(modules, name)), { recursive: true });
  symlinkSync(join(REPOSITORY, "node_modules", name), join(modules, name));
}

/** The compiler options of a project that `pulumi new typescript` makes. */
export const newProjectOptions = {
  strict: true,
  outDir: "bin",
  target: "es2020",
  module: "nodenext",
  moduleResolution: "nodenext",
  sourceMap: true,
  experimentalDecorators: true,
  pretty: true,
  noFallthroughCasesInSwitch: true,
  noImplicitReturns: true,
  forceConsistentCasingInFileNames: true,
};

/** What `npm install <tarball> @pulumi/pulumi` leaves in an empty project. */
export function installPacked(directory: string): void {
  execFileSync("npm", ["pack", "--pack-destination", directory, "--ignore-scripts"], {
    cwd: REPOSITORY,
    stdio: "pipe",
  });
  const tarball = readdirSync(directory).find((name) => name.endsWith(".tgz")) ?? "no tarball";
  const modules = join(directory, "node_modules");
  // The story's own link to this repository gives way to what a user gets.
  rmSync(modules, { recursive: true, force: true });
  mkdirSync(modules);
  execFileSync("tar", ["-xzf", tarball], { cwd: directory });
  const installed = join(modules, "pulumi-rimuhosting");
  renameSync(join(directory, "package"), installed);
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  for (const name of Object.keys({ ...dependencies, ...peerDependencies })) linkDependency(modules, name);
}
