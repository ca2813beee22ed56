import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runStep } from "../process/run-step.mjs";
import { cacheRoot } from "../pulumi-cli/cache-root.mjs";

/**
 * The `node_modules` that hold one version of the SDK, beside the cached CLIs: it has dependencies of its own, and the repository's stay as the
 * lockfile says.
 */
export async function findOrGetSdk(version, env = process.env) {
  const entry = join(cacheRoot(env), "..", "pulumi-sdk", `v${version}`);
  const packages = join(entry, "node_modules");
  if (existsSync(packages)) return packages;
  const staging = `${entry}.part-${process.pid}`;
  try {
    await mkdir(staging, { recursive: true });
    await writeFile(join(staging, "package.json"), JSON.stringify({ private: true }));
    const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", `@pulumi/pulumi@${version}`];
    await runStep(`Installing @pulumi/pulumi ${version}`, "npm", args, { cwd: staging, env });
    await rm(entry, { recursive: true, force: true });
    await rename(staging, entry);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return packages;
}
