import { counts, declaring, orderOf, web } from "./harness/servers";
import type { Stack } from "./harness/stack";
import { story } from "./harness/story";

/** The address of the only server in a state. */
const urnOf = (stack: Stack): string => stack.findInState("web")?.urn ?? "";

const inDallas = 'distro: "deb13.64", dcLocation: "DCDALLAS"';
const inLondon = 'distro: "deb13.64", dcLocation: "DCLONDON"';

story(
  "protect that comes with a replacement forbids it, whether a change, an option of the CLI or a taint asks for it",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: declaring(web(inDallas)) });
    (await stack.up()).expectOk();

    stack.project.write(declaring(web(inLondon, "protect: true")));
    for (const run of [() => stack.preview(), () => stack.up()]) {
      const { text } = (await run()).expectFailure();
      expect(text).toContain(
        "dcLocation (DCDALLAS → DCLONDON) changed, which would cancel the order and lose all its data and its IP",
      );
      expect(text).toContain(`order ${orderOf(stack)} (web.example.com`);
      expect(text).not.toContain("will be cancelled: all its data");
    }
    stack.project.write(declaring(web(inDallas, "protect: true")));
    const forced = (await stack.up({ args: ["--replace", urnOf(stack)] })).expectFailure();
    expect(forced.text).toContain("was not cancelled: the program protects it");
    (await stack.run(["state", "taint", "--yes", urnOf(stack), "--stack", stack.name])).expectOk();
    expect((await stack.up()).expectFailure().text).toContain("was not cancelled: the program protects it");
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
  },
);

story(
  "a reinstall for what the program sets for the first time respects protect and forbid in the preview",
  async (stage) => {
    const server = (args: string, options = "") => declaring(web(`distro: "deb12.64", ${args}`, options));
    const stack = await stage.newStack({ program: server("") });
    (await stack.up()).expectOk();
    for (const [args, options] of [
      ['controlPanel: "webmin"', "protect: true"],
      ['controlPanel: "webmin", onImageChange: "forbid"', ""],
      ['cloudConfigData: "#cloud-config", reinstallOnFirstBootChange: true', "protect: true"],
    ] as const) {
      stack.project.write(server(args, options));
      const refused = (tense: string) =>
        new RegExp(`error: order .* ${tense} not .*changed: .*change of [\\s\\S]*the old value, or`);
      expect((await stack.preview()).expectFailure().text).toMatch(refused("will"));
      expect((await stack.up()).expectFailure().text).toMatch(refused("was"));
    }
    stack.project.write(server('controlPanel: "webmin"'));
    expect((await stack.preview()).expectOk().text).toContain("ALL DATA ON IT WILL BE LOST");
    expect(stage.simulator.journal.calls("reinstall")).toEqual([]);
  },
);

story("protect that comes with a rename forbids what a taint of the old name asks for", async (stage) => {
  const { simulator } = stage;
  const stack = await stage.newStack({ program: declaring(web(inDallas)) });
  (await stack.up()).expectOk();
  (await stack.run(["state", "taint", "--yes", urnOf(stack), "--stack", stack.name])).expectOk();
  stack.project.write(`import * as rimuhosting from "pulumi-rimuhosting";
    new rimuhosting.Vps("app", { domainName: "web.example.com", ${inDallas} }, { aliases: [{ name: "web" }], protect: true });`);
  expect((await stack.up()).expectFailure().text).toContain("was not cancelled: the program protects it");
  expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
});

story("protect keeps a tainted server also in the run that imports another order in its place", async (stage) => {
  const { simulator } = stage;
  const { orderOid: other } = simulator.world.placeOrder({ domainName: "web.example.com", distro: "deb13.64" });
  const stack = await stage.newStack({
    program: declaring(web(inDallas)),
    config: { "rimuhosting:sameDomainName": "allow" },
  });
  (await stack.up()).expectOk();
  (await stack.run(["state", "taint", "--yes", urnOf(stack), "--stack", stack.name])).expectOk();
  stack.project.write(declaring(web(inDallas, `protect: true, import: "${other}"`)));
  expect((await stack.up()).expectFailure().text).toContain("was not cancelled: the program protects it");
  expect(counts(simulator).cancelled).toBe(0);
});

story(
  "protect from a transformation forbids in the run that adds it, --ignore-protect or not, and only a deletion obeys that option",
  async (stage) => {
    const { simulator } = stage;
    const program = (args: string, before = protecting) => `${before}
      ${declaring(web(args)).replace("new rimuhosting.Vps", "const web = new rimuhosting.Vps")}
      new rimuhosting.ReverseDns("web", { vps: web, name: "web.example.com" });`;
    const protecting = `import * as pulumi from "@pulumi/pulumi";
      pulumi.runtime.registerStackTransformation(({ props, opts, type }) =>
        type === "pulumi-nodejs:rimuhosting:Vps" ? { props, opts: { ...opts, protect: true } } : undefined);`;
    const stack = await stage.newStack({ program: program(inDallas, "") });
    (await stack.up()).expectOk();
    const ignoring = { args: ["--ignore-protect"] };
    for (const args of [inLondon, inDallas.replace("deb13", "deb12")]) {
      stack.project.write(program(args));
      expect((await stack.preview()).expectFailure().text).toContain("but the resource is protected");
      expect((await stack.up(ignoring)).expectFailure().text).toContain("but the resource is protected");
    }
    stack.project.write(program(inDallas));
    (await stack.up()).expectOk();
    // Nothing stops a destroy without a preview before it reaches the server.
    expect((await stack.destroy()).expectFailure().text).toContain("because it is protected");
    expect(stack.state().some(({ type }) => type.endsWith(":ReverseDns"))).toBe(false);
    expect((await stack.up()).expectOk().text).toContain("ReverseDns web created");
    expect([simulator.journal.calls("reinstall"), counts(simulator).cancelled]).toEqual([[], 0]);
    (await stack.destroy(ignoring)).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 1 });
  },
);
