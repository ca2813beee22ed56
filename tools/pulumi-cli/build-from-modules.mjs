import { execFileSync } from "node:child_process";
import { chmod, copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runStep } from "../process/run-step.mjs";
import { moduleVersions } from "./versions.mjs";

const VERSION_VARIABLE = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

/** The version of Go on PATH, or undefined. */
export function goVersion(env) {
  try {
    return execFileSync("go", ["env", "GOVERSION"], { env, stdio: ["ignore", "pipe", "ignore"] })
      .toString()
      .trim();
  } catch {
    return undefined;
  }
}

/**
 * What Go builds with. It keeps gigabytes of modules and compiled packages: here, and not in the user's own caches. (Without
 * `-modcacherw` nobody but root could delete the modules.)
 *
 * @public tested in its own process
 */
export function buildEnvironment(env, caches) {
  return {
    ...env,
    CGO_ENABLED: "0",
    GOWORK: "off",
    GOPATH: join(caches, "path"),
    GOMODCACHE: join(caches, "modules"),
    GOCACHE: join(caches, "build"),
    GOFLAGS: [env.GOFLAGS, "-modcacherw"].filter(Boolean).join(" "),
  };
}

/**
 * Compiles the engine and the language host of the two committed modules into `staging/bin`, and leaves nothing else behind. Takes
 * minutes.
 */
export async function buildFromModules(staging, surroundings) {
  const caches = join(staging, "go");
  try {
    await buildWith(buildEnvironment(surroundings.env, caches), staging, surroundings);
  } finally {
    await rm(caches, { recursive: true, force: true });
  }
}

async function buildWith(env, staging, { repository, say }) {
  const versions = moduleVersions();
  const bin = join(staging, "bin");
  await build("engine", "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", versions.engine, join(bin, "pulumi"));
  const languageHost = "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs";
  await build("language-host", languageHost, versions.languageHost, join(bin, "pulumi-language-nodejs"));
  const script = join(bin, "pulumi-resource-pulumi-nodejs");
  await copyFile(
    fileURLToPath(new URL("node_modules/@pulumi/pulumi/pulumi-resource-pulumi-nodejs", repository)),
    script,
  );
  await chmod(script, 0o755);

  async function build(module, packagePath, version, output) {
    const flags = `-s -w -X ${VERSION_VARIABLE}=v${version}`;
    const title = `Building ${packagePath} ${version} (a few minutes)`;
    const cwd = fileURLToPath(new URL(`${module}/`, import.meta.url));
    const args = ["build", "-trimpath", "-mod=readonly", "-ldflags", flags, "-o", output, packagePath];
    await runStep(title, "go", args, { cwd, env, say });
  }
}
