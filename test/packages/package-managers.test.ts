import type { Stack } from "../stories/harness/stack";
import { type Story, story } from "../stories/harness/story";
import { type Installation, installedProject, run } from "./installed-project";

/** npm fetches the other managers. */
const fetched = (tool: string, command: string): readonly string[] => [
  "npm",
  "exec",
  "--yes",
  `--package=${tool}`,
  "--",
  command,
];
const yarn4 = fetched("@yarnpkg/cli-dist@4.18.1", "yarn");

const managers: Readonly<Record<string, Installation>> = {
  npm: { manager: ["npm"] },
  "pnpm 10": { manager: fetched("pnpm@10.34.8", "pnpm") },
  "pnpm 12": {
    manager: fetched("pnpm@12.21.0", "pnpm"),
    // Without it, pnpm 11 and newer end with ERR_PNPM_IGNORED_BUILDS.
    files: { "pnpm-workspace.yaml": "allowBuilds:\n  protobufjs: false\n" },
  },
  "yarn 1": { manager: fetched("yarn@1.22.22", "yarn") },
  "yarn 4 with node_modules": { manager: yarn4, files: { ".yarnrc.yml": "nodeLinker: node-modules\n" } },
  bun: { manager: fetched("bun@1.4.5", "bun") },
};

const managed = (manager: string): string =>
  `a project installed with ${manager} type-checks, previews, orders a server and cancels it`;

async function live(told: Story, stack: Stack, env: Readonly<Record<string, string>> = {}): Promise<void> {
  expect((await stack.preview({ env })).expectOk().operations).toMatchObject({ web: "create" });
  (await stack.up({ env })).expectOk();
  expect(told.simulator.world.activeOrders()).toHaveLength(1);
  (await stack.destroy({ env })).expectOk();
  expect(told.simulator.world.activeOrders()).toEqual([]);
}

const options = { timeoutMs: 600_000 };

for (const [name, installation] of Object.entries(managers))
  story(managed(name), async (told) => live(told, await installedProject(told, installation)), options);

story(
  managed("yarn 4 with Plug'n'Play, with the options that yarn gives to what it runs,"),
  async (told) => {
    const files = { ".yarnrc.yml": "nodeLinker: pnp\n" };
    const stack = await installedProject(told, { manager: yarn4, compiler: [...yarn4, "tsc"], files });
    const without = (await stack.preview()).expectFailure();
    expect(without.text).toContain("It looks like the Pulumi SDK has not been installed.");
    // Without the loader for ES modules, which this package has none of.
    (await stack.preview({ env: { NODE_OPTIONS: "--require=./.pnp.cjs" } })).expectOk();
    const printOptions = ["exec", "node", "--print", "process.env.NODE_OPTIONS"];
    const given = run(told, [...yarn4, ...printOptions], stack.project.directory).trim();
    expect(given).toMatch(/\.pnp\.cjs.*\.pnp\.loader\.mjs/);
    await live(told, stack, { NODE_OPTIONS: given });
  },
  options,
);
