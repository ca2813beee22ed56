import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runStep } from "../process/run-step.mjs";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));
const STAMPS = join(REPOSITORY, ".cache", "built");

/** The two packages, each with what its build is made of. */
const PACKAGES = {
  simulator: {
    title: "Building the simulator",
    config: "simulator/tsconfig.build.json",
    sources: ["simulator/src", "simulator/tsconfig.build.json", "tsconfig.base.json"],
    output: "simulator/dist",
  },
  provider: {
    title: "Building the provider",
    config: "tsconfig.build.json",
    sources: ["provider", "tsconfig.build.json", "tsconfig.base.json"],
    output: "dist",
  },
};

/**
 * Compiles those of the named packages whose sources are not the ones of the last build. STORIES_SKIP_BUILD=1: takes them as they lie
 * there, which is for work on a tree that does not compile at the moment.
 *
 * @param {("simulator" | "provider")[]} names
 * @param {(line: string) => void} [say]
 */
export async function buildWhatIsStale(names, say) {
  if (process.env.STORIES_SKIP_BUILD === "1") return;
  for (const name of names) {
    const { title, config, sources, output } = PACKAGES[name];
    const stamp = join(STAMPS, name);
    const fingerprint = fingerprintOf(sources);
    if (existsSync(join(REPOSITORY, output)) && readIfThere(stamp) === fingerprint) continue;
    rmSync(join(REPOSITORY, output), { recursive: true, force: true });
    const compiler = join(REPOSITORY, "node_modules", "typescript", "bin", "tsc");
    await runStep(title, process.execPath, [compiler, "-p", config], { cwd: REPOSITORY, say });
    mkdirSync(STAMPS, { recursive: true });
    writeFileSync(stamp, fingerprint);
  }
}

/** A digest of names and contents: times of files say nothing after a checkout. */
function fingerprintOf(sources) {
  const hash = createHash("sha256");
  for (const path of sources.flatMap(filesBelow))
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(REPOSITORY, path)))
      .update("\0");
  return hash.digest("hex");
}

function filesBelow(path) {
  if (statSync(join(REPOSITORY, path)).isFile()) return [path];
  return readdirSync(join(REPOSITORY, path), { recursive: true })
    .map((name) => join(path, name))
    .filter((name) => statSync(join(REPOSITORY, name)).isFile())
    .sort();
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}
