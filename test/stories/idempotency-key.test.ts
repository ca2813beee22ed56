import { counts, declaring, orderOf, web } from "./harness/servers";
import type { Stack } from "./harness/stack";
import { story } from "./harness/story";

const urnOf = (stack: Stack, name = "web"): string => stack.findInState(name)?.urn ?? "";
const taint = (stack: Stack, urn: string) => stack.run(["state", "taint", "--yes", urn, "--stack", stack.name]);

story("a key that is tainted or to be replaced stops the run before anything is changed", async (stage) => {
  const { simulator } = stage;
  const stack = await stage.newStack({ program: declaring(web()) });
  (await stack.up()).expectOk();
  const order = orderOf(stack);
  const key = urnOf(stack, "web key");
  stack.project.write(declaring(web('distro: "deb13.64", memoryMb: 4096')));
  for (const args of [
    ["--replace", key],
    ["--replace", "**::web"],
    ["--continue-on-error", "--replace", "**::web"],
  ]) {
    const { text } = (await stack.up({ args })).expectFailure();
    expect(text).toContain("To replace the server, name it without its key: --replace '**:Vps::web'.");
  }
  (await taint(stack, key)).expectOk();
  (await stack.up()).expectFailure();
  (await stack.run(["state", "untaint", "--yes", key, "--stack", stack.name])).expectOk();
  expect([counts(simulator), simulator.journal.calls("parameters")]).toEqual([{ bought: 1, cancelled: 0 }, []]);
  (await stack.up()).expectOk();
  expect(orderOf(stack)).toBe(order);
});

story("a key keeps its place in a component that is renamed with an alias, with all that is in it", async (stage) => {
  const { simulator } = stage;
  const inside = (shop: string, options: string, name: string): string => `
import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";
const shop = new pulumi.ComponentResource("shop:index:Shop", "${shop}", {}, ${options});
const site = new pulumi.ComponentResource("shop:index:Site", "${shop}-site", {}, { parent: shop });
new rimuhosting.Vps("${shop}-site-web", { domainName: "${name}" }, { parent: site });`;
  const stack = await stage.newStack({ program: inside("shop", "{}", "web.example.com") });
  (await stack.up()).expectOk();
  const renamed = (name: string): string => inside("store", '{ aliases: [{ name: "shop" }] }', name);
  stack.project.write(renamed("www.example.com"));
  const both = (await stack.preview({ args: ["--replace", "**::store-site-web"] })).expectFailure();
  expect(both.text).toContain("--replace '**:Vps::store-site-web'");
  const alone = (await stack.preview({ args: ["--replace", "**:Vps::store-site-web"] })).expectOk();
  expect(alone.text).toContain("ALL ITS DATA AND ITS IP WILL BE LOST");
  stack.project.write(renamed("web.example.com"));
  (await stack.up()).expectOk();
  (await stack.up({ args: ["--expect-no-changes"] })).expectOk();
  expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
});

story("a component's alias that comes too late brings no false loss, and the server's own helps", async (stage) => {
  const { simulator } = stage;
  const inside = (shop: string, options: string, aliases = ""): string => `
import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";
const shop = new pulumi.ComponentResource("shop:index:Shop", "${shop}", {}, ${options});
new rimuhosting.Vps("${shop}-web", { domainName: "web.example.com" }, { parent: shop, ${aliases} });`;
  const stack = await stage.newStack({ program: inside("shop", "{}") });
  (await stack.up()).expectOk();
  const order = orderOf(stack, "shop-web");
  stack.project.write(inside("store", "{}"));
  (await stack.up()).expectFailure();
  // The failed run has saved the component under its new name: the engine no longer looks for its alias.
  stack.project.write(inside("store", '{ aliases: [{ name: "shop" }] }'));
  const { text } = (await stack.preview()).expectFailure();
  expect(text).toContain(
    'Renamed or moved? Add aliases: [{ name: "shop-web" }] to its options, and give that name to no other server.',
  );
  expect(text).not.toContain("--replace");
  stack.project.write(inside("store", "{}", 'aliases: [{ name: "shop-web" }]'));
  (await stack.up()).expectOk();
  expect([orderOf(stack, "store-web"), counts(simulator)]).toEqual([order, { bought: 1, cancelled: 0 }]);
});

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
