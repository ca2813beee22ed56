import { activeOrders, counts, declaring, orderOf, sendAgain, until, web } from "./harness/servers";
import { story } from "./harness/story";

/** Lists that are behind, and a provider that knows how far. */
const lagging = { simulator: { variants: { listLagMs: 4_000 } }, env: { RIMUHOSTING_LISTLAGSECONDS: "6" } };

for (const status of [429, 503])
  story(
    `a replacement answered ${status} although it was carried out buys one server, though lists are behind`,
    async (stage) => {
      const { simulator } = stage;
      const stack = await stage.newStack({
        program: declaring(web('dcLocation: "DCDALLAS"')),
        env: { RIMUHOSTING_UNKNOWNOUTCOMEMINUTES: "1" },
      });
      (await stack.up()).expectOk();
      stack.project.write(declaring(web('dcLocation: "DCLONDON"')));
      simulator.faults.add({ call: "new-vps", how: { status, retryAfter: 1, body: "empty" }, moment: "after-work" });
      (await stack.up()).expectOk();
      expect(counts(simulator)).toEqual({ bought: 2, cancelled: 1 });
      expect(activeOrders(simulator)).toEqual([orderOf(stack)]);
    },
    lagging,
  );

story(
  "just after a replacement, a refresh does not take the cancelled order for a second one, though lists are behind",
  async (stage) => {
    const stack = await stage.newStack({ program: declaring(web('dcLocation: "DCDALLAS"')) });
    (await stack.up()).expectOk();
    stack.project.write(declaring(web('dcLocation: "DCLONDON"')));
    (await stack.up()).expectOk();
    expect((await stack.refresh()).expectOk().text).not.toContain("also active");
  },
  lagging,
);

story(
  "Ctrl-C ends the wait for an order: the state keeps what was sent, and the next run names what it finds",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: declaring(web()) });
    simulator.faults.add({ call: "new-vps", how: "reset", moment: "before-work" });
    const up = stack.upInBackground({ env: { RIMUHOSTING_UNKNOWNOUTCOMEMINUTES: "5" } });
    await up.until(until(() => up.text.includes("looking for the order")));
    up.interrupt();
    expect((await up.done).expectFailure().text).toContain("one may exist, and be billed");
    expect(stack.findInState("web")?.id).toMatch(/^pending-/);

    await sendAgain(simulator, simulator.journal.calls("new-vps")[0]?.body);
    expect((await stack.up()).expectOk().text).toMatch(/adopts order \d+, bought by an interrupted run; buys nothing/);
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
  },
);

const shop = (options: string, more = "") => `
  import * as pulumi from "@pulumi/pulumi";
  import * as rimuhosting from "pulumi-rimuhosting";
  ${more}
  new rimuhosting.Vps("web", { domainName: "web.example.com", dcLocation: process.env.WHERE ?? "DCDALLAS" }, { ${options} });
`;

/** A transformation of the whole stack, as companies have them. */
const transformed = (options: string) => `
  const eu = new rimuhosting.Provider("eu", { apiKey: pulumi.secret("12345") });
  pulumi.runtime.registerStackTransformation(({ type, props, opts }) =>
    type.endsWith(":Vps") ? { props, opts: { ...opts, ${options} } } : undefined,
  );`;

const inLondon = { WHERE: "DCLONDON" };
const instead = "Declare the new server under a new name";

story("what would put a second order under one key is refused, with what to do instead", async (stage) => {
  const { simulator } = stage;
  const stack = await stage.newStack({ program: shop("retainOnDelete: true") });
  (await stack.up()).expectOk();
  const refused = async (program: string, env: Record<string, string>, commands: readonly ("preview" | "up")[]) => {
    stack.project.write(program);
    for (const command of commands) expect((await stack[command]({ env })).expectFailure().text).toContain(instead);
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
  };
  await refused(shop("retainOnDelete: true"), inLondon, ["preview", "up"]);
  // The engine goes by what the last run has saved, and would keep the old server.
  await refused(shop(""), inLondon, ["up"]);
  await refused(shop("deleteBeforeReplace: false as any"), {}, ["preview"]);
  stack.project.write(shop(""));
  (await stack.up()).expectOk();
  await refused(shop("", transformed("deleteBeforeReplace: false")), inLondon, ["up"]);
  stack.project.write(shop(""));
  (await stack.up({ env: inLondon })).expectOk();
  expect(counts(simulator)).toEqual({ bought: 2, cancelled: 1 });
});

story("a transformation that gives a server alone another provider buys nothing", async (stage) => {
  const stack = await stage.newStack({ program: shop("", transformed("provider: eu")) });
  for (const run of [await stack.preview(), await stack.up()])
    expect(run.expectFailure().text).toContain("a transformation gives it another provider than its IdempotencyKey");
  expect(counts(stage.simulator)).toEqual({ bought: 0, cancelled: 0 });
});

story("an order is imported once in a program, whatever the providers", async (stage) => {
  const { orderOid } = stage.simulator.world.placeOrder({ domainName: "web.example.com", distro: "deb13.64" });
  const program = shop(
    `import: "${orderOid}"`,
    `const eu = new rimuhosting.Provider("eu", { apiKey: pulumi.secret("12345") });
     new rimuhosting.Vps("app", { domainName: "web.example.com" }, { import: "${orderOid}", provider: eu });`,
  );
  const stack = await stage.newStack({ program });
  expect((await stack.preview()).expectFailure().text).toContain(`"app" and "web" both import order ${orderOid}`);
});

story("a server that was imported, and renamed with an alias, is protected by its new name", async (stage) => {
  const { simulator } = stage;
  // Bought by another stack: its tag is not the key that is declared here.
  const other = await stage.newStack({ program: declaring(web("")), project: "other" });
  (await other.up()).expectOk();
  const order = orderOf(other);
  const declared = (name: string, options: string) => `
    import * as rimuhosting from "pulumi-rimuhosting";
    new rimuhosting.Vps("${name}", { domainName: "web.example.com" }, { ${options} });`;
  const stack = await stage.newStack({ program: declared("old", `import: "${order}"`) });
  (await stack.up()).expectOk();
  stack.project.write(declared("new", 'aliases: [{ name: "old" }], protect: true'));
  const run = await stack.up({ args: ["--replace", "**:Vps::new"] });
  expect(run.expectFailure().text).toContain("the program protects it");
  expect(activeOrders(simulator)).toEqual([order]);
  // The mirror: a new, protected server of the former name does not protect what that name stood for.
  stack.project.write(declared("new", 'aliases: [{ name: "old" }]'));
  (await stack.up()).expectOk();
  stack.project.write(`${declared("old", "protect: true").replace("web.example.com", "old.example.com")}`);
  (await stack.up()).expectOk();
  expect(activeOrders(simulator)).toEqual([orderOf(stack, "old")]);
});

story("a run that saves no key before its purchase is refused", async (stage) => {
  const stack = await stage.newStack({ program: declaring(web()) });
  const env = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };
  for (const run of [await stack.preview({ env }), await stack.up({ env })])
    expect(run.expectFailure().text).toContain("PULUMI_SKIP_CHECKPOINTS is set");
  expect(counts(stage.simulator)).toEqual({ bought: 0, cancelled: 0 });
});
