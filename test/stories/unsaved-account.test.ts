import { activeOrders, counts, dieAt, quickStory } from "./harness/servers";
import { type Simulator, withSecondAccount } from "./harness/simulator";

const app = 'new rimuhosting.Vps("app", { domainName: "app.example.com" });';

const program = (...lines: string[]): string =>
  [
    'import * as rimuhosting from "pulumi-rimuhosting";',
    'import * as pulumi from "@pulumi/pulumi";',
    app,
    ...lines,
  ].join("\n");

const eu = ({ url }: Simulator): string =>
  `const eu = new rimuhosting.Provider("eu", ${JSON.stringify({ apiKey: "12345", baseUrl: url })});`;

const webInEu = 'new rimuhosting.Vps("web", { domainName: "web.example.com" }, { provider: eu });';

const refused = 'The account of provider "eu" is new to this stack, and this run leaves out the ledger';

quickStory(
  "a run with a target orders nothing in an account that the ledger does not remember; with the ledger it does, and a killed purchase is named",
  (told) =>
    withSecondAccount(async (second) => {
      const stack = await told.newStack({ program: program() });
      (await stack.up()).expectOk();
      stack.project.write(program(eu(second), webInEu));
      const targets = ["--target", "**::web"];
      expect((await stack.preview({ args: targets })).expectFailure().text).toContain(refused);
      expect((await stack.up({ args: targets })).expectFailure().text).toContain(refused);
      expect((await stack.up({ args: ["--exclude", "**::ledger"] })).expectFailure().text).toContain(refused);
      expect(counts(second)).toEqual({ bought: 0, cancelled: 0 });
      const withLedger = [...targets, "--target", "**::ledger"];
      (await stack.preview({ args: withLedger })).expectOk();
      await dieAt(second, stack, "new-vps", "after-work", () => stack.upInBackground({ args: withLedger }));
      const [stray] = activeOrders(second);
      stack.project.write(program());
      expect((await stack.preview()).expectOk().text).toContain(`order ${stray}`);
      expect((await stack.destroy()).expectFailure().text).toContain(`order ${stray}`);
    }),
);

quickStory("the same for an account that a provider has only just been given other settings for", (told) =>
  withSecondAccount(async (second) => {
    const stack = await told.newStack({ program: program(eu(told.simulator)) });
    (await stack.up()).expectOk();
    stack.project.write(program(eu(second), webInEu));
    expect((await stack.up({ args: ["--target", "**::web"] })).expectFailure().text).toContain(refused);
    expect(counts(second)).toEqual({ bought: 0, cancelled: 0 });
    (await stack.up()).expectOk();
    (await stack.up({ args: ["--target", "**::web", "--expect-no-changes"] })).expectOk();
    expect(counts(second)).toEqual({ bought: 1, cancelled: 0 });
  }),
);

quickStory("two providers of one name, in two components, are refused before anything is ordered", (told) =>
  withSecondAccount(async (second) => {
    const component = (type: string, { url }: Simulator) => `
      class ${type} extends pulumi.ComponentResource {
        constructor() {
          super("shop:index:${type}", "${type}");
          const provider = new rimuhosting.Provider("eu", { apiKey: "12345", baseUrl: "${url}" }, { parent: this });
          new rimuhosting.Vps("${type}", { domainName: "${type}.example.com" }, { parent: this, provider });
        }
      }
      new ${type}();`;
    const both = program(component("A", told.simulator), component("B", second));
    const stack = await told.newStack({ program: both });
    const words = 'Provider "eu": the program has another provider of this name, in another component.';
    expect((await stack.preview()).expectFailure().text).toContain(words);
    expect((await stack.up()).expectFailure().text).toContain(words);
    expect(counts(second)).toEqual({ bought: 0, cancelled: 0 });
  }),
);
