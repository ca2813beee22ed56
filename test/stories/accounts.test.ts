import { activeOrders, counts, dieAt, orderOf } from "./harness/servers";
import { withSecondAccount } from "./harness/simulator";
import { story } from "./harness/story";

const program = (baseUrl: string, ...lines: string[]): string => `
import * as rimuhosting from "pulumi-rimuhosting";
const eu = new rimuhosting.Provider("eu", { apiKey: "12345", baseUrl: ${JSON.stringify(baseUrl)} });
${lines.join("\n")}
`;
const inEu = 'new rimuhosting.Vps("web", { domainName: "web.example.com" }, { provider: eu });';
const inDefault = 'new rimuhosting.Vps("app", { domainName: "app.example.com" });';

story(
  "a purchase that was killed in an explicit provider's account is adopted there, and the destroy of a stack with two accounts ends both",
  (stage) =>
    withSecondAccount(async (second) => {
      const stack = await stage.newStack({ program: program(second.url, inDefault) });
      (await stack.up()).expectOk();
      stack.project.write(program(second.url, inDefault, inEu));
      await dieAt(second, stack, "new-vps");
      const [order] = activeOrders(second);
      (await stack.up()).expectOk();
      expect(orderOf(stack)).toBe(order);
      expect([counts(stage.simulator), counts(second)]).toEqual([
        { bought: 1, cancelled: 0 },
        { bought: 1, cancelled: 0 },
      ]);
      expect(await stack.exportState()).not.toContain("12345");
      (await stack.destroy()).expectOk();
      expect([...activeOrders(stage.simulator), ...activeOrders(second)]).toEqual([]);
    }),
);

story("a server that the engine comes to before those that the stack has is not bought in another account", (stage) =>
  withSecondAccount(async (second) => {
    const app = 'new rimuhosting.Vps("app", { domainName: "app.example.com", memoryMb: 2048 }, { dependsOn });';
    const programOf = (...lines: string[]) =>
      ['import * as rimuhosting from "pulumi-rimuhosting";', ...lines].join("\n");
    const stack = await stage.newStack({ program: programOf("const dependsOn = [];", app) });
    (await stack.up()).expectOk();
    await stack.setConfig("rimuhosting:apiKey", "12345", { isSecret: true });
    await stack.setConfig("rimuhosting:baseUrl", second.url);
    const web = 'const dependsOn = new rimuhosting.Vps("web", { domainName: "web.example.com" });';
    stack.project.write(programOf(web, app.replace("2048", "4096")));
    const refused = (await stack.up()).expectFailure();
    expect(refused.text).toContain("web.example.com: not bought: the account of this API key has no order");
    expect([counts(stage.simulator), counts(second)]).toEqual([
      { bought: 1, cancelled: 0 },
      { bought: 0, cancelled: 0 },
    ]);
  }),
);

story(
  "an order that a server of another provider imports is nobody else's, and no state tells which that is",
  async (stage) => {
    const { url } = stage.simulator;
    const stack = await stage.newStack({ program: program(url, inDefault) });
    await dieAt(stage.simulator, stack, "new-vps");
    const [order] = activeOrders(stage.simulator);
    const imports = `new rimuhosting.Vps("web", { domainName: "app.example.com" }, { provider: eu, import: "${order}" });`;
    stack.project.write(program(url, inDefault, imports));
    const refused = (await stack.preview()).expectFailure();
    expect(refused.text).toContain(`order ${order} (app.example.com`);
    expect(refused.text).toMatch(/"web" has it or imports it.\s+Take "app" out of the program/);
    stack.project.write(program(url, inDefault.replaceAll("app", "mail"), imports));
    (await stack.up()).expectOk();
    (await stack.up({ args: ["--expect-no-changes"] })).expectOk();
    expect(counts(stage.simulator)).toEqual({ bought: 2, cancelled: 0 });
    const { inputs, outputs } = stack.findInState("mail") ?? {};
    expect({ ...inputs, ...outputs }).toMatchObject({ __key: expect.anything() });
    expect({ ...inputs, ...outputs }).not.toHaveProperty("__importedElsewhere");
  },
);

story(
  "where a preview does not know the key of a provider, it says that it announces nothing, and protect holds in the up",
  (stage) =>
    withSecondAccount(async (second) => {
      const programOf = (appDomain: string, distro: string, options = "") => `
import * as rimuhosting from "pulumi-rimuhosting";
const app = new rimuhosting.Vps("app", { domainName: "${appDomain}" });
const apiKey = app.orderOid.apply(() => "12345");
const eu = new rimuhosting.Provider("eu", { apiKey, baseUrl: ${JSON.stringify(second.url)} });
new rimuhosting.Vps("web", { domainName: "web.example.com", distro: "${distro}" }, { provider: eu${options} });
`;
      const stack = await stage.newStack({ program: programOf("app.example.com", "deb12.64") });
      const warning = 'The settings of the provider "eu" are not known';
      expect((await stack.preview()).expectOk().text).toContain(warning);
      expect((await stack.up()).expectOk().text).not.toContain(warning);
      stack.project.write(programOf("app-2.example.com", "deb13.64", ", protect: true"));
      expect((await stack.preview()).expectOk().text).toContain(warning);
      (await stack.up()).expectFailure();
      expect(second.journal.calls("reinstall")).toEqual([]);
    }),
);
