import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { rimuhostingMocks } from "pulumi-rimuhosting/testing";
import { REPOSITORY } from "./harness/cli/environment";
import { toJavaScript } from "./harness/project";
import { type Story, story } from "./harness/story";

const examples = join(REPOSITORY, "examples");
const readmeOf = (name: string): string => readFileSync(join(examples, name, "README.md"), "utf8");

interface Example {
  readonly name: string;
  readonly config?: Readonly<Record<string, string>>;
  /** The servers that exist before the program runs. */
  readonly before?: (stage: Story) => Readonly<Record<string, string>>;
  readonly shows: (outputs: Readonly<Record<string, unknown>>, stage: Story) => void;
}

const active = ({ simulator }: Story) => simulator.world.activeOrders();
const domains = (stage: Story): string[] => active(stage).map(({ domainName }) => domainName);
const changes = ({ simulator }: Story) => simulator.journal.entries.filter(({ method }) => method !== "GET");

const runnable: readonly Example[] = [
  {
    name: "quickstart",
    shows: (outputs, stage) => expect(outputs).toMatchObject({ orderOid: active(stage)[0]?.orderOid }),
  },
  {
    name: "mail-server",
    shows: ({ ip }, { simulator }) => expect(simulator.world.ptr(String(ip))).toBe("mail.example.com"),
  },
  {
    name: "two-accounts",
    config: { "two-accounts:customerApiKey": "67890" },
    shows: (_, stage) => expect(domains(stage).sort()).toEqual(["monitor.example.com", "shop.example.net"]),
  },
  {
    name: "web-and-database",
    shows: ({ webIp }, stage) => {
      const database = active(stage).find(({ domainName }) => domainName.startsWith("db."));
      expect(database?.installation.cloudConfigData).toContain(`ufw allow from ${webIp} to any port 5432`);
      expect(database?.installation.cloudConfigData).toContain(`host all all ${webIp}/32 scram-sha-256`);
    },
  },
  {
    name: "adopt-a-server",
    before: ({ simulator }) => {
      const { orderOid } = simulator.world.placeOrder({ domainName: "shop.example.com" });
      return { "adopt-a-server:orderOid": String(orderOid) };
    },
    shows: ({ orderOid }, stage) => {
      expect(active(stage).map((order) => order.orderOid)).toEqual([orderOid]);
      expect(changes(stage)).toEqual([]);
    },
  },
  { name: "unit-tests", shows: ({ url }) => expect(url).toMatch(/^http:\/\/198\./) },
];

/** What the README says, by the price list of the simulator. */
const promisedUsd = (name: string): number =>
  Number(/\*\*Costs\*\* USD ([\d.]+) a month/.exec(readmeOf(name))?.[1] ?? Number.NaN);

const billedUsd = (stage: Story): number =>
  active(stage).reduce((sum, { monthlyAmount }) => sum + monthlyAmount.amt, 0);

/** One with two resources; exhaustively every one. */
const toldEveryTime = "mail-server";

// The compiler checks the examples with everything else: here they are only run.
const env = { PULUMI_NODEJS_TRANSPILE_ONLY: "true" };

describe.each(runnable)("the example $name", ({ name, config = {}, before, shows }) => {
  const tell = name === toldEveryTime ? story : story.exhaustively;
  tell(
    "does what its README says, costs what it says, and can be cleaned up as it says",
    async (stage) => {
      const known = before?.(stage) ?? {};
      const ordersBefore = billedUsd(stage);
      const program = { directory: join(examples, name) };
      const stack = await stage.newStack({ program, project: name, config: { ...config, ...known } });
      (await stack.up()).expectOk();
      const outputs = stack.state().find(({ type }) => type === "pulumi:pulumi:Stack")?.outputs ?? {};
      shows(outputs, stage);
      expect(billedUsd(stage) - ordersBefore).toBeCloseTo(promisedUsd(name));

      (await stack.destroy()).expectFailure();
      expect(readmeOf(name)).toContain("pulumi state unprotect --all");
      (await stack.run(["state", "unprotect", "--all", "--yes", "--stack", stack.name])).expectOk();
      (await stack.destroy()).expectOk();
      expect(active(stage).map(({ orderOid }) => orderOid)).toEqual([]);
    },
    { env, simulator: { apiKeys: ["12345", "67890"] } },
  );
});

story("the unit tests of the tested example pass without any call to the service", async (stage) => {
  const directory = join(stage.directory, "unit-tests");
  copyExample("unit-tests", directory);
  mkdirSync(join(directory, "dist"));
  for (const name of ["index", "index.test"]) transpile(join(directory, `${name}.ts`), join(directory, "dist"));
  const run = ["--test", "--test-reporter=tap", "dist/*.test.js"];
  const shown = execFileSync(process.execPath, run, { cwd: directory, encoding: "utf8" });
  expect(shown).toMatch(/# pass 3\n# fail 0/);
  expect(stage.simulator.journal.entries).toEqual([]);
});

story.exhaustively(
  "the Automation API's example orders a server for each customer, and cancels them",
  async (stage) => {
    const directory = join(stage.directory, "automation");
    copyExample("automation", directory);
    transpile(join(directory, "index.ts"), directory);
    // Not while this process waits: the simulator is in it.
    const start = async (...args: string[]) =>
      (await promisify(execFile)(process.execPath, ["index.js", ...args], { cwd: directory, env: stage.env })).stdout;
    expect(await start("up", "ann", "bob")).toMatch(/^ann: 198\.[\s\S]*^bob: 198\./m);
    expect(domains(stage).sort()).toEqual(["ann.example.com", "bob.example.com"]);
    expect(billedUsd(stage)).toBeCloseTo(2 * promisedUsd("automation"));
    await start("up", "carol");
    expect(domains(stage)).toHaveLength(3);
    await start("destroy", "ann", "bob", "carol");
    expect(active(stage)).toEqual([]);
  },
);

test("the example of cloud-config fills in its file, and waits for that server with the key of the configuration", async () => {
  const desired = new Map<string, pulumi.runtime.MockResourceArgs>();
  const others: pulumi.runtime.Mocks = {
    newResource: (resource) => {
      desired.set(resource.type, resource);
      return { id: resource.name, state: { ...resource.inputs, stdout: "status: done" } };
    },
    call: () => ({}),
  };
  pulumi.runtime.setAllConfig({
    "project:sshPublicKey": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE=",
    "project:sshPrivateKey": "a private key",
  });
  await pulumi.runtime.setMocks(rimuhostingMocks({ others, outputs: () => ({ primaryIp: "192.0.2.7" }) }));
  const { url } = jest.requireActual<{ url: pulumi.Output<string> }>("../../examples/cloud-config/index");
  expect(await new Promise((resolve) => url.apply(resolve))).toBe("http://192.0.2.7/");
  expect(desired.get("command:remote:Command")?.inputs).toMatchObject({
    connection: { value: { host: "192.0.2.7", user: "root", privateKey: "a private key" } },
    create: "cloud-init status --wait || [ $? -eq 2 ]",
  });
});

describe("every example", () => {
  const names = readdirSync(examples);

  test("is run above", () => {
    const run = [...runnable.map(({ name }) => name), "automation", "cloud-config"];
    expect(names.filter((name) => !run.includes(name))).toEqual([]);
  });

  test("names the packages it needs by version, so that it works wherever it is copied", () => {
    const local = names.filter((name) => /"file:/.test(readFileSync(join(examples, name, "package.json"), "utf8")));
    expect(local).toEqual([]);
  });
});

const transpile = (file: string, folder: string): void =>
  writeFileSync(join(folder, `${basename(file, ".ts")}.js`), toJavaScript(readFileSync(file, "utf8")));

function copyExample(name: string, to: string): void {
  const from = join(examples, name);
  const leaveOut = /node_modules|dist$/;
  cpSync(from, to, { recursive: true, filter: (path) => !leaveOut.test(path.slice(from.length)) });
}
