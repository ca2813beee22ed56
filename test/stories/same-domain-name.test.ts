import { counts, declaring, orderOf, web } from "./harness/servers";
import { story } from "./harness/story";

const app = (opts = "") => declaring({ name: "app", opts }).replace("app.example.com", "web.example.com");

story(
  "a rename without alias is refused before anything is cancelled, and the alias that it names is the way out",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: declaring(web()) });
    (await stack.up()).expectOk();
    const order = orderOf(stack);
    stack.project.write(app());
    for (const run of [await stack.preview(), await stack.up()]) {
      const { text } = run.expectFailure();
      expect(text).toContain(`order ${order}`);
      expect(text).toContain('aliases: [{ name: "web" }]');
    }
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
    stack.project.write(app('aliases: [{ name: "web" }]'));
    (await stack.up()).expectOk();
    expect(orderOf(stack, "app")).toBe(order);
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });

    // The old name is free again, for a server of its own.
    stack.project.write(
      `${app('aliases: [{ name: "web" }]')}\n${declaring(web()).replace("web.example.com", "www.example.com").split("\n")[1]}`,
    );
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
  },
);

story(
  "an order of the same name that nobody names stops a purchase; two are bought where that is meant",
  async (stage) => {
    const { simulator } = stage;
    const { orderOid } = simulator.world.placeOrder({ domainName: "web.example.com" });
    const stack = await stage.newStack({ program: declaring(web()) });
    for (const run of [await stack.preview(), await stack.up()])
      expect(run.expectFailure().text).toContain(`import: "${orderOid}"`);
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
    await stack.setConfig("rimuhosting:sameDomainName", "allow");
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
  },
);

story(
  "a taint and --replace are refused before anything is cancelled where another order of the name would stop the purchase",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: declaring(web()) });
    (await stack.up()).expectOk();
    const order = orderOf(stack);
    simulator.world.placeOrder({ domainName: "web.example.com" });
    const replaced = ["--replace", stack.findInState("web")?.urn ?? ""];
    for (const run of [await stack.preview({ args: replaced }), await stack.up({ args: replaced })])
      expect(run.expectFailure().text.replaceAll(/\s+/g, " ")).toMatch(
        new RegExp(
          `nothing (was|will be) cancelled: order ${order} \\(.* carries this server's idempotency key, and order`,
        ),
      );
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
    await stack.setConfig("rimuhosting:sameDomainName", "allow");
    (await stack.up({ args: replaced })).expectOk();
    expect(counts(simulator)).toEqual({ bought: 3, cancelled: 1 });
  },
);

story("a refused move to another parent cancels nothing, even with --continue-on-error", async (stage) => {
  const stack = await stage.newStack({ program: declaring(web()) });
  (await stack.up()).expectOk();
  const order = orderOf(stack);
  const key = stack.findInState("web key")?.outputs?.["key"];
  const inSite = (alias: string): string =>
    `import * as pulumi from "@pulumi/pulumi";\n${declaring(web(undefined, `parent: new pulumi.ComponentResource("shop:index:Site", "site")${alias}`))}`;
  stack.project.write(inSite(""));
  const failed = (await stack.up({ args: ["--continue-on-error"] })).expectFailure();
  expect(failed.text).toContain(
    'first move it back and run "pulumi up", because this run has saved a second key; then add aliases: [{ parent: <its former parent> }]',
  );
  expect(counts(stage.simulator)).toEqual({ bought: 1, cancelled: 0 });
  for (const program of [declaring(web()), inSite(", aliases: [{ parent: pulumi.rootStackResource }]")]) {
    stack.project.write(program);
    (await stack.up()).expectOk();
  }
  expect(key).toEqual(expect.any(String));
  expect(stack.findInState("web key")?.outputs?.["key"]).toBe(key);
  expect([orderOf(stack), counts(stage.simulator)]).toEqual([order, { bought: 1, cancelled: 0 }]);
});

story("of two servers of one name in a program only one is bought", async (stage) => {
  const { simulator } = stage;
  const twins = [declaring(web()), app().split("\n")[1]].join("\n");
  const stack = await stage.newStack({ program: twins });
  expect((await stack.preview()).expectFailure().text).toContain('have the same domainName "web.example.com"');
  (await stack.up()).expectFailure();
  expect(counts(simulator).bought).toBeLessThanOrEqual(1);
});

story("a server with the name of one that stays is refused, naming that one", async (stage) => {
  const stack = await stage.newStack({ program: declaring(web()) });
  (await stack.up()).expectOk();
  stack.project.write([declaring(web()), app().split("\n")[1]].join("\n"));
  // The engine may ask about the new one first.
  for (const run of [await stack.preview(), await stack.up()])
    expect(run.expectFailure().text).toMatch(
      /"app" and "web" have the same domainName "web\.example\.com", so "app" (will|was) not|If "web" is still in the program, give/,
    );
  expect(counts(stage.simulator)).toEqual({ bought: 1, cancelled: 0 });
});

story("a colleague's stack of the same program buys a server of its own", async (stage) => {
  const stack = await stage.newStack({ program: declaring(web()) });
  (await stack.up()).expectOk();
  const colleague = await stage.newStack({ name: "colleague", program: declaring(web()) });
  (await colleague.up()).expectOk();
  expect(counts(stage.simulator)).toEqual({ bought: 2, cancelled: 0 });
});
