import type { CommandResult } from "./harness/cli/command-result";
import type { Stack } from "./harness/stack";
import { story } from "./harness/story";

const program = (args: string): string => `
import * as rimuhosting from "pulumi-rimuhosting";
new rimuhosting.Vps("web", { domainName: "web.example.com", ${args} } as any);
`;

/** One message in words, without the innards of the provider. */
function expectPlainWords(result: CommandResult, words: string): void {
  const { text } = result.expectFailure();
  expect(text).toContain(words);
  expect(text).not.toMatch(/^\s*at .*[(/:]/m);
  expect(text).not.toMatch(/node_modules|undefined|\[object/);
}

const previewOf = async (stack: Stack, args: string): Promise<CommandResult> => {
  stack.project.write(program(args));
  return stack.preview();
};

story("bad arguments end the preview with one clear message each, and nothing is ordered", async (stage) => {
  const stack = await stage.newStack({ program: program("") });
  expectPlainWords(
    await previewOf(stack, 'memoryMB: 1024, diskSpaceMb: -5, password: "-no- no", pasword: "canary-misspelt"'),
    '"memoryMB" is not an argument of Vps; did you mean "memoryMb"?',
  );
  const several = await previewOf(
    stack,
    'diskSpaceMb: -5, pasword: "canary-misspelt", cloudConfigData: ["canary-config"]',
  );
  expectPlainWords(several, "diskSpaceMb must be at least 1");
  expectPlainWords(several, '"pasword" is not an argument of Vps; did you mean "password"?');
  expectPlainWords(several, "cloudConfigData must be a string");
  expect(several.text).not.toContain("canary");
  expect(stage.simulator.world.orders()).toEqual([]);
});

story(
  "two servers of one name are refused in those words, and servers of different places may share one",
  async (stage) => {
    const sites = (names: string[]): string => `
    import * as pulumi from "@pulumi/pulumi";
    import * as rimuhosting from "pulumi-rimuhosting";
    class Site extends pulumi.ComponentResource {
      constructor(name: string) {
        super("shop:index:Site", name);
        new rimuhosting.Vps("web", { domainName: \`\${name}.example.com\` }, { parent: this });
      }
    }
    new rimuhosting.Vps("web", { domainName: "web.example.com" });
    ${names.map((name) => `new Site("${name}");`).join(" ")}`;
    const stack = await stage.newStack({ program: sites(["one"]) });
    (await stack.preview()).expectOk();
    stack.project.write(sites(["one", "two"]));
    const alike = await stack.preview();
    expectPlainWords(alike, 'error: Two servers are called "web", in one component or in components of one type');
    stack.project.write(`${program("")}new rimuhosting.Vps("web", { domainName: "other.example.com" });`);
    const twice = await stack.preview();
    expectPlainWords(twice, 'error: Two servers are called "web". Give one of them another name.');
    expect(`${alike.text}${twice.text}`).not.toMatch(/Duplicate resource|serializing/);
  },
);

story.exhaustively(
  "a missing key, a refused key and a wrong address are reported as such, and nothing is ordered",
  async (stage) => {
    const stack = await stage.newStack({ program: program("") });
    const withoutKey = await stack.up({ env: { RIMUHOSTING_APIKEY: "" } });
    expectPlainWords(withoutKey, 'Run "pulumi config set --secret rimuhosting:apiKey"');
    const refused = await stack.up({ env: { RIMUHOSTING_APIKEY: "canary999" } });
    expectPlainWords(refused, "was refused by the service (403");
    expect(refused.text).not.toContain("canary999");
    expectPlainWords(await stack.up({ env: { RIMUHOSTING_BASEURL: "http://192.0.2.1:8089" } }), "baseUrl");
    expectPlainWords(
      await stack.up({ env: { RIMUHOSTING_BASEURL: "not a url" } }),
      "environment variable RIMUHOSTING_BASEURL",
    );
    await stack.setConfig("rimuhosting:listLagSeconds", "often");
    expectPlainWords(await stack.up(), 'listLagSeconds (stack config "rimuhosting:listLagSeconds") must be a');
    expect(stage.simulator.world.orders()).toEqual([]);
    expect(stack.findInState("web")).toBeUndefined();
  },
);

story("what no call can change is refused in the preview, and the server is left alone", async (stage) => {
  const before =
    'billingOid: 1012, metaData: { role: "web" }, pricingPlanCode: "LaunchtimeVPSDal", diskSpaceMb: 20480, distro: "deb13.64"';
  const stack = await stage.newStack({ program: program(before) });
  (await stack.up()).expectOk();
  const changed = await previewOf(
    stack,
    'billingOid: 50081656, metaData: { role: "mail" }, pricingPlanCode: "LaunchtimeVPSLon", diskSpaceMb: 10240',
  );
  expectPlainWords(changed, "the service cannot change pricingPlanCode, billingOid, metaData of an existing order");
  expectPlainWords(changed, "diskSpaceMb cannot go down from 20480 to 10240 MB: disks do not shrink");
  expectPlainWords(await previewOf(stack, `${before.replace("deb13", "deb12")}, onImageChange: "forbid"`), "forbid");
  expect(
    stage.simulator.journal.entries.filter(({ method }) => method === "PUT").map(({ call }) => call),
  ).not.toContain("reinstall");

  // Without the old inputs at hand, update compares with the server itself.
  stack.project.write(program(""));
  (await stack.up()).expectOk();
  stack.project.write(program("billingOid: 50081656"));
  expectPlainWords(await stack.up(), "the service cannot change billingOid of an existing order");
  stack.project.write(program("billingOid: 1012"));
  expect((await stack.up()).expectOk().operations).toMatchObject({ web: "update" });
  expect(stage.simulator.world.orders()).toHaveLength(1);
});
