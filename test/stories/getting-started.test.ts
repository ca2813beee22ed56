import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { startRegistry } from "./harness/npm-registry";
import { type Page, readPage, sessionOf } from "./harness/page";
import { freePort, inShell } from "./harness/shell";
import { STORY_API_KEY } from "./harness/simulator";
import { type Story, story } from "./harness/story";

type Environment = Readonly<Record<string, string>>;

const readme = readPage("README.md");
const gettingStarted = readPage("docs/getting-started.md");

test("what the pages leave to a person is little, and marked", () => {
  expect(readme.left).toEqual([
    "npm ci && npm pack",
    "npm install ../pulumi-rimuhosting/pulumi-rimuhosting-0.1.0.tgz",
    "npm run demo",
    "npm test",
  ]);
  expect(gettingStarted.left).toEqual(["ssh-keygen -t ed25519", 'ssh root@"$(pulumi stack output ip)"']);
});

/** Follows a page from an empty folder, with the packed packages. */
const readerStory = (name: string, body: (told: Story, env: Environment) => Promise<void>) =>
  story.exhaustively(
    name,
    async (told) => {
      // What a reader has not installed must not be found further up.
      rmSync(join(told.directory, "node_modules"), { recursive: true, force: true });
      const registry = await startRegistry(told.directory);
      try {
        await body(told, await readersEnvironment(told, registry.url));
      } finally {
        await registry.close();
      }
    },
    { timeoutMs: 600_000 },
  );

readerStory("every command of the README works", async (told, env) => {
  // The README's reader has logged in to Pulumi before.
  const shown = await follow(readme, told, { ...env, PULUMI_BACKEND_URL: told.env["PULUMI_BACKEND_URL"] ?? "" });
  expect(told.simulator.world.charged()).toBeGreaterThan(0);
  expect(shown).toMatch(/\+ +pulumi-nodejs:rimuhosting:Vps +web +created/);
});

readerStory("every command of getting-started works", async (told, env) => {
  const shown = await follow(gettingStarted, told, env);
  const calls = (name: Parameters<typeof told.simulator.journal.calls>[0]) => told.simulator.journal.calls(name);
  expect(calls("new-vps")).toHaveLength(1);
  expect(calls("parameters")).toHaveLength(1);
  expect(calls("delete-vps")).toHaveLength(1);
  expect(told.simulator.world.activeOrders()).toEqual([]);
  // The second server was ordered from the simulator that the page itself has started.
  expect(shown.match(/Vps +web +created/g)).toHaveLength(2);
  expect(shown).toMatch(/"domain_name": ?"web\.example\.com"/);
});

/** Does in an empty folder what the page says; returns what was shown. */
async function follow({ steps }: Page, told: Story, env: Environment): Promise<string> {
  const folder = mkdtempSync(join(told.directory, "reader-"));
  // Somebody else may use the port that the page names.
  const session = sessionOf(steps, STORY_API_KEY).replaceAll("8089", String(await freePort()));
  return inShell(session, folder, env);
}

/** What a reader has who has read "What you need"; and in place of the internet, this machine. */
async function readersEnvironment(told: Story, registry: string): Promise<Record<string, string>> {
  const home = join(told.directory, "home");
  mkdirSync(join(home, ".ssh"), { recursive: true });
  writeFileSync(
    join(home, ".ssh", "id_ed25519.pub"),
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= somebody@example.com\n",
  );
  const { PULUMI_BACKEND_URL, ...env } = told.env;
  return {
    ...env,
    // In place of a person who answers yes.
    PULUMI_SKIP_CONFIRMATIONS: "true",
    // The snippets' types are checked elsewhere.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    PULUMI_DISABLE_REGISTRY_RESOLVE: "true",
    PULUMI_TEMPLATE_GIT_REPOSITORY: `file://${await templates(told)}`,
    PULUMI_TEMPLATE_BRANCH: "main",
    npm_config_registry: registry,
    npm_config_cache: join(told.directory, "npm-cache"),
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
    NO_PROXY: "127.0.0.1",
  };
}

/** What `pulumi new` replaces by the value of that name. */
const filledIn = (name: string): string => `\u0024{${name}}`;

/** A repository of project templates, as `pulumi new` fetches one: with a project for TypeScript. */
async function templates(told: Story): Promise<string> {
  const directory = join(told.directory, "templates");
  const project = join(directory, "typescript");
  mkdirSync(project, { recursive: true });
  const file = (name: string, content: object | string) =>
    writeFileSync(join(project, name), typeof content === "string" ? content : JSON.stringify(content, undefined, 2));
  file(
    "Pulumi.yaml",
    `name: ${filledIn("PROJECT")}\ndescription: A program\nruntime: nodejs\ntemplate:\n  description: TypeScript\n`,
  );
  file("index.ts", "export {};\n");
  file("package.json", {
    name: filledIn("PROJECT"),
    main: "index.ts",
    devDependencies: { "@types/node": "^24.0.0", typescript: "^6.0.0" },
    dependencies: { "@pulumi/pulumi": "^3.0.0" },
  });
  file("tsconfig.json", {
    compilerOptions: { strict: true, outDir: "bin", target: "es2020", module: "nodenext", sourceMap: true },
    files: ["index.ts"],
  });
  const author = ["-c", "user.name=somebody", "-c", "user.email=somebody@example.com"];
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "."],
    [...author, "commit", "-q", "-m", "templates"],
  ])
    await promisify(execFile)("git", args, { cwd: directory, env: { ...told.env } });
  return directory;
}
