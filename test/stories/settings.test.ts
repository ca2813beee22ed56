import { isExhaustive } from "../volume";
import { declaring, web } from "./harness/servers";
import { story } from "./harness/story";

story("a provider's setting may take a while, and may come from a server", async (stage) => {
  const program = `
import * as rimuhosting from "pulumi-rimuhosting";
const web = new rimuhosting.Vps("web", { domainName: "web.example.com" });
const slow = new Promise<number>((resolve) => setTimeout(() => resolve(9), 500));
const settings = { eu: slow, us: web.orderOid.apply(() => 9) };
for (const [name, listLagSeconds] of Object.entries(settings)) {
  const provider = new rimuhosting.Provider(name, { apiKey: "12345", listLagSeconds });
  new rimuhosting.Vps(name + "-app", { domainName: name + ".example.com" }, { provider });
}
`;
  const stack = await stage.newStack({ program });
  (await stack.up({ preview: true })).expectOk();
  expect(stage.simulator.world.activeOrders()).toHaveLength(3);
});

/** One program for each way of first speaking to us. */
const firstUses = [
  'new rimuhosting.Vps("web", { domainName: "web.example.com" });',
  "export const distributions = rimuhosting.getDistributions();",
  'new rimuhosting.ReverseDns("web", { orderOid: 1, name: "web.example.com" });',
  'new rimuhosting.Provider("eu", {});',
  "export const distributions = rimuhosting.getDistributionsOutput();",
].map((use) => `import * as rimuhosting from "pulumi-rimuhosting";\n${use}`);

/** Nobody answers there, and nobody ever will. */
const nowhere = "https://rimuhosting.invalid";

story("an API key in plain text is an error, with the command that encrypts it", async (stage) => {
  const stack = await stage.newStack({
    program: "",
    config: { "rimuhosting:apiKey": "canary-plain-key", "rimuhosting:baseUrl": nowhere },
  });
  for (const program of isExhaustive ? firstUses : firstUses.slice(0, 2)) {
    stack.project.write(program);
    const { text } = (await stack.up()).expectFailure();
    expect(text).toContain('The API key is in plain text in the configuration of the stack "dev"');
    expect(text).toContain('Run "pulumi config set --secret rimuhosting:apiKey"');
    expect(text).not.toContain("canary-plain-key");
  }
  await stack.setConfig("rimuhosting:baseUrl", stage.simulator.url);
  stack.project.write(firstUses[0] ?? "");
  const allowed = (await stack.up()).expectFailure().text;
  expect(allowed).toContain("The API key is not known");
});

story("so is the key of an explicit provider, wherever the configuration holds it", async (stage) => {
  const program = `
import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";
const apiKey = new pulumi.Config().requireSecret("euKey");
const eu = new rimuhosting.Provider("eu", { apiKey, baseUrl: ${JSON.stringify(nowhere)} });
new rimuhosting.Vps("web", { domainName: "web.example.com" }, { provider: eu });
`;
  const stack = await stage.newStack({ program, config: { euKey: "canary-plain-key" } });
  for (const { text } of [(await stack.preview()).expectFailure(), (await stack.up()).expectFailure()]) {
    expect(text).toContain('Provider "eu": The API key is in plain text in the configuration of the stack "dev"');
    expect(text).toContain('Run "pulumi config set --secret shop:euKey"');
    expect(text).not.toContain("canary-plain-key");
  }
  stack.project.write(program.replace(nowhere, stage.simulator.url));
  expect((await stack.up()).expectFailure().text).toContain("The API key is not known");
});

story("a proxy that cannot be used is named, and its password is shown nowhere", async (stage) => {
  const functions = 'import * as rimuhosting from "pulumi-rimuhosting";\nrimuhosting.getDistributions();';
  const away = { RIMUHOSTING_BASEURL: "https://service.invalid" };
  for (const [name, program] of [
    ["servers", declaring(web())],
    ["functions", functions],
  ] as const) {
    const stack = await stage.newStack({ program, project: name });
    const proxy = "http://user:canary-secret@proxy.invalid:99999";
    const failed = (await stack.preview({ env: { ...away, HTTPS_PROXY: proxy } })).expectFailure();
    expect(failed.text).toContain("HTTP_PROXY or HTTPS_PROXY does not hold a usable proxy URL");
    expect(`${failed.text} ${stack.everythingWritten()}`).not.toContain("canary-secret");
  }
});
