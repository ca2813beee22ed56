import { story } from "../stories/harness/story";
import { type Installation, installedProject } from "./installed-project";

const npm = { manager: ["npm"] };

const manifest = (fields: object) => JSON.stringify({ name: "all", private: true, ...fields });

const strict = { strict: true, target: "es2020", skipLibCheck: false, types: ["node"] };
const settings = (compilerOptions: object) => JSON.stringify({ compilerOptions, files: ["index.ts"] });

const projects: Readonly<Record<string, Installation>> = {
  // It takes no TypeScript 6.
  "the lowest SDK": { ...npm, pulumiVersion: "3.216.0", typescriptVersion: "5.9.3" },
  "an SDK between": { ...npm, pulumiVersion: "3.243.0" },
  "a workspace of npm": { ...npm, above: { "package.json": manifest({ workspaces: ["shop"] }) } },
  "CommonJS modules and their resolution": {
    ...npm,
    typescriptVersion: "5.9.3",
    files: { "tsconfig.json": settings({ ...strict, module: "commonjs", moduleResolution: "node" }) },
  },
};

for (const [name, installation] of Object.entries(projects)) {
  story(
    `a project with ${name} type-checks, orders a server and cancels it`,
    async (told) => {
      const stack = await installedProject(told, installation);
      (await stack.up()).expectOk();
      expect(told.simulator.world.activeOrders()).toHaveLength(1);
      (await stack.destroy()).expectOk();
      expect(told.simulator.world.activeOrders()).toEqual([]);
    },
    { timeoutMs: 600_000 },
  );
}
