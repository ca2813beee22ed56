import { counts, declaring, orderOf, web } from "./harness/servers";
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
