import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { REPOSITORY } from "./harness/cli/environment";
import { readPage, sessionOf } from "./harness/page";
import { freePort, inShell } from "./harness/shell";
import { STORY_API_KEY } from "./harness/simulator";
import { type Story, story } from "./harness/story";

const gettingStarted = readPage("docs/getting-started.md");

test("what the page leaves untested is little, and marked", () => {
  expect(gettingStarted.left).toEqual([
    "npm ci",
    "mkdir -p ~/rimuhosting",
    "npm pack --workspace simulator --include-workspace-root --pack-destination ~/rimuhosting",
    "cp -R templates/rimuhosting-typescript ~/rimuhosting/template",
    'ssh root@"$(pulumi stack output ip)"',
  ]);
});

/** From an empty folder, with the packed packages, and with npm's registry for what they depend on. */
const tell = async (stage: Story): Promise<void> => {
  // What a reader has not installed must not be found further up.
  rmSync(join(stage.directory, "node_modules"), { recursive: true, force: true });
  const folder = mkdtempSync(join(stage.directory, "reader-"));
  // Somebody else may use the port that the page names.
  const session = sessionOf(gettingStarted.steps, STORY_API_KEY, "trial-key").replaceAll(
    "8089",
    String(await freePort()),
  );
  const shown = await inShell(session, folder, readersEnvironment(stage));
  const calls = (name: Parameters<typeof stage.simulator.journal.calls>[0]) => stage.simulator.journal.calls(name);
  // The story's simulator is the account. The first server, and its resize, are those of the simulator that the page starts.
  expect(calls("new-vps")).toHaveLength(1);
  expect(calls("parameters")).toHaveLength(0);
  expect(calls("delete-vps")).toHaveLength(1);
  expect(stage.simulator.world.activeOrders()).toEqual([]);
  expect(shown.match(/Vps +web +created/g)).toHaveLength(2);
  expect(shown).toMatch(/Vps +web +updated/);
};

story.exhaustively("every command of getting-started works", tell, { timeoutMs: 600_000 });

/** What a reader has after "What you need", with this machine's way to npm's registry. */
function readersEnvironment(stage: Story): Record<string, string> {
  const home = join(stage.directory, "home");
  const made = join(home, "rimuhosting");
  for (const folder of [join(home, ".ssh"), made]) mkdirSync(folder, { recursive: true });
  const pack = ["pack", "--ignore-scripts", "--workspace", "simulator", "--include-workspace-root"];
  execFileSync("npm", [...pack, "--pack-destination", made], { cwd: REPOSITORY, stdio: "pipe" });
  cpSync(join(REPOSITORY, "templates/rimuhosting-typescript"), join(made, "template"), { recursive: true });
  writeFileSync(
    join(home, ".ssh", "id_ed25519.pub"),
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= somebody@example.com\n",
  );
  const { PULUMI_BACKEND_URL, ...env } = stage.env;
  const isOfNetwork = ([name]: [string, unknown]) =>
    /^(https?_proxy|node_extra_ca_certs|npm_config_(registry|cafile))$/i.test(name);
  return {
    ...(Object.fromEntries(Object.entries(process.env).filter(isOfNetwork)) as Record<string, string>),
    ...env,
    // In place of a person who answers yes.
    PULUMI_SKIP_CONFIRMATIONS: "true",
    // The snippets' types are checked elsewhere.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    PULUMI_DISABLE_REGISTRY_RESOLVE: "true",
    npm_config_cache: process.env["npm_config_cache"] ?? join(homedir(), ".npm"),
    NO_PROXY: "127.0.0.1",
  };
}
