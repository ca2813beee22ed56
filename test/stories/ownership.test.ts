import { activeOrders, counts, declaring, dieAt, orderOf, quickStory, until, web } from "./harness/servers";
import type { Stack } from "./harness/stack";

const urnOf = (stack: Stack): string => stack.findInState("web")?.urn ?? "";

quickStory(
  "two runs at once with a broken lock, the first one's order is seen: one order, which both have",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web()) });
    const gate = simulator.hold("new-vps", { moment: "after-work" });
    const first = stack.upInBackground();
    await first.until(gate.reached);
    stack.removeLock();
    (await stack.up()).expectOk();
    gate.release();
    await first.done;
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
    expect(orderOf(stack)).toBe(activeOrders(simulator)[0]);
  },
);

quickStory.exhaustively(
  "two runs at once with a broken lock, both looked before either bought: both orders are named, again at each up, until one is cancelled",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web()) });
    const gate = simulator.hold("list-orders", { moment: "after-work" });
    const first = stack.upInBackground();
    await first.until(gate.reached);
    const purchase = simulator.hold("new-vps", { moment: "before-work" });
    gate.release();
    await first.until(purchase.reached);
    stack.removeLock();
    const second = stack.upInBackground();
    await second.until(until(() => purchase.waiting() === 2));
    purchase.release();
    const results = await Promise.all([first.done, second.done]);
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
    const [one, other] = activeOrders(simulator);
    expect(results.filter(({ isOk }) => !isOk).length).toBeGreaterThan(0);
    for (const { text } of results.filter(({ isOk }) => !isOk)) {
      expect(text).toContain(`order ${one}`);
      expect(text).toContain(`order ${other}`);
      expect(text).toContain("Nothing was cancelled");
    }
    stack.removeLock();

    const again = (await stack.up()).expectFailure();
    expect(again.text).toContain(`order ${one}`);
    expect(again.text).toContain(`order ${other}`);
    const own = orderOf(stack);
    simulator.world.cancelOutside(own === one ? (other ?? 0) : (one ?? 0));
    expect((await stack.up()).expectOk().text).not.toContain("Two or more");
    (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();
    expect(activeOrders(simulator)).toEqual([own]);
  },
);

quickStory.exhaustively(
  "a host outlives its CLI and buys after the next run has: a refresh and the destroy name the order that nobody holds",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web()) });
    simulator.faults.add({ call: "new-vps", how: { delayMs: 6000 } });
    const first = stack.upInBackground();
    await first.until(until(() => simulator.journal.calls("new-vps").length === 1));
    await first.killCli();
    stack.removeLock();
    (await stack.up()).expectOk();
    await until(() => activeOrders(simulator).length === 2);
    const stray = activeOrders(simulator).find((orderOid) => orderOid !== orderOf(stack));

    expect((await stack.refresh()).text).toContain(`order ${stray}`);
    const failed = (await stack.destroy()).expectFailure();
    expect(failed.text).toContain(`order ${stray}`);
    expect(activeOrders(simulator)).toEqual([stray]);
    simulator.world.cancelOutside(stray ?? 0);
    (await stack.destroy()).expectOk();
  },
);

quickStory("--replace and a taint buy exactly one new server each, and cancel the old one", async (told) => {
  const { simulator } = told;
  const stack = await told.newStack({ program: declaring(web()) });
  (await stack.up()).expectOk();
  (await stack.up({ args: ["--replace", urnOf(stack)] })).expectOk();
  expect(counts(simulator)).toEqual({ bought: 2, cancelled: 1 });
  (await stack.run(["state", "taint", urnOf(stack), "--yes", "--stack", stack.name])).expectOk();
  (await stack.up()).expectOk();
  expect(counts(simulator)).toEqual({ bought: 3, cancelled: 2 });
  expect(activeOrders(simulator)).toEqual([orderOf(stack)]);
  (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();
});

quickStory.exhaustively(
  "a replacement that dies between delete and create, and one that dies after the purchase: one new server each",
  async (told) => {
    const { simulator } = told;
    const program = (domainName: string, opts = "") =>
      `import * as rimuhosting from "pulumi-rimuhosting"; new rimuhosting.Vps("web", { domainName: "${domainName}" }, { ${opts} });`;
    const stack = await told.newStack({ program: program("one.example.com") });
    (await stack.up()).expectOk();

    stack.project.write(program("two.example.com"));
    const deletion = simulator.hold("delete-vps", { moment: "after-work" });
    const replacing = stack.upInBackground();
    await replacing.until(deletion.reached);
    await dieAt(simulator, stack, "list-orders", "before-work", () => {
      deletion.release();
      return replacing;
    });
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 1 });
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 1 });

    stack.project.write(program("three.example.com"));
    await dieAt(simulator, stack, "new-vps");
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 3, cancelled: 2 });

    stack.project.write(program("four.example.com", "deleteBeforeReplace: false"));
    await dieAt(simulator, stack, "new-vps");
    expect(counts(simulator)).toEqual({ bought: 4, cancelled: 2 });
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 4, cancelled: 3 });

    stack.project.write(program("five.example.com", "deleteBeforeReplace: false"));
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 5, cancelled: 4 });
    expect(activeOrders(simulator)).toEqual([orderOf(stack)]);
    (await stack.destroy()).expectOk();
    expect(activeOrders(simulator)).toEqual([]);
  },
);

quickStory.exhaustively("a stack that is destroyed and made again buys anew, under a new ledger", async (told) => {
  const { simulator } = told;
  const stack = await told.newStack({ program: declaring(web()) });
  (await stack.up()).expectOk();
  (await stack.destroy()).expectOk();
  (await stack.up()).expectOk();
  expect(counts(simulator)).toEqual({ bought: 2, cancelled: 1 });
  const ledgers = simulator.world
    .orders()
    .map(({ metaData }) => metaData.find(({ keyName }) => keyName.endsWith(".ledger"))?.value);
  expect(new Set(ledgers).size).toBe(2);
});

quickStory.exhaustively(
  "a rename with an alias keeps its server, and the old name declared anew gets one of its own, also after a kill",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web()) });
    (await stack.up()).expectOk();
    const [old] = activeOrders(simulator);
    const app = {
      name: "app",
      opts: 'aliases: [{ name: "web" }], ignoreChanges: ["domainName"]',
    };
    stack.project.write(declaring(app));
    (await stack.up()).expectOk();
    expect(orderOf(stack, "app")).toBe(old);
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });

    stack.project.write(declaring({ name: "app", opts: 'ignoreChanges: ["domainName"]' }, web()));
    await dieAt(simulator, stack, "new-vps");
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
    expect(orderOf(stack, "app")).toBe(old);
    expect(activeOrders(simulator)).toContain(orderOf(stack));
    expect(orderOf(stack)).not.toBe(old);

    // Each its own: taking one away cancels that one alone, whichever has the older tag.
    stack.project.write(declaring(web()));
    (await stack.up()).expectOk();
    expect(activeOrders(simulator)).toEqual([orderOf(stack)]);
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 1 });
    (await stack.destroy()).expectOk();
    expect(activeOrders(simulator)).toEqual([]);
  },
);

quickStory.exhaustively(
  "a rename and the reuse of the old name in one up: the engine refuses, nothing is bought, and the next up gives each its own",
  async (told) => {
    const { simulator } = told;
    const inOrder = (first: "app" | "web", second: "app" | "web") => `
      import * as rimuhosting from "pulumi-rimuhosting";
      const args = { domainName: "web.example.com", distro: "deb13.64", memoryMb: 2048 };
      const make = {
        app: (opts: object) => new rimuhosting.Vps("app", args, { aliases: [{ name: "web" }], ...opts }),
        web: (opts: object) => new rimuhosting.Vps("web", args, opts),
      };
      make.${second}({ dependsOn: [make.${first}({})] });
    `;
    const stack = await told.newStack({ program: declaring(web()) });
    (await stack.up()).expectOk();
    const [old] = activeOrders(simulator);

    // The engine itself refuses both in one run, whichever it sees first; with "app" first it has renamed then.
    stack.project.write(inOrder("web", "app"));
    expect((await stack.up()).expectFailure().text).toContain("Duplicate resource alias");
    stack.project.write(inOrder("app", "web"));
    expect((await stack.up()).expectFailure().text).toContain("Duplicate resource URN");
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
    await dieAt(simulator, stack, "new-vps");
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
    expect(orderOf(stack, "app")).toBe(old);
    expect(activeOrders(simulator)).toEqual([old, orderOf(stack, "web")]);
  },
);

quickStory("a first up with a target buys nothing until ledger and memory are targeted too", async (told) => {
  const { simulator } = told;
  const stack = await told.newStack({ program: declaring(web()) });
  const failed = (await stack.up({ args: ["--target", "**::web"] })).expectFailure();
  expect(failed.text).toContain("::ledger");
  expect(counts(simulator)).toEqual({ bought: 0, cancelled: 0 });
  const alone = (await stack.up({ args: ["--target", "**::web", "--target", "**::ledger"] })).expectFailure();
  expect(alone.text).toContain("::order-history");
  expect(counts(simulator)).toEqual({ bought: 0, cancelled: 0 });
  const targets = ["**::web", "**::ledger", "**::order-history"].flatMap((target) => ["--target", target]);
  (await stack.up({ args: targets })).expectOk();
  expect(activeOrders(simulator)).toEqual([orderOf(stack)]);
  (await stack.up({ args: ["--target", "**::web"] })).expectOk();
  expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
});

quickStory(
  "an up that leaves out what an argument comes from orders and changes nothing without that argument",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web()) });
    (await stack.up()).expectOk();
    const needingApp = (name: string) => ({
      name,
      args: 'fileInjectionData: [{ path: "/app", dataAsString: app.primaryIp }]',
    });
    const app = `
const app = new rimuhosting.Vps("app", { domainName: "app.example.com" });
new rimuhosting.ReverseDns("app", { vps: app, name: "app.example.com" });`;
    const programs = { db: declaring(needingApp("db"), web()), web: declaring(needingApp("web")) };
    for (const [name, program] of Object.entries(programs)) {
      // After the import.
      stack.project.write(program.replace("\n", `${app}\n`));
      const { text } = (
        await stack.up({ args: ["--exclude", "**Vps::app", "--exclude", "**Dns::app"] })
      ).expectFailure();
      expect(text).toContain(
        `resource '${name}' has a problem: fileInjectionData is not known: it comes from a resource that this run leaves out`,
      );
    }
    const { text } = (await stack.up({ args: ["--target", "**Dns::app"] })).expectFailure();
    expect(text).toContain("orderOid is required: if it comes from a server that this run leaves out");
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
  },
);

quickStory("a server moved to another stack is not taken back after a destroy that left the ledger", async (told) => {
  const { simulator } = told;
  const stack = await told.newStack({ program: declaring(web(), { name: "app" }) });
  const other = await told.newStack({ project: "blog", program: declaring({ name: "app" }) });
  (await stack.up()).expectOk();
  const moved = orderOf(stack, "app");
  const ends = ["--source", "organization/shop/dev", "--dest", "organization/blog/dev"];
  (await stack.run(["state", "move", ...ends, "--yes", stack.findInState("app")?.urn ?? ""])).expectOk();
  (await other.up()).expectOk();
  expect((await stack.destroy()).expectFailure().text).toContain(`order ${moved}`);
  expect(stack.findInState("order-history")).toBeDefined();
  const refused = (await stack.up()).expectFailure();
  expect(refused.text).toContain("once in this stack's state");
  (await stack.destroy()).expectFailure();
  expect(activeOrders(simulator)).toEqual([moved]);
});

quickStory("a ledger moved to another stack along with a server: that stack adopts nothing else", async (told) => {
  const { simulator } = told;
  const stack = await told.newStack({ program: declaring(web(), { name: "app" }) });
  const other = await told.newStack({ project: "blog", program: declaring(web(), { name: "app" }) });
  (await stack.up()).expectOk();
  const urns = ["app", "ledger"].map((name) => stack.findInState(name)?.urn ?? "");
  const ends = ["--source", "organization/shop/dev", "--dest", "organization/blog/dev"];
  (await stack.run(["state", "move", ...ends, "--yes", ...urns])).expectOk();
  for (const run of [await other.preview(), await other.up()]) expect(run.expectFailure().text).toContain("shop/dev");
  expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
});
