import { activeOrders, counts, dieAt, orderOf, quickStory } from "./harness/servers";
import { withSecondAccount } from "./harness/simulator";
import type { Stack } from "./harness/stack";

const urnOf = (stack: Stack, name = "web"): string => stack.findInState(name)?.urn ?? "";

const program = (baseUrl: string, ...lines: string[]): string => `
import * as rimuhosting from "pulumi-rimuhosting";
const eu = new rimuhosting.Provider("eu", { apiKey: "12345", baseUrl: ${JSON.stringify(baseUrl)} });
${lines.join("\n")}
`;
const inEu = 'new rimuhosting.Vps("web", { domainName: "web.example.com" }, { provider: eu });';
const inDefault = 'new rimuhosting.Vps("web", { domainName: "web.example.com" });';
const other = 'new rimuhosting.Vps("app", { domainName: "app.example.com" });';

quickStory(
  "a purchase that was killed in an explicit provider's account: preview, up and destroy look into that account too",
  (told) =>
    withSecondAccount(async (second) => {
      const stack = await told.newStack({ program: program(second.url, other) });
      (await stack.up()).expectOk();
      stack.project.write(program(second.url, other, inEu));
      await dieAt(second, stack, "new-vps");
      const [stray] = activeOrders(second);
      stack.project.write(program(second.url, other));
      expect((await stack.preview()).expectOk().text).toContain(`order ${stray}`);
      // Also when the provider has left the program with its server.
      stack.project.write(`import * as rimuhosting from "pulumi-rimuhosting"; ${other}`);
      expect((await stack.up()).expectOk().text).toContain(`order ${stray}`);
      const failed = (await stack.destroy()).expectFailure();
      expect(failed.text).toContain(`order ${stray}`);
      expect(activeOrders(told.simulator)).toEqual([]);
      second.world.cancelOutside(stray ?? 0);
      (await stack.destroy()).expectOk();
      expect(await stack.exportState()).not.toContain("12345");
    }),
);

quickStory.exhaustively(
  "a purchase that was killed in the very first run of an explicit provider: the destroy names the order",
  (told) =>
    withSecondAccount(async (second) => {
      const stack = await told.newStack({ program: program(second.url, inEu) });
      await dieAt(second, stack, "new-vps");
      const [stray] = activeOrders(second);
      expect((await stack.destroy()).expectFailure().text).toContain(`order ${stray}`);
      (await stack.up()).expectOk();
      expect(orderOf(stack)).toBe(stray);
      (await stack.destroy()).expectOk();
      expect(activeOrders(second)).toEqual([]);
    }),
);

quickStory(
  "a provider that was exchanged for one of another account: refused in preview and up, and the server is left alone",
  (told) =>
    withSecondAccount(async (second) => {
      const stack = await told.newStack({ program: program(second.url, inEu) });
      (await stack.up()).expectOk();
      const order = orderOf(stack);
      stack.project.write(program(second.url, inDefault));
      for (const result of [await stack.preview(), await stack.up()]) {
        expect(result.expectFailure().text).toContain(`Order ${order}`);
        expect(result.text).toContain("is not among the orders of the account");
      }
      // The settings of the same provider are exchanged.
      stack.project.write(program(told.simulator.url, inEu));
      for (const result of [await stack.preview(), await stack.up()])
        expect(result.expectFailure().text).toContain("is not among the orders of the account");
      stack.project.write(program(second.url, inEu));
      (await stack.up()).expectOk();
      (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();
      (await stack.destroy()).expectOk();
      expect(counts(second)).toEqual({ bought: 1, cancelled: 1 });
      expect(counts(told.simulator)).toEqual({ bought: 0, cancelled: 0 });
    }),
);

quickStory(
  "a server whose key is another account's, beside one that changes: one plain sentence, which says nothing of the other",
  (told) =>
    withSecondAccount(async (second) => {
      const both = (memoryMb: number) =>
        program(
          second.url,
          inDefault,
          inEu.replaceAll("web", "db").replace('example.com"', `$&, memoryMb: ${memoryMb}`),
        );
      const stack = await told.newStack({ program: both(2048) });
      (await stack.up()).expectOk();
      const order = orderOf(stack);
      stack.project.write(both(4096));
      const keyOfSecond = { env: { RIMUHOSTING_BASEURL: second.url } };
      for (const run of [() => stack.preview(keyOfSecond), () => stack.up(keyOfSecond)]) {
        const { text } = (await run()).expectFailure();
        // The other one is on the line of progress.
        expect(text.match(/^ +error: Order \d+ \(web\) is not among the orders of the account/gm)).toHaveLength(1);
        expect(text).toContain(`error: Order ${order} `);
        expect(text).not.toMatch(/^\s+at |serializing|PromiseRejection|Nothing was changed/m);
      }
      expect(second.world.orders()).toMatchObject([{ sizes: { memoryMb: 4096 } }]);
    }),
);

quickStory.exhaustively(
  "two providers of one account: a server changes from one to the other without a word",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: program(simulator.url, inEu) });
    (await stack.up()).expectOk();
    stack.project.write(program(simulator.url, inDefault));
    (await stack.preview()).expectOk();
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
    (await stack.destroy()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 1 });
  },
);

quickStory.exhaustively(
  "a server given away with state delete is not bought again, nor taken back: with a target, and with an explicit provider",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: program(simulator.url, inEu, other) });
    // Given away right after its purchase: no other run in between.
    (await stack.up()).expectOk();
    const given = orderOf(stack);
    (await stack.deleteFromState(urnOf(stack))).expectOk();
    for (const args of [["--target", "**::web", "--target", "**::eu"], []]) {
      const refused = (await stack.up({ args })).expectFailure();
      expect(refused.text).toContain(`order ${given}`);
      expect(refused.text).toContain("once in this stack's state");
    }
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
    stack.project.write(program(simulator.url, inDefault, other));
    expect((await stack.up({ args: ["--target", "**::web"] })).expectFailure().text).toContain(`order ${given}`);
    // A destroy leaves it alone, and says that it goes on.
    expect((await stack.destroy()).expectFailure().text).toContain(`order ${given}`);
    expect(activeOrders(simulator)).toEqual([given]);
  },
);

const alike = 'domainName: "web.example.com", distro: "deb13.64"';

quickStory.exhaustively(
  "two providers of one account, one order of an interrupted run, and two servers that ask for just that: refused, and with an import each has its own",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({
      program: `import * as rimuhosting from "pulumi-rimuhosting"; new rimuhosting.Vps("web", { ${alike} });`,
    });
    await dieAt(simulator, stack, "new-vps");
    const [first] = activeOrders(simulator);
    const second = `new rimuhosting.Vps("b", { ${alike} }, { provider: eu });`;
    stack.project.write(program(simulator.url, `new rimuhosting.Vps("a", { ${alike} });`, second));
    const refused = (await stack.up()).expectFailure();
    expect(refused.text).toContain("with several providers nothing tells for which server");
    expect(refused.text).toContain(`import: "${first}"`);
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
    const imported = `new rimuhosting.Vps("a", { ${alike} }, { import: "${first}" });`;
    stack.project.write(program(simulator.url, imported, second));
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
    expect(new Set([orderOf(stack, "a"), orderOf(stack, "b")])).toEqual(new Set(activeOrders(simulator)));
    expect(activeOrders(simulator)).toContain(first);
    stack.project.write(program(simulator.url, imported));
    (await stack.up()).expectOk();
    expect(activeOrders(simulator)).toEqual([orderOf(stack, "a")]);
  },
);

quickStory.exhaustively(
  "a purchase that was killed, and then a new provider, or another key for one: the preview tells the adoption, and is not in the way",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({
      program: `import * as rimuhosting from "pulumi-rimuhosting"; ${inDefault}`,
    });
    await dieAt(simulator, stack, "new-vps");
    const inNew = other.replace(" });", " }, { provider: eu });");
    stack.project.write(program(simulator.url, inDefault, inNew));
    await dieAt(simulator, stack, "new-vps", "after-work", () => stack.upInBackground({ preview: true }));
    stack.project.write(program(simulator.url, inDefault, inNew).replace("12345", "67890"));
    const preview = (await stack.preview()).expectOk();
    expect(preview.text).toContain("bought by this stack but missing from its state; buys nothing");
    expect(preview.text).not.toContain("/month create");
    (await stack.up({ preview: true })).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
    expect(new Set([orderOf(stack), orderOf(stack, "app")])).toEqual(new Set(activeOrders(simulator)));
  },
  { simulator: { apiKeys: ["12345", "67890"] } },
);

quickStory.exhaustively(
  "an order that a failed replacement left to be deleted is adopted with the provider that would delete it, and with no other",
  async (told) => {
    const { simulator } = told;
    const replaced = (name: string) =>
      `new rimuhosting.Vps("web", { domainName: "${name}" }, { provider: eu, deleteBeforeReplace: false });`;
    const stack = await told.newStack({ program: program(simulator.url, replaced("web.example.com")) });
    (await stack.up()).expectOk();
    const [first] = activeOrders(simulator);
    stack.project.write(program(simulator.url, replaced("two.example.com")));
    simulator.faults.add({ call: "delete-vps", how: { status: 400 } });
    (await stack.up()).expectFailure();
    const rescued = (opts: string) =>
      `new rimuhosting.Vps("old", { domainName: "web.example.com" }, { ${opts} import: "${first}" });`;
    stack.project.write(program(simulator.url, replaced("two.example.com"), rescued("")));
    expect((await stack.up({ preview: true })).expectFailure().text).toContain(
      `order ${first}, which urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:Vps::web held before it was replaced`,
    );
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
    stack.project.write(program(simulator.url, replaced("two.example.com"), rescued("provider: eu,")));
    expect((await stack.up()).expectOk().text).toContain(`Order ${first} was not cancelled`);
    expect(new Set(activeOrders(simulator))).toEqual(new Set([orderOf(stack, "old"), orderOf(stack)]));
    expect(orderOf(stack, "old")).toBe(first);
  },
);
