import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY } from "./harness/cli/environment";
import { startRegistry } from "./harness/npm-registry";
import { type Page, readPage, sessionOf } from "./harness/page";
import { freePort, inShell } from "./harness/shell";
import { STORY_API_KEY } from "./harness/simulator";
import { type Story, story } from "./harness/story";

type Environment = Readonly<Record<string, string>>;

const gettingStarted = readPage("docs/getting-started.md");

test("what the page leaves to a person is little, and marked", () => {
  expect(gettingStarted.left).toEqual([
    "npm ci",
    "mkdir -p ~/rimuhosting",
    "npm pack --workspace simulator --include-workspace-root --pack-destination ~/rimuhosting",
    "cp -R templates/rimuhosting-typescript ~/rimuhosting/template",
    'ssh root@"$(pulumi stack output ip)"',
  ]);
});

/** Follows a page from an empty folder, with the packed packages. */
const readerStory = (name: string, body: (stage: Story, env: Environment) => Promise<void>) =>
  story.exhaustively(
    name,
    async (stage) => {
      // What a reader has not installed must not be found further up.
      rmSync(join(stage.directory, "node_modules"), { recursive: true, force: true });
      const registry = await startRegistry(stage.directory);
      try {
        await body(stage, readersEnvironment(stage, registry.url));
      } finally {
        await registry.close();
      }
    },
    { timeoutMs: 600_000 },
  );

readerStory("every command of getting-started works", async (stage, env) => {
  const shown = await follow(gettingStarted, stage, env);
  const calls = (name: Parameters<typeof stage.simulator.journal.calls>[0]) => stage.simulator.journal.calls(name);
  // The story's simulator is the account. The first server, and its resize, are those of the simulator that the page starts.
  expect(calls("new-vps")).toHaveLength(1);
  expect(calls("parameters")).toHaveLength(0);
  expect(calls("delete-vps")).toHaveLength(1);
  expect(stage.simulator.world.activeOrders()).toEqual([]);
  expect(shown.match(/Vps +web +created/g)).toHaveLength(2);
  expect(shown).toMatch(/Vps +web +updated/);
  expect(shown).toMatch(/"domain_name": ?"web\.example\.com"/);
});

/** Does in an empty folder what the page says; returns what was shown. */
async function follow({ steps }: Page, stage: Story, env: Environment): Promise<string> {
  const folder = mkdtempSync(join(stage.directory, "reader-"));
  // Somebody else may use the port that the page names.
  const session = sessionOf(steps, STORY_API_KEY).replaceAll("8089", String(await freePort()));
  return inShell(session, folder, env);
}

/** What a reader has after "What you need"; and in place of the internet, this machine. */
function readersEnvironment(stage: Story, registry: string): Record<string, string> {
  const home = join(stage.directory, "home");
  const made = join(home, "rimuhosting");
  for (const folder of [join(home, ".ssh"), made]) mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(stage.directory).filter((file) => file.endsWith(".tgz")))
    cpSync(join(stage.directory, name), join(made, name));
  cpSync(join(REPOSITORY, "templates/rimuhosting-typescript"), join(made, "template"), { recursive: true });
  writeFileSync(
    join(home, ".ssh", "id_ed25519.pub"),
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= somebody@example.com\n",
  );
  const { PULUMI_BACKEND_URL, ...env } = stage.env;
  return {
    ...env,
    // In place of a person who answers yes.
    PULUMI_SKIP_CONFIRMATIONS: "true",
    // The snippets' types are checked elsewhere.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    PULUMI_DISABLE_REGISTRY_RESOLVE: "true",
    npm_config_registry: registry,
    npm_config_cache: join(stage.directory, "npm-cache"),
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
    NO_PROXY: "127.0.0.1",
  };
}
