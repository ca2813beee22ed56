import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY } from "./harness/cli/environment";
import { readSection, sessionOf } from "./harness/page";
import { freePort, inShell } from "./harness/shell";
import { type Story, story } from "./harness/story";

const names = readdirSync(join(REPOSITORY, "examples"));
const simulated = (name: string) => readSection(`examples/${name}/README.md`, "Without an account").steps;
const cleanUp = (name: string) => readSection(`examples/${name}/README.md`, "Clean up").steps;

/** The simulator that npm would install is the one that is built here. */
const simulator = `node '${join(REPOSITORY, "simulator/dist/cli.js")}'`;

test("every example says how it runs without an account", () => {
  const silent = names.filter((name) => !JSON.stringify(simulated(name)).includes("npx rimuhosting-simulator --port"));
  expect(silent).toEqual([]);
});

/** The others need what is fetched from the internet: a compiler, a plugin. */
const runnable = names.filter((name) => name !== "automation" && name !== "cloud-config");

describe.each(runnable)("the example %s", (name) => {
  story.exhaustively("runs without an account as its README says", async (stage) => {
    const { project } = await stage.newStack({
      program: { directory: join(REPOSITORY, "examples", name) },
      project: name,
    });
    const steps = [...simulated(name).filter(isNoInstallation), ...cleanUp(name), { command: "kill %1" }];
    const session = sessionOf(steps, "")
      .replaceAll("8089", String(await freePort()))
      .replaceAll("npx rimuhosting-simulator", simulator);
    const shown = await inShell(session, project.directory, readersEnvironment(stage));
    expect(shown).toMatch(/Resources:\s+\+ \d+ created/);
    // It talked to the simulator that the README has started.
    expect(stage.simulator.journal.entries).toEqual([]);
  });
});

const isNoInstallation = (step: object): boolean => !JSON.stringify(step).includes("npm install");

function readersEnvironment(stage: Story): Record<string, string> {
  const ssh = join(stage.directory, "home", ".ssh");
  mkdirSync(ssh, { recursive: true });
  writeFileSync(join(ssh, "id_ed25519"), "a private key");
  writeFileSync(join(ssh, "id_ed25519.pub"), "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= somebody@example.com\n");
  const { RIMUHOSTING_BASEURL, RIMUHOSTING_APIKEY, ...env } = stage.env;
  return { ...env, PULUMI_SKIP_CONFIRMATIONS: "true", PULUMI_NODEJS_TRANSPILE_ONLY: "true", NO_PROXY: "127.0.0.1" };
}
