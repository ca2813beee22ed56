import { activeOrders, counts, declaring, orderOf, web } from "./harness/servers";
import type { Stack } from "./harness/stack";
import { story } from "./harness/story";

const urnOf = (stack: Stack, name = "web"): string => stack.findInState(name)?.urn ?? "";
const taint = (stack: Stack, urn: string) => stack.run(["state", "taint", "--yes", urn, "--stack", stack.name]);

story(
  "a key that is tainted or replaced alone costs nothing: the server stays, and is changed as ever",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: declaring(web()) });
    (await stack.up()).expectOk();
    const order = orderOf(stack);
    (await taint(stack, urnOf(stack, "web key"))).expectOk();
    await stack.up();
    await stack.up({ args: ["--replace", urnOf(stack, "web key")] });
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
    stack.project.write(declaring(web('distro: "deb13.64", memoryMb: 4096')));
    (await stack.up()).expectOk();
    expect(orderOf(stack)).toBe(order);
    (await stack.destroy()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 1 });
  },
);

story(
  "a taint, and --replace of a server with its key or without, buy exactly one server each and cancel the other one first",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: declaring(web()) });
    (await stack.up()).expectOk();
    const ways = [() => [], () => ["--replace", "**:Vps::web"], () => ["--replace", "**::web"]];
    for (const [cancelled, flags] of ways.entries()) {
      const before = orderOf(stack);
      const args = flags();
      if (args.length === 0) (await taint(stack, urnOf(stack))).expectOk();
      const previewed = (await stack.preview({ args })).expectOk().text;
      expect(previewed).toMatch(
        /says "replace": order \d+ will be cancelled, ALL DATA ON IT AND ITS IP WILL BE LOST, and a new server bought for USD/,
      );
      expect(previewed).toContain(`order ${before} (`);
      const { text } = (await stack.up({ args })).expectOk();
      expect(text).toContain(`order ${before} (web.example.com) is cancelled: all its data and its IP are lost`);
      expect(counts(simulator)).toEqual({ bought: cancelled + 2, cancelled: cancelled + 1 });
      expect(activeOrders(simulator)).toEqual([orderOf(stack)]);
    }
    (await stack.up({ args: ["--expect-no-changes"] })).expectOk();
    (await stack.destroy()).expectOk();
    expect(activeOrders(simulator)).toEqual([]);
  },
);

story("what state delete takes out is adopted again by its key", async (stage) => {
  const { simulator } = stage;
  const stack = await stage.newStack({ program: declaring(web()) });
  (await stack.up()).expectOk();
  const order = orderOf(stack);
  (await stack.deleteFromState(urnOf(stack))).expectOk();
  (await stack.up()).expectOk();
  expect(orderOf(stack)).toBe(order);

  expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
  (await stack.destroy()).expectOk();
  expect(activeOrders(simulator)).toEqual([]);
});

story(
  "a service that cannot list the orders stops a purchase, and a replacement before anything is cancelled",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: declaring(web()) });
    (await stack.up()).expectOk();
    stack.project.write(declaring(web()).replace("web.example.com", "www.example.com"));
    simulator.faults.add({ call: "list-orders", how: { status: 403 }, times: 100 });
    expect((await stack.up()).expectFailure().text).toContain("403");
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
    simulator.faults.clear();
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 1 });
  },
);

story("a first up whose target is the server alone is refused by Pulumi; one that names both buys", async (stage) => {
  const { simulator } = stage;
  const stack = await stage.newStack({ program: declaring(web(), { name: "app" }) });
  (await stack.up({ args: ["--target", "**::web"] })).expectOk();
  expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
  (await stack.up({ args: ["--target", "**Vps::app"] })).expectFailure();
  expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
  (await stack.up()).expectOk();
  expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
});
