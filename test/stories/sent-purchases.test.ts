import { isExhaustive } from "../volume";
import { activeOrders, counts, declaring, orderOf, sendAgain, until, web } from "./harness/servers";
import { story } from "./harness/story";

story(
  "Ctrl-C ends the wait for an order: the state keeps what was sent, and the next run adopts what it finds",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: declaring(web()) });
    simulator.faults.add({ call: "new-vps", how: "reset", moment: "before-work" });
    const up = stack.upInBackground({ env: { RIMUHOSTING_UNKNOWNOUTCOMEMINUTES: "5" } });
    await up.until(until(() => up.text.includes("looking until")));
    up.interrupt();
    (await up.done).expectFailure();
    expect(stack.findInState("web")?.id).toMatch(/^pending-/);

    await sendAgain(simulator, simulator.journal.calls("new-vps")[0]?.body);
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
  },
);

story(
  "Ctrl-C while the order is placed does not wait for the answer, and the next run adopts the order",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: declaring(web()) });
    const gate = simulator.hold("new-vps");
    const up = stack.upInBackground();
    await up.until(gate.reached);
    up.interrupt();
    (await up.done).expectFailure();
    expect(stack.findInState("web")?.id).toMatch(/^pending-/);
    gate.release();
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
  },
);

const shop = (more: string) => `
  import * as pulumi from "@pulumi/pulumi";
  import * as rimuhosting from "pulumi-rimuhosting";
  ${more}
  new rimuhosting.Vps("web", { domainName: "web.example.com", dcLocation: process.env.WHERE ?? "DCDALLAS" });
`;

/** A transformation of the whole stack, as companies have them. */
const transformed = (options: string) => `
  const eu = new rimuhosting.Provider("eu", { apiKey: pulumi.secret("12345") });
  pulumi.runtime.registerStackTransformation(({ type, props, opts }) =>
    type.endsWith(":Vps") ? { props, opts: { ...opts, ${options} } } : undefined,
  );`;

story(
  "a transformation that gives a server another order of replacement, or another provider, buys nothing",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: shop("") });
    (await stack.up()).expectOk();
    for (const options of ["deleteBeforeReplace: false", "provider: eu"]) {
      stack.project.write(shop(transformed(options)));
      (await stack.up({ env: { WHERE: "DCLONDON" } })).expectFailure();
      expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
    }
  },
);

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
  (await stack.up({ args: ["--replace", "**:Vps::new"] })).expectFailure();
  expect(activeOrders(simulator)).toEqual([order]);
  if (!isExhaustive) return;
  // The mirror: a new, protected server of the former name does not protect what that name stood for.
  stack.project.write(declared("new", 'aliases: [{ name: "old" }]'));
  (await stack.up()).expectOk();
  stack.project.write(`${declared("old", "protect: true").replace("web.example.com", "old.example.com")}`);
  (await stack.up()).expectOk();
  expect(activeOrders(simulator)).toEqual([orderOf(stack, "old")]);
});
