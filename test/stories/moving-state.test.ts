import { activeOrders, counts, declaring, dieAt, orderOf, web } from "./harness/servers";
import type { Stack } from "./harness/stack";
import { story } from "./harness/story";

const urnOf = (stack: Stack, name = "web"): string => stack.findInState(name)?.urn ?? "";

/** A server two components deep, named after the one around it; `now` if the outer one has another type and name. */
const nested = (now: boolean, args: string, opts = ""): string => `
import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";
class Site extends pulumi.ComponentResource {
  constructor(name: string, parent: pulumi.Resource) {
    super("shop:index:Site", name, {}, { parent });
    new rimuhosting.Vps(name + "-web", { ${args} }, { parent: this, ${opts} });
  }
}
class Shop extends pulumi.ComponentResource {
  constructor(type: string, name: string, opts = {}) {
    super("shop:index:" + type, name, {}, opts);
    new Site(name + "-site", this);
  }
}
${now ? 'new Shop("Shop", "new", { aliases: [{ type: "shop:index:Place", name: "old" }] });' : 'new Shop("Place", "old");'}
`;
const inDallas = 'domainName: "web.example.com", dcLocation: "DCDALLAS", memoryMb: 2048';

story("a purchase interrupted before a component around it was renamed is adopted", async (stage) => {
  const { simulator } = stage;
  const stack = await stage.newStack({ program: nested(false, inDallas) });
  await dieAt(simulator, stack, "new-vps");
  const [orderOid] = activeOrders(simulator);
  stack.project.write(nested(true, inDallas));
  (await stack.up()).expectOk();
  expect(orderOf(stack, "new-site-web")).toBe(orderOid);
  expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
});

story("a server whose new name or parent is refused is not cancelled, even with --continue-on-error", async (stage) => {
  const { simulator } = stage;
  const inComponent = `
import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";
new rimuhosting.Vps("web", { domainName: "web.example.com" }, { parent: new pulumi.ComponentResource("shop:index:Shop", "shop") });
`;
  const stack = await stage.newStack({ program: declaring(web()) });
  (await stack.up()).expectOk();
  for (const program of [declaring(web()).replace('Vps("web"', 'Vps("app"'), inComponent]) {
    stack.project.write(program);
    const { text } = (await stack.up({ args: ["--continue-on-error"] })).expectFailure();
    expect(text).toContain("not bought: this stack has order");
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
  }
  stack.project.write(declaring(web()));
  (await stack.up()).expectOk();
  expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
});

story("server and key moved to another stack are quiet in both; a destroy there cancels the order", async (stage) => {
  const { simulator } = stage;
  const other = { name: "app" };
  const stack = await stage.newStack({ program: declaring(web(), other) });
  const blog = await stage.newStack({ project: "blog", program: declaring(web()) });
  (await stack.up()).expectOk();
  const orderOid = orderOf(stack);
  const ends = ["--source", "organization/shop/dev", "--dest", "organization/blog/dev"];
  (await stack.run(["state", "move", ...ends, "--yes", urnOf(stack, "web key"), urnOf(stack)])).expectOk();
  stack.project.write(declaring(other));
  (await stack.up({ args: ["--expect-no-changes"] })).expectOk();
  (await blog.up({ args: ["--refresh", "--expect-no-changes"] })).expectOk();
  expect(orderOf(blog)).toBe(orderOid);
  expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
  (await blog.destroy()).expectOk();
  expect(counts(simulator)).toEqual({ bought: 2, cancelled: 1 });
});

story.exhaustively(
  "of server and key, one moved, renamed or deleted alone: nothing is bought or cancelled, and no order is lost without a word",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: declaring(web()) });
    const blog = await stage.newStack({ project: "blog", program: declaring() });
    (await stack.up()).expectOk();
    const orderOid = orderOf(stack);
    const named = `order ${orderOid} (web.example.com`;
    const edit = async (what: string, ...args: string[]) =>
      (await stack.run(["state", what, "--stack", "organization/shop/dev", "--yes", ...args])).expectOk();
    const upKeepsIt = async () => {
      (await stack.up()).expectOk();
      expect(orderOf(stack)).toBe(orderOid);
    };
    await edit("rename", urnOf(stack), "www");
    await upKeepsIt();
    const ends = ["--source", "organization/shop/dev", "--dest", "organization/blog/dev"];
    (await stack.run(["state", "move", ...ends, "--yes", urnOf(stack, "web key")])).expectOk();
    expect((await blog.up()).expectFailure().text).toContain(named);
    await upKeepsIt();
    await edit("rename", urnOf(stack, "web key"), "www");
    await upKeepsIt();
    await edit("delete", "--target-dependents", urnOf(stack, "web key"));
    expect((await stack.up()).expectFailure().text).toContain(named);
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
  },
);
