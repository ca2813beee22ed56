import { activeOrders, counts, declaring, dieAt, orderOf, quickStory, web } from "./harness/servers";
import type { Stack } from "./harness/stack";

const urnOf = (stack: Stack, name = "web"): string => stack.findInState(name)?.urn ?? "";

/** A difference in any of this would be told by a changed digest, and would wipe the server. */
const firstBoot =
  'domainName: "web.example.com", password: "s3cret-Word-1", cloudConfigData: "#cloud-config", sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= me"], reinstallOnFirstBootChange: true';
const declared = (name: string, options = "") => `
import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";
class Site extends pulumi.ComponentResource {
  constructor(name: string) { super("shop:index:Site", name); }
}
new rimuhosting.Vps("${name}", { ${firstBoot} }, { ${options} });
`;

quickStory(
  "a server under another name, in a component and in a renamed stack stays the same server, with no change",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declared("web") });
    (await stack.up()).expectOk();
    const [orderOid] = activeOrders(simulator);

    stack.project.write(declared("app", 'aliases: [{ name: "web" }]'));
    expect((await stack.up()).expectOk().operations).toEqual({ ledger: "same", "order-history": "same", app: "same" });
    stack.project.write(
      declared(
        "app",
        'parent: new Site("site"), aliases: [{ parent: pulumi.rootStackResource }, { name: "web", parent: pulumi.rootStackResource }]',
      ),
    );
    expect((await stack.up()).expectOk().operations).toMatchObject({ app: "same" });
    (await stack.rename("prod")).expectOk();
    (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();
    (await stack.up({ args: ["--refresh"] })).expectOk();
    (await stack.preview({ args: ["--refresh", "--expect-no-changes"] })).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
    expect(simulator.world.order(orderOid ?? 0).installation.count).toBe(1);

    // Changed, and in the end cancelled, as ever.
    stack.project.write(
      declared("app")
        .replace("reinstallOnFirstBootChange", "memoryMb: 2048, reinstallOnFirstBootChange")
        .replace("{  }", '{ aliases: [{ parent: "urn:pulumi:prod::shop::shop:index:Site::site" }] }'),
    );
    expect((await stack.up()).expectOk().operations).toMatchObject({ app: "update" });
    expect(simulator.world.order(orderOid ?? 0).sizes.memoryMb).toBe(2048);
    (await stack.destroy()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 1 });
  },
);

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
const inLondon = inDallas.replace("DCDALLAS", "DCLONDON");
const resized = inDallas.replace("2048", "4096");

quickStory(
  "a server stays the same when a component around it gets another type and name, with an alias",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: nested(false, inDallas) });
    (await stack.up()).expectOk();
    const orderOid = orderOf(stack, "old-site-web");

    stack.project.write(nested(true, inLondon, "protect: true"));
    const refused = (await stack.preview()).expectFailure();
    expect(refused.text).toContain(`order ${orderOid}`);
    expect(refused.text).not.toContain("which the program does not declare");
    stack.project.write(nested(true, inLondon));
    const replaced = (await stack.preview()).expectOk();
    expect(replaced.text).not.toMatch(/which the program does not declare|is not in the program/);
    expect(replaced.text).toContain("the old order is cancelled first");
    stack.project.write(nested(true, resized));
    expect((await stack.preview()).expectOk().text).toContain("USD 8.32 → USD 13.32/month (USD 5.00 more)");
    const cheap = { env: { RIMUHOSTING_MAXTOTALMONTHLYCOSTUSD: "1" } };
    expect((await stack.preview(cheap)).expectFailure().text).toContain("maxTotalMonthlyCostUsd");
    expect((await stack.up()).expectOk().operations).toMatchObject({ "new-site-web": "update" });
    (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();
    expect(orderOf(stack, "new-site-web")).toBe(orderOid);
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
  },
);

quickStory(
  "a purchase interrupted before a component around it was renamed is recognised, in the run that renames it and in later ones",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: nested(false, inDallas) });
    await dieAt(simulator, stack, "new-vps");
    const [orderOid] = activeOrders(simulator);
    stack.project.write(nested(true, resized.replace("web.example", "app.example")));
    expect((await stack.up()).expectFailure().text).toContain(`order ${orderOid}`);
    // By now the state has the component under its new name.
    expect(stack.findInState("new")).toBeDefined();
    expect((await stack.up()).expectFailure().text).toContain(`order ${orderOid}`);
    stack.project.write(nested(true, inDallas));
    (await stack.up()).expectOk();
    expect(orderOf(stack, "new-site-web")).toBe(orderOid);
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });

    (await stack.deleteFromState(urnOf(stack, "new-site-web"))).expectOk();
    (await stack.up()).expectFailure();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
  },
);

quickStory.exhaustively(
  "a server moved to another stack is neither changed nor reinstalled there; its former stack buys and cancels nothing",
  async (told) => {
    const { simulator } = told;
    const app = 'new rimuhosting.Vps("app", { domainName: "app.example.com" });';
    const stack = await told.newStack({ program: declared("web") + app });
    const other = await told.newStack({ project: "blog", program: declared("web") });
    (await stack.up()).expectOk();
    const orderOid = Number(orderOf(stack));
    const ends = ["--source", "organization/shop/dev", "--dest", "organization/blog/dev"];
    (await stack.run(["state", "move", ...ends, "--yes", urnOf(stack)])).expectOk();
    stack.project.write(declaring({ name: "app", args: "" }));

    (await stack.up()).expectOk();
    (await other.preview()).expectOk();
    const up = (await other.up()).expectOk();
    expect(up.operations).toMatchObject({ web: "same" });
    (await other.up({ args: ["--refresh"] })).expectOk();
    (await other.preview({ args: ["--refresh", "--expect-no-changes"] })).expectOk();
    expect(orderOf(other)).toBe(orderOid);
    expect(simulator.world.order(orderOid).installation.count).toBe(1);

    // What is installed later is known to the new stack, too.
    other.project.write(declared("web").replace("#cloud-config", "#cloud-config again"));
    expect((await other.up()).expectOk().operations).toMatchObject({ web: "update" });
    expect(simulator.world.order(orderOid).installation.count).toBe(2);
    (await other.preview({ args: ["--expect-no-changes"] })).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
    (await other.destroy()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 1 });
  },
);

quickStory.exhaustively(
  "into a stack that has servers, and another configuration, a server goes by state delete and import, not by state move",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web()) });
    const blog = { name: "blog" };
    const other = await told.newStack({ project: "blog", program: declaring(blog) });
    await stack.setConfig("shop:color", "red");
    await other.setConfig("blog:color", "blue");
    (await stack.up()).expectOk();
    (await other.up()).expectOk();
    const orderOid = orderOf(stack);

    const ends = ["--source", "organization/shop/dev", "--dest", "organization/blog/dev"];
    const refused = (await stack.run(["state", "move", ...ends, "--yes", urnOf(stack)])).expectFailure();
    expect(refused.text).toContain("default already exists in destination stack");
    expect(orderOf(stack)).toBe(orderOid);

    (await stack.deleteFromState(urnOf(stack))).expectOk();
    await other.setConfig("rimuhosting:adoptOrders", String(orderOid));
    other.project.write(declaring(blog, web(undefined, `import: "${orderOid}"`)));
    (await other.up()).expectOk();
    await other.removeConfig("rimuhosting:adoptOrders");
    other.project.write(declaring(blog, web()));
    (await other.up({ args: ["--expect-no-changes"] })).expectOk();
    expect(orderOf(other)).toBe(orderOid);
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
    expect(simulator.world.order(Number(orderOid)).installation.count).toBe(1);
  },
);

quickStory.exhaustively(
  "a server given away by import: the new stack needs a confirmation, and a destroy of the former one leaves it alone",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web()) });
    (await stack.up()).expectOk();
    const [orderOid] = activeOrders(simulator);
    const importing = declaring(web(undefined, `import: "${orderOid}"`));
    const other = await told.newStack({ project: "blog", program: importing });
    expect((await other.up()).expectFailure().text).toContain(`pulumi config set rimuhosting:adoptOrders ${orderOid}`);

    (await stack.deleteFromState(urnOf(stack))).expectOk();
    await other.setConfig("rimuhosting:adoptOrders", String(orderOid));
    (await other.up()).expectOk();
    (await stack.destroy()).expectFailure();
    (await stack.destroy({ env: { RIMUHOSTING_STRAYSONDESTROY: "warn" } })).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
    other.project.write(declaring(web()));
    await other.removeConfig("rimuhosting:adoptOrders");
    (await other.preview({ args: ["--refresh", "--expect-no-changes"] })).expectOk();
    (await other.destroy()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 1 });
  },
);

quickStory(
  "a lost state and an old one restored buy and cancel nothing; an import brings the lost servers back",
  async (told) => {
    const { simulator } = told;
    const both = declaring(web(), { name: "app" });
    const stack = await told.newStack({ program: both });
    const empty = await stack.exportState();
    (await stack.up()).expectOk();
    const [webOid, appOid] = [orderOf(stack), orderOf(stack, "app")];
    const early = await stack.exportState();

    (await stack.importState(empty)).expectOk();
    (await stack.up()).expectFailure();
    await stack.setConfig("rimuhosting:adoptOrders", `${webOid}, ${appOid}`);
    stack.project.write(declaring(web(undefined, `import: "${webOid}"`), { name: "app", opts: `import: "${appOid}"` }));
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });

    // The backup turns up after all: it holds the same servers.
    (await stack.importState(early)).expectOk();
    stack.project.write(both);
    (await stack.up({ args: ["--refresh", "--expect-no-changes"] })).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
    (await stack.destroy()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 2 });
  },
);

quickStory.exhaustively(
  "a server that was renamed, in a stack that was renamed, whose state is then lost: found by its domain name, and brought back",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declared("web") });
    const empty = await stack.exportState();
    (await stack.up()).expectOk();
    const [orderOid] = activeOrders(simulator);
    stack.project.write(declared("app", 'aliases: [{ name: "web" }]'));
    (await stack.up()).expectOk();
    (await stack.rename("prod")).expectOk();
    stack.project.write(declared("app"));
    (await stack.importState(empty.replaceAll("dev", "prod"))).expectOk();
    for (const result of [await stack.preview(), await stack.up()]) {
      expect(result.expectFailure().text).toContain(`order ${orderOid}`);
      expect(result.text).toContain("the same domain name, under another ledger");
    }
    await stack.setConfig("rimuhosting:adoptOrders", String(orderOid));
    stack.project.write(declared("app", `import: "${orderOid}"`));
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
    expect(orderOf(stack, "app")).toBe(orderOid);
  },
);

quickStory.exhaustively(
  "a ledger that is tainted or replaced keeps its name: nothing is refused, named or bought",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web()) });
    (await stack.up()).expectOk();
    const ledger = stack.findInState("ledger");
    (await stack.run(["state", "taint", ledger?.urn ?? "", "--yes", "--stack", stack.name])).expectOk();
    (await stack.preview()).expectOk();
    (await stack.up()).expectOk();
    (await stack.up({ args: ["--replace", ledger?.urn ?? ""] })).expectOk();
    expect(stack.findInState("ledger")?.id).toBe(ledger?.id);
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
    stack.project.write(declaring(web('distro: "deb13.64", memoryMb: 4096')));
    (await stack.up()).expectOk();
    (await stack.destroy()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 1 });
  },
);

quickStory("a rename without alias is a warning that names the order, the data and the alias", async (told) => {
  const stack = await told.newStack({ program: declared("web") });
  (await stack.up()).expectOk();
  const [orderOid] = activeOrders(told.simulator);
  stack.project.write(declared("app", 'parent: new Site("site")'));
  const { text } = (await stack.preview()).expectOk();
  expect(text).toContain(
    `warning: Order ${orderOid} (web.example.com) is in this stack's state as "web", which the program does not declare: another server will be ordered as "app", and order ${orderOid} will be cancelled, unless it is protected, and ALL DATA ON IT WILL BE LOST.`,
  );
  const alias = `aliases: ["${urnOf(stack)}"]`;
  expect(text).toContain(`add ${alias} to the options of "app".`);
  stack.project.write(declared("app", `parent: new Site("site"), ${alias}`));
  expect((await stack.preview()).expectOk().text).not.toContain("warning:");
  // Two of one name in the program: nothing is lost, and both are billed.
  stack.project.write(`${declared("web")}new rimuhosting.Vps("twin", { domainName: "web.example.com" });`);
  expect((await stack.preview()).expectOk().text).toContain(
    `Order ${orderOid} (web.example.com) is the server "web" of this program, and "twin" has the same domain name`,
  );
});
