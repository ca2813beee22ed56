import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isExhaustive } from "../volume";
import type { CommandResult } from "./harness/cli/command-result";
import { REPOSITORY } from "./harness/cli/environment";
import { startStorySimulator } from "./harness/simulator";
import type { RunOptions, Stack } from "./harness/stack";
import { type Story, story } from "./harness/story";

/** Given by the program, as secrets of the stack's configuration. */
const given = {
  password: "canaryPassword1",
  config: "#cloud-config\nruncmd: [canary-first-command]\n# canary second line",
  file: "canary file content",
  otherKey: "canary-other-key",
};
const apiKey = "canary-api-key";
const proxyPassword = "canary-proxy-password";

/** What the SDK prints for any resource of any provider, in clear, wherever its debug lines are shown. The guide names it. */
const sdkLine = "RegisterResource RPC finished";

const program = (other: string, args = "", derivedArgs = args): string => `
import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";
const config = new pulumi.Config();
const [password, cloudConfigData, dataAsString, apiKey] = ["password", "config", "file", "otherKey"].map((name) => config.requireSecret(name));
const eu = new rimuhosting.Provider("eu", { apiKey, baseUrl: "${other}" });
const web = new rimuhosting.Vps("web", {
  domainName: "web.example.com",
  password, cloudConfigData, fileInjectionData: [{ path: "/etc/motd", dataAsString }], ${args}
});
const derived = new rimuhosting.Vps("derived", { domainName: "derived.example.com", ${derivedArgs} }, { provider: eu });
new rimuhosting.ReverseDns("web", { vps: web, name: "web.example.com" });
export const passwords = [web.password, derived.password];`;

/** All that a story's commands have said and written, and where secrets stand in it. */
class Everything {
  private readonly texts: string[] = [];
  private readonly stack: Stack;

  constructor(stack: Stack) {
    this.stack = stack;
  }

  async run(command: "preview" | "up" | "refresh" | "destroy", options: RunOptions = {}): Promise<CommandResult> {
    const result = await this.stack[command](options);
    const events = result.events.map((event) => JSON.stringify(event)).join("\n");
    this.texts.push(result.text, events);
    return result;
  }

  /** Lines that show a secret, but for those that Pulumi's own SDK prints of every resource. */
  async hits(secrets: readonly string[]): Promise<string[]> {
    const written = [this.stack.everythingWritten(), await this.stack.exportState()];
    const outputs = JSON.stringify(await this.stack.outputs());
    const lines = [...this.texts, ...written, outputs].flatMap((text) => text.split("\n"));
    return lines.filter((line) => !line.includes(sdkLine) && secrets.some((secret) => line.includes(secret)));
  }
}

/** A password or a key as one value, a cloud-config also by its lines. */
const partsOf = (secret: string): string[] => [
  ...secret.split("\n").filter((line) => line.includes("canary")),
  ...(secret.includes("\n") ? [] : [secret]),
  Buffer.from(secret, "utf8").toString("base64").replace(/=+$/, ""),
];

/** Puts the secrets of the program and those that were generated before the eyes of a test. */
function allSecrets(stage: Story, other: Story["simulator"]): string[] {
  const generated = [stage.simulator, other].flatMap(({ world }) =>
    world.orders().map(({ orderOid }) => world.rootPassword(orderOid) ?? ""),
  );
  const known = [...Object.values(given), apiKey, proxyPassword].flatMap(partsOf);
  // The last two are what the service says of a card and of the customer.
  return [...new Set([...known, ...generated, "* 4242", "user 4711"])].filter((secret) => secret !== "");
}

async function setUp(stage: Story, other: Story["simulator"]): Promise<Stack> {
  const stack = await stage.newStack({ program: program(other.url) });
  const secrets = Object.entries({ "rimuhosting:apiKey": apiKey, ...given });
  const flags = secrets.flatMap(([name, value]) => ["--secret", `${name}=${value}`]);
  (await stack.run(["config", "set-all", "--stack", stack.name, ...flags])).expectOk();
  return stack;
}

const options = {
  simulator: { apiKeys: [apiKey] },
  env: { PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS: "false", RIMUHOSTING_APIKEY: "" },
};

story(
  "no secret shows in any output, state, backup or history of a server's whole life",
  async (stage) => {
    const other = await startStorySimulator({ apiKeys: [given.otherKey] });
    try {
      const stack = await setUp(stage, other);
      const everything = new Everything(stack);
      (await everything.run("preview", { args: ["--diff"] })).expectOk();
      (await everything.run("up", { args: ["--json"] })).expectOk();
      (await everything.run("refresh", { args: ["--json"] })).expectOk();
      if (isExhaustive) {
        (await everything.run("up", { args: ["--json"] })).expectOk();
        (await everything.run("preview", { args: ["--diff"] })).expectOk();
        (await everything.run("refresh", { args: ["--diff"] })).expectOk();
      }
      const changed = 'memoryMb: 2048, distro: "deb12.64"';
      const secrets = allSecrets(stage, other);
      expect(secrets.length).toBeGreaterThanOrEqual(8);
      // One is resized and reinstalled, the other one replaced.
      stack.project.write(program(other.url, changed, `${changed}, dcLocation: "DCFRANKFURT"`));
      if (isExhaustive) (await everything.run("preview", { args: ["--diff", "--show-replacement-steps"] })).expectOk();
      (await everything.run("preview", { args: ["--json"] })).expectOk();
      (await everything.run("up", { args: ["--diff"] })).expectOk();
      secrets.push(...allSecrets(stage, other));
      (await everything.run("destroy", { args: ["--json"] })).expectOk();
      expect(await everything.hits(secrets)).toEqual([]);
    } finally {
      await other.close();
    }
  },
  options,
);

story.exhaustively(
  "a service that quotes secrets in what it refuses shows none",
  async (stage) => {
    const other = await startStorySimulator({ apiKeys: [given.otherKey] });
    try {
      const stack = await setUp(stage, other);
      const everything = new Everything(stack);
      const { faults } = stage.simulator;
      const [line] = given.config.split("\n").slice(1);
      const quoting = [apiKey, given.password, given.file, line].join("; ");
      const refuse = (call: Parameters<typeof faults.add>[0]["call"], times = 1) =>
        faults.add({ call, how: { status: 400, message: `Not with ${quoting}.` }, times });

      refuse("new-vps");
      (await everything.run("up")).expectFailure();
      (await everything.run("up", { args: ["--json"] })).expectOk();
      for (const call of ["parameters", "reinstall"] as const) {
        stack.project.write(program(other.url, call === "parameters" ? "memoryMb: 2048" : 'distro: "deb12.64"'));
        refuse(call);
        expect((await everything.run("up")).expectFailure().text).toContain("Not with");
        (await everything.run("up")).expectOk();
      }
      refuse("list-orders");
      expect((await everything.run("refresh")).expectFailure().text).toContain("Not with");
      refuse("delete-vps");
      expect((await everything.run("destroy")).expectFailure().text).toContain("Not with");
      const secrets = allSecrets(stage, other);
      (await everything.run("destroy")).expectOk();
      expect(await everything.hits(secrets)).toEqual([]);
    } finally {
      await other.close();
    }
  },
  options,
);

test("the guide names the line in which the SDK prints outputs in plain text", () => {
  expect(readFileSync(join(REPOSITORY, "docs", "secrets.md"), "utf8")).toContain(sdkLine);
});
