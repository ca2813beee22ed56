import { rmSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { Vps } from "pulumi-rimuhosting";
import { REPOSITORY } from "./harness/cli/environment";
import { openInlineStack } from "./harness/inline-stack";
import { startStorySimulator } from "./harness/simulator";
import { story } from "./harness/story";

story("a provider's setting may take a while, and may come from a server", async (told) => {
  const program = (setting: string) => `
import * as rimuhosting from "pulumi-rimuhosting";
const web = new rimuhosting.Vps("web", { domainName: "web.example.com" });
const slow = new Promise<number>((resolve) => setTimeout(() => resolve(9), 500));
const eu = new rimuhosting.Provider("eu", { apiKey: "12345", ${setting} });
new rimuhosting.Vps("app", { domainName: "app.example.com" }, { provider: eu });
`;
  const stack = await told.newStack({ program: program("listLagSeconds: slow") });
  (await stack.up()).expectOk();
  expect(told.simulator.world.activeOrders()).toHaveLength(2);
  (await stack.destroy()).expectOk();
  stack.project.write(program("listLagSeconds: web.orderOid.apply(() => 9)"));
  (await stack.up({ preview: true })).expectOk();
  expect(told.simulator.world.activeOrders()).toHaveLength(2);
});

story.exhaustively(
  "an explicit provider has its own key and address, and the rest from the stack's configuration",
  async (told) => {
    const other = await startStorySimulator({ apiKeys: ["canary-explicit-key"] });
    try {
      const stack = await told.newStack({
        program: `
import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";
const apiKey = new pulumi.Config().requireSecret("otherKey");
const eu = new rimuhosting.Provider("eu", { apiKey, baseUrl: "${other.url}" });
new rimuhosting.Vps("here", { domainName: "here.example.com" });
new rimuhosting.Vps("there", { domainName: "there.example.com" }, { provider: eu });`,
        config: { "rimuhosting:readableTag": "false" },
      });
      await stack.setConfig("otherKey", "canary-explicit-key", { isSecret: true });
      const created = (await stack.up()).expectOk();
      expect(created.operations).toMatchObject({ here: "create", there: "create" });
      expect(told.simulator.world.activeOrders()).toMatchObject([{ domainName: "here.example.com" }]);
      expect(other.world.activeOrders()).toMatchObject([{ domainName: "there.example.com" }]);
      expect(other.world.orders()[0]?.metaData.map(({ keyName }) => keyName)).not.toContain("pulumi-rimuhosting.name");
      expect(stack.everythingWritten()).not.toContain("canary-explicit-key");
      expect((await stack.up()).expectOk().operations).toMatchObject({ here: "same", there: "same" });
      (await stack.destroy()).expectOk();
      expect([...told.simulator.world.activeOrders(), ...other.world.activeOrders()]).toEqual([]);
    } finally {
      await other.close();
    }
  },
);

story.exhaustively("the stack's configuration comes before the environment", async (told) => {
  const program = `
import * as rimuhosting from "pulumi-rimuhosting";
new rimuhosting.Vps("web", { domainName: "web.example.com" });`;
  const stack = await told.newStack({ program, config: { "rimuhosting:baseUrl": told.simulator.url } });
  await stack.setConfig("rimuhosting:apiKey", "12345", { isSecret: true });
  const wrong = { RIMUHOSTING_APIKEY: "999", RIMUHOSTING_BASEURL: "http://127.0.0.1:9" };
  const created = (await stack.up({ env: wrong })).expectOk();
  expect(created.operations).toMatchObject({ web: "create" });
});

/** One program for each way of first speaking to us. */
const firstUses = [
  'new rimuhosting.Vps("web", { domainName: "web.example.com" });',
  'new rimuhosting.ReverseDns("web", { orderOid: 1, name: "web.example.com" });',
  'new rimuhosting.Provider("eu", {});',
  "export const distributions = rimuhosting.getDistributions();",
  "export const distributions = rimuhosting.getDistributionsOutput();",
].map((use) => `import * as rimuhosting from "pulumi-rimuhosting";\n${use}`);

/** Nobody answers there, and nobody ever will. */
const nowhere = "https://rimuhosting.invalid";

story("an API key in clear is an error of the preview and of up, with the command that encrypts it", async (told) => {
  const stack = await told.newStack({
    program: "",
    config: { "rimuhosting:apiKey": "canary-plain-key", "rimuhosting:baseUrl": nowhere },
  });
  for (const [number, program] of firstUses.entries()) {
    stack.project.write(program);
    const { text } = (await (number === 0 ? stack.preview() : stack.up())).expectFailure();
    expect(text).toContain('The API key is in plain text in the configuration of the stack "dev"');
    expect(text).toContain('Run "pulumi config set --secret rimuhosting:apiKey"');
    expect(text).not.toContain("canary-plain-key");
  }
  await stack.setConfig("rimuhosting:baseUrl", told.simulator.url);
  stack.project.write(firstUses[0] ?? "");
  const allowed = (await stack.up()).expectFailure().text;
  expect(allowed).toContain("The API key is not known");
});

story.exhaustively("a key that is encrypted passes, also beside plain settings", async (told) => {
  const program = `
import * as rimuhosting from "pulumi-rimuhosting";
new rimuhosting.Provider("eu", {});`;
  const stack = await told.newStack({ program, config: { "rimuhosting:baseUrl": nowhere } });
  await stack.setConfig("rimuhosting:apiKey", "canary-encrypted-key", { isSecret: true });
  (await stack.up()).expectOk();
  expect(stack.findInState("eu")?.inputs).toMatchObject({ "rimuhosting:baseUrl": nowhere });
  expect(stack.everythingWritten()).not.toContain("canary-encrypted-key");
});

story.exhaustively(
  "a misspelt setting is an error that names the right one, instead of asking the real service",
  async (told) => {
    const stack = await told.newStack({ program: "", config: { "rimuhosting:baseurl": "http://127.0.0.1:8089" } });
    for (const program of firstUses) {
      stack.project.write(program);
      const { text } = (await stack.preview()).expectFailure();
      expect(text).toContain(
        'There is no setting "rimuhosting:baseurl": did you mean "rimuhosting:baseUrl"? Set that one. "pulumi config rm rimuhosting:baseurl" removes the wrong one.',
      );
    }
    await stack.removeConfig("rimuhosting:baseurl");
    stack.project.write(firstUses[0] ?? "");
    const env = { RIMUHOSTING_BASEURL: "", RIMUHOSTING_BASE_URL: told.simulator.url };
    const { text } = (await stack.preview({ env })).expectFailure();
    expect(text).toContain("RIMUHOSTING_BASE_URL is not used: did you mean RIMUHOSTING_BASEURL?");
    expect(told.simulator.journal.entries).toEqual([]);
  },
);

story.exhaustively(
  "an explicit provider takes every kind of setting, and refuses one that does not exist",
  async (told) => {
    const program = (settings: string) => `
import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";
const eu = new rimuhosting.Provider("eu", { ${settings} });
new rimuhosting.Vps("there", { domainName: "there.example.com" }, { provider: eu });`;
    const stack = await told.newStack({
      program: program(`listLagSeconds: pulumi.output(2), readableTag: false, sameDomainName: undefined`),
    });
    (await stack.up()).expectOk();
    expect(stack.findInState("eu")?.inputs).toMatchObject({
      "rimuhosting:listLagSeconds": "2",
      "rimuhosting:readableTag": "false",
    });
    const [order] = told.simulator.world.activeOrders();
    expect(order?.metaData.map(({ keyName }) => keyName)).not.toContain("pulumi-rimuhosting.name");

    stack.project.write(program("listLagSeconds: -1"));
    expect((await stack.preview()).expectFailure().text).toContain(
      'error: Provider "eu": listLagSeconds must be at least 0',
    );
    const fromOutput = program("listLagSeconds: pulumi.output(-1)");
    stack.project.write(fromOutput.replace("there.example.com", "new.example.com"));
    expect((await stack.up()).expectFailure().text).toContain("must be at least 0");
    stack.project.write(program(`...{ baseurl: "http://127.0.0.1:8089" }`));
    const { text } = (await stack.preview()).expectFailure();
    expect(text).toContain('Provider "eu": "baseurl" is not a setting; did you mean "baseUrl"?');
  },
);

story.exhaustively("a destroy that finds a wrong setting in the state says that it is there", async (told) => {
  const stack = await told.newStack({
    program: `
import * as rimuhosting from "pulumi-rimuhosting";
new rimuhosting.Vps("web", { domainName: "web.example.com" });`,
  });
  (await stack.up()).expectOk();
  await stack.setConfig("rimuhosting:listLagSeconds", "often");
  // Nothing is to be done, so nothing needs the settings; but the engine saves them.
  (await stack.up()).expectOk();
  await stack.removeConfig("rimuhosting:listLagSeconds");
  const { text } = (await stack.destroy()).expectFailure();
  expect(text).toContain('listLagSeconds (stack config "rimuhosting:listLagSeconds") must be a number of seconds.');
  expect(text).toContain('refresh and destroy use the settings that the last "pulumi up" saved in the state');
  (await stack.up()).expectOk();
  (await stack.destroy()).expectOk();
  expect(told.simulator.world.activeOrders()).toEqual([]);
});

story.exhaustively("two inline programs in one process have servers and keys of their own", async (told) => {
  const programOf = (name: string) => async () => {
    const server = new Vps(name, { domainName: `${name}.example.com` });
    return { ip: server.primaryIp, urn: pulumi.output(server.urn) };
  };
  const stacks = [
    await openInlineStack(told, { project: "one", program: programOf("web") }),
    await openInlineStack(told, { project: "two", program: programOf("mail") }),
  ];
  const results = await Promise.all(stacks.map((stack) => stack.up()));
  const orders = told.simulator.world.activeOrders();
  expect(orders.map(({ domainName }) => domainName).sort()).toEqual(["mail.example.com", "web.example.com"]);
  expect(results.map(({ outputs }) => outputs["ip"]?.value).sort()).toEqual(orders.map((one) => one.primaryIp).sort());
  const keys = orders.map(
    ({ metaData }) => metaData.find(({ keyName }) => keyName === "pulumi-rimuhosting.key")?.value,
  );
  expect(new Set(keys).size).toBe(2);
  for (const stack of stacks) await stack.destroy();
  expect(told.simulator.world.activeOrders()).toEqual([]);
});

story.exhaustively(
  "a program whose directory cannot find the package is told so before anything is ordered",
  async (told) => {
    rmSync(join(told.directory, "node_modules", "pulumi-rimuhosting"));
    const program = `
const rimuhosting = require("${REPOSITORY}");
new rimuhosting.Vps("web", { domainName: "web.example.com" });`;
    const stack = await told.newStack({ program });
    const { text } = (await stack.up()).expectFailure();
    expect(text).toContain('Add it to your program: "npm install pulumi-rimuhosting"');
    expect(told.simulator.world.orders()).toEqual([]);
  },
);
