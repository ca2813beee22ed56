import { execFileSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { devDependencies } from "../../package.json";
import { REPOSITORY } from "../stories/harness/cli/environment";
import { story } from "../stories/harness/story";

/** Command lines without the word `install`; npm fetches the other managers. */
const managers: Readonly<Record<string, readonly string[]>> = {
  npm: ["npm"],
  pnpm: ["npm", "exec", "--yes", "--package=pnpm@10.34.8", "--", "pnpm"],
  yarn: ["npm", "exec", "--yes", "--package=yarn@1.22.22", "--", "yarn"],
};

for (const [name, manager] of Object.entries(managers)) {
  const version = versionOf(manager);
  console.log(version === undefined ? `${name} WAS NOT TRIED: npm cannot fetch it here` : `${name} ${version}`);
  const declare = version === undefined ? skip : story;
  declare(`a project installed with ${name} orders a server and cancels it`, async (told) => {
    const stack = await told.newStack({
      program: `
        import * as rimuhosting from "pulumi-rimuhosting";
        export const ip = new rimuhosting.Vps("web", { domainName: "web.example.com" }).primaryIp;
      `,
    });
    const { project } = stack;
    const dependencies = {
      "pulumi-rimuhosting": pack(project.directory),
      "@pulumi/pulumi": devDependencies["@pulumi/pulumi"],
    };
    project.writeFile("package.json", JSON.stringify({ name: "shop", private: true, main: "index.js", dependencies }));
    // The manager's installation replaces the link to this repository.
    rmSync(join(project.directory, "node_modules"), { recursive: true, force: true });
    run([...manager, "install"], project.directory);
    (await stack.up()).expectOk();
    expect(told.simulator.world.activeOrders()).toHaveLength(1);
    (await stack.destroy()).expectOk();
    expect(told.simulator.world.activeOrders()).toEqual([]);
  });
}

function skip(name: string): void {
  test.skip(name, () => {});
}

function versionOf(manager: readonly string[]): string | undefined {
  try {
    return run([...manager, "--version"], REPOSITORY).trim();
  } catch {
    return undefined;
  }
}

/** Puts the package into a directory; returns the dependency to install it with. */
function pack(directory: string): string {
  run(["npm", "pack", "--ignore-scripts", "--pack-destination", directory], REPOSITORY);
  return `file:./${readdirSync(directory).find((name) => name.endsWith(".tgz"))}`;
}

/** A manager's cache also goes into the test's directory. */
function run([command = "", ...args]: readonly string[], directory: string): string {
  const kept = {
    npm_config_store_dir: join(directory, "..", "store"),
    YARN_CACHE_FOLDER: join(directory, "..", "cache"),
  };
  return execFileSync(command, args, {
    cwd: directory,
    encoding: "utf8",
    stdio: "pipe",
    env: { ...process.env, ...kept },
  });
}
