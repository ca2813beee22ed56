import { story } from "../stories/harness/story";
import { type Installation, installedProject } from "./installed-project";

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

const managers: Readonly<Record<string, Installation & { readonly nodeOptions?: string }>> = {
  npm: { manager: ["npm"] },
  "pnpm 10": { manager: fetched("pnpm@10.34.8", "pnpm") },
  "pnpm 12": {
    manager: fetched("pnpm@12.21.0", "pnpm"),
    // Without it, pnpm 11 and newer end with ERR_PNPM_IGNORED_BUILDS.
    files: { "pnpm-workspace.yaml": "allowBuilds:\n  protobufjs: false\n" },
  },
  "yarn 1": { manager: fetched("yarn@1.22.22", "yarn") },
  "yarn 4 with node_modules": { manager: yarn4, files: { ".yarnrc.yml": "nodeLinker: node-modules\n" } },
  "yarn 4 with Plug'n'Play": {
    manager: yarn4,
    compiler: [...yarn4, "tsc"],
    files: { ".yarnrc.yml": "nodeLinker: pnp\npnpEnableEsmLoader: true\n" },
    nodeOptions: "--require=./.pnp.cjs --experimental-loader=./.pnp.loader.mjs",
  },
  bun: { manager: fetched("bun@1.4.5", "bun") },
};

for (const [name, { nodeOptions, ...installation }] of Object.entries(managers)) {
  story(
    `a project installed with ${name} type-checks, previews, orders a server and cancels it`,
    async (told) => {
      const stack = await installedProject(told, installation);
      const options = nodeOptions === undefined ? {} : { env: { NODE_OPTIONS: nodeOptions } };
      expect((await stack.preview(options)).expectOk().operations).toMatchObject({ web: "create" });
      (await stack.up(options)).expectOk();
      expect(told.simulator.world.activeOrders()).toHaveLength(1);
      (await stack.destroy(options)).expectOk();
      expect(told.simulator.world.activeOrders()).toEqual([]);
    },
    { timeoutMs: 600_000 },
  );
}
