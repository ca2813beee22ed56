import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { story } from "./harness/story";

const repository = join(__dirname, "../..");

/** Puts a dependency that npm would install into a project; what a package does not declare is not found there. */
function link(modules: string, name: string): void {
  mkdirSync(dirname(join(modules, name)), { recursive: true });
  symlinkSync(join(repository, "node_modules", name), join(modules, name));
}

/** What `npm install <tarball> @pulumi/pulumi` leaves in an empty project. */
function installPacked(directory: string): string {
  execFileSync("npm", ["pack", "--pack-destination", directory, "--ignore-scripts"], {
    cwd: repository,
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
  for (const name of Object.keys({ ...dependencies, ...peerDependencies })) link(modules, name);
  return installed;
}

story("the packed package orders and cancels a server from an empty project", async (told) => {
  const stack = await told.newStack({
    program: `
      import * as rimuhosting from "pulumi-rimuhosting";
      export const ip = new rimuhosting.Vps("web", { domainName: "web.example.com" }).primaryIp;
    `,
  });
  const installed = installPacked(stack.project.directory);
  (await stack.up()).expectOk();
  expect(told.simulator.world.activeOrders()).toHaveLength(1);
  (await stack.destroy()).expectOk();
  expect(told.simulator.world.activeOrders()).toEqual([]);

  const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
  expect(files).toEqual(expect.arrayContaining(["README.md", "LICENSE", "CHANGELOG.md", "dist/index.d.ts"]));
  expect(files.filter((file) => /test|simulator|\.env|\.npmrc|tools/.test(file) && !file.startsWith("dist/"))).toEqual(
    [],
  );
});
