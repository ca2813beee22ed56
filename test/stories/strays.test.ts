import type { Simulator } from "rimuhosting-simulator";
import { isExhaustive } from "../volume";
import { activeOrders, counts, declaring, dieAt, orderOf, quickStory, until, web } from "./harness/servers";
import type { Stack } from "./harness/stack";

/** The same server at whatever place of the program. */
const server = 'domainName: "web.example.com", distro: "deb13.64", memoryMb: 2048';
const at = (place: string): string => `
import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";
class Site extends pulumi.ComponentResource {
  constructor(name: string) { super("shop:index:Site", name); }
}
${place}
`;
const declaredAs = (name: string, opts = ""): string =>
  at(`new rimuhosting.Vps("${name}", { ${server} }, { ${opts} });`);

const everyOrderOnce = async (simulator: Simulator, stack: Stack, name = "web"): Promise<void> => {
  expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
  expect(orderOf(stack, name)).toBe(activeOrders(simulator)[0]);
  const quiet = (await stack.up({ args: ["--expect-no-changes"] })).expectOk();
  expect(quiet.text).not.toContain("unknown to its state");
};

quickStory(
  "a purchase that was killed, then a stack rename: the preview says that it adopts, and the up does",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaredAs("web") });
    await dieAt(simulator, stack, "new-vps");
    (await stack.rename("prod")).expectOk();
    const [order] = activeOrders(simulator);
    const preview = (await stack.preview()).expectOk();
    expect(preview.text).toContain(
      `adopts order ${order}, bought by this stack but missing from its state; buys nothing`,
    );
    expect(preview.text).not.toContain("/month create");
    (await stack.up()).expectOk();
    await everyOrderOnce(simulator, stack);
  },
);

quickStory.exhaustively(
  "a restored state, and a server whose arguments the preview does not all know: it may be adopted, and is",
  async (told) => {
    const { simulator } = told;
    const other = 'new rimuhosting.Vps("other", { domainName: "other.example.com" });';
    const pair = (memoryMb: number) => `
      const db = new rimuhosting.Vps("db", { domainName: "db.example.com" });
      new rimuhosting.Vps("web", {
        domainName: "web.example.com",
        memoryMb: ${memoryMb},
        cloudConfigData: pulumi.interpolate\`#cloud-config\nfqdn: \${db.primaryIp}\`,
      });`;
    const stack = await told.newStack({ program: at(other) });
    (await stack.up()).expectOk();
    const backup = await stack.exportState();
    stack.project.write(at(other + pair(2048)));
    (await stack.up()).expectOk();
    const orders = activeOrders(simulator);
    (await stack.importState(backup)).expectOk();
    const previewed = (await stack.preview()).expectOk();
    expect(previewed.text).toContain("if that was ordered with the same arguments; otherwise the up refuses");
    // With others it is refused, once they are known.
    stack.project.write(at(other + pair(4096)));
    expect((await stack.up()).expectFailure().text).toContain("with other arguments than the program has now");
    stack.project.write(at(other + pair(2048)));
    (await stack.up()).expectOk();
    expect(activeOrders(simulator)).toEqual(orders);
  },
);

quickStory.exhaustively("a purchase that was killed, then another name without alias: adopted", async (told) => {
  const { simulator } = told;
  const stack = await told.newStack({ program: declaredAs("web") });
  await dieAt(simulator, stack, "new-vps");
  stack.project.write(declaredAs("app"));
  (await stack.up()).expectOk();
  await everyOrderOnce(simulator, stack, "app");
  (await stack.destroy()).expectOk();
  expect(activeOrders(simulator)).toEqual([]);
});

quickStory.exhaustively(
  "one order of an interrupted run, and two servers that ask for just that: the preview says which one is bought, and its price",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaredAs("web") });
    await dieAt(simulator, stack, "new-vps");
    stack.project.write(at(`for (const name of ["a", "b"]) new rimuhosting.Vps(name, { ${server} });`));
    const preview = (await stack.preview()).expectOk();
    expect(
      preview.text.match(/^ {4}\S+: adopts order \d+, bought by this stack but missing from its state; buys nothing/gm),
    ).toHaveLength(1);
    expect(preview.text.match(/^ {4}\S+: USD \d+\.\d\d\/month/gm)).toHaveLength(1);
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
    expect(new Set([orderOf(stack, "a"), orderOf(stack, "b")])).toEqual(new Set(activeOrders(simulator)));
  },
);

quickStory.exhaustively(
  "two servers of one component, one with an alias, are killed, and the component is renamed: each adopted",
  async (told) => {
    const { simulator } = told;
    const site = (name: string): string => `
    import * as pulumi from "@pulumi/pulumi";
    import * as rimuhosting from "pulumi-rimuhosting";
    class Site extends pulumi.ComponentResource {
      constructor(name: string) {
        super("shop:index:Site", name);
        const opts = { parent: this, aliases: [{ parent: pulumi.rootStackResource }] };
        new rimuhosting.Vps("web", { domainName: "web.example.com" }, { parent: this });
        new rimuhosting.Vps("db", { domainName: "db.example.com" }, opts);
      }
    }
    new Site("${name}");
  `;
    const stack = await told.newStack({ program: site("one") });
    (await stack.preview()).expectOk();
    const gate = simulator.hold("new-vps", { moment: "after-work" });
    const command = stack.upInBackground();
    await command.until(until(() => gate.waiting() === 2));
    await command.killEverything();
    gate.release();
    stack.removeLock();
    stack.project.write(site("two"));
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
    expect(new Set([orderOf(stack), orderOf(stack, "db")])).toEqual(new Set(activeOrders(simulator)));
    (await stack.up({ args: ["--expect-no-changes"] })).expectOk();
  },
);

quickStory.exhaustively("a purchase that was killed, then a new parent: adopted", async (told) => {
  const { simulator } = told;
  const stack = await told.newStack({ program: declaredAs("web") });
  await dieAt(simulator, stack, "new-vps");
  stack.project.write(declaredAs("web", 'parent: new Site("site")'));
  (await stack.up()).expectOk();
  await everyOrderOnce(simulator, stack);
});

quickStory.exhaustively(
  "a purchase that was killed, renamed and asked for in another way: refused in the preview, and nothing is bought",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaredAs("web") });
    await dieAt(simulator, stack, "new-vps");
    const [order] = activeOrders(simulator);
    stack.project.write(declaredAs("app").replace("memoryMb: 2048", "memoryMb: 4096"));
    for (const result of [await stack.preview(), await stack.up()]) {
      expect(result.expectFailure().text).toContain(`order ${order}`);
      expect(result.text).toContain("with other arguments than the program has now");
    }
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
    // The way out: what was asked for first, and then the change.
    stack.project.write(declaredAs("app"));
    (await stack.up()).expectOk();
    stack.project.write(declaredAs("app").replace("memoryMb: 2048", "memoryMb: 4096"));
    (await stack.up()).expectOk();
    await everyOrderOnce(simulator, stack, "app");
  },
);

quickStory(
  "a purchase that was killed and whose resource is then taken out: each preview and up names the order, with its price, until it is gone",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring({ name: "app" }) });
    (await stack.up()).expectOk();
    const kept = orderOf(stack, "app");
    stack.project.write(declaring({ name: "app" }, web()));
    await dieAt(simulator, stack, "new-vps");
    const stray = activeOrders(simulator).find((order) => order !== kept);
    stack.project.write(declaring({ name: "app" }));
    const runs = [
      await stack.preview(),
      await stack.up(),
      await stack.up({ args: ["--target", "**::app"] }),
      await stack.up(),
    ];
    for (const run of runs) {
      expect(run.expectOk().text).toMatch(
        new RegExp(`order ${stray} \\(web\\.example\\.com, ordered \\S+, [A-Z]{3} \\d+\\.\\d\\d/month`),
      );
      expect(run.text).toContain("unknown to its state");
    }
    // Without a key, or without a service, nobody can know, and nobody says anything.
    const alone = (await stack.preview({ env: { RIMUHOSTING_APIKEY: "" } })).expectOk();
    expect(alone.text).not.toContain("unknown to its state");
    // The ways out: adopt it ...
    stack.project.write(declaring({ name: "app" }, web(undefined, `import: "${stray}"`)));
    (await stack.up()).expectOk();
    expect((await stack.preview()).expectOk().text).not.toContain("unknown to its state");
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
    (await stack.destroy()).expectOk();
    expect(activeOrders(simulator)).toEqual([]);
  },
);

quickStory.exhaustively(
  "an up that fails, of a purchase or of anything else, names the order all the same",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring({ name: "app" }) });
    (await stack.up()).expectOk();
    stack.project.write(declaring({ name: "app" }, web()));
    await dieAt(simulator, stack, "new-vps");
    const stray = activeOrders(simulator).find((order) => order !== orderOf(stack, "app"));

    stack.project.write(declaring({ name: "app" }, { name: "db" }));
    simulator.faults.add({ call: "new-vps", how: "no-capacity" });
    const refused = (await stack.up()).expectFailure();
    expect(refused.text).toContain(`order ${stray} (web.example.com`);
    expect(refused.text).toContain("unknown to its state");

    stack.project.write(`
      const pulumi = require("@pulumi/pulumi");
      ${declaring({ name: "app" })}
      // Most things take a moment to fail; a run that fails at once may end before the service has listed anything.
      const provider = { create: () => new Promise((_, reject) => setTimeout(() => reject(new Error("bad luck")), 5000)) };
      class Bad extends pulumi.dynamic.Resource { constructor() { super(provider, "bad", {}); } }
      new Bad();
    `);
    const failed = (await stack.up()).expectFailure();
    expect(failed.text).toContain("bad luck");
    expect(failed.text).toContain(`order ${stray} (web.example.com`);
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
  },
);

quickStory.exhaustively(
  "the last server of a program is taken out after a kill: the up that ends the ledger names the order, and fails until it is gone",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web()) });
    await dieAt(simulator, stack, "new-vps");
    const [stray] = activeOrders(simulator);
    stack.project.write("export const nothing = 1;");
    expect((await stack.up()).expectFailure().text).toContain(`order ${stray}`);
    simulator.world.cancelOutside(stray ?? 0);
    (await stack.up()).expectOk();
  },
);

const listsWithoutTags = isExhaustive ? (["null", "absent", "other-shape"] as const) : (["absent"] as const);

describe.each(listsWithoutTags)("lists that show no tags (%s)", (tagsInLists) => {
  const simulator = { variants: { tagsInLists } };

  quickStory(
    "a killed purchase is adopted, and a destroy after one names the order",
    async (told) => {
      const { simulator } = told;
      const stack = await told.newStack({ program: declaredAs("web") });
      await dieAt(simulator, stack, "new-vps");
      const [order] = activeOrders(simulator);
      expect((await stack.destroy()).expectFailure().text).toContain(`order ${order}`);
      (await stack.up()).expectOk();
      expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
      expect(orderOf(stack)).toBe(order);
    },
    { simulator },
  );

  quickStory.exhaustively(
    "a second order that comes to light is named by the up and by a refresh",
    async (told) => {
      const { simulator } = told;
      const stack = await told.newStack({ program: declaredAs("web") });
      simulator.faults.add({ call: "new-vps", how: { delayMs: 6000 } });
      const first = stack.upInBackground();
      await first.until(until(() => simulator.journal.calls("new-vps").length === 1));
      await first.killEverything();
      stack.removeLock();
      (await stack.up()).expectOk();
      await until(() => activeOrders(simulator).length === 2);
      const stray = activeOrders(simulator).find((order) => order !== orderOf(stack));
      expect((await stack.up()).expectOk().text).toContain(`order ${stray}`);
      expect((await stack.refresh()).expectOk().text).toContain(`order ${stray}`);
    },
    { simulator },
  );
});
