import { counts, declaring, orderOf, quickStory, web } from "./harness/servers";
import type { Stack } from "./harness/stack";

/** The address of the only server in a state. */
const urnOf = (stack: Stack): string => stack.findInState("web")?.urn ?? "";

const inDallas = 'distro: "deb13.64", dcLocation: "DCDALLAS"';
const inLondon = 'distro: "deb13.64", dcLocation: "DCLONDON"';

quickStory(
  "protect that comes with a replacement forbids it, whether a change, an option of the CLI or a taint asks for it",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web(inDallas)) });
    (await stack.up()).expectOk();

    stack.project.write(declaring(web(inLondon, "protect: true")));
    for (const run of [() => stack.preview(), () => stack.up()]) {
      const { text } = (await run()).expectFailure();
      expect(text).toContain("dcLocation (DCDALLAS → DCLONDON) changed, which replaces the server");
      expect(text).toContain(`order ${orderOf(stack)} (web.example.com`);
      expect(text).not.toContain("will be cancelled: all its data");
    }
    stack.project.write(declaring(web(inDallas, "protect: true")));
    const forced = (await stack.up({ args: ["--replace", urnOf(stack)] })).expectFailure();
    expect(forced.text).toContain("This run replaces the server although no argument of it has changed");
    (await stack.run(["state", "taint", "--yes", urnOf(stack), "--stack", stack.name])).expectOk();
    expect((await stack.up()).expectFailure().text).toContain("the resource is protected");
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
  },
);

quickStory("a replacement that no argument asks for says what it costs, in the preview and in the up", async (told) => {
  const stack = await told.newStack({ program: declaring(web(inDallas)) });
  (await stack.up()).expectOk();
  const old = orderOf(stack);
  const args = ["--replace", urnOf(stack)];
  expect((await stack.preview({ args })).expectOk().text).toMatch(
    new RegExp(`warning: This run replaces the server .*order ${old} .*all its data and its IP will be lost`),
  );
  const { text } = (await stack.up({ args })).expectOk();
  expect(text).toContain(`order ${old} (web.example.com) is cancelled: all its data and its IP are lost`);
  expect(text).not.toContain("will be");
  stack.project.write(declaring(web(inLondon)));
  const changed = (await stack.up()).expectOk().text;
  expect(changed).toContain("dcLocation");
  expect(changed).not.toContain("This run replaces the server");
});

quickStory(
  "a reinstall for what the program sets for the first time respects protect and forbid in the preview",
  async (told) => {
    const server = (args: string, options = "") => declaring(web(`distro: "deb12.64", ${args}`, options));
    const stack = await told.newStack({ program: server("") });
    (await stack.up()).expectOk();
    for (const [args, options] of [
      ['controlPanel: "webmin"', "protect: true"],
      ['controlPanel: "webmin", onImageChange: "forbid"', ""],
      ['cloudConfigData: "#cloud-config", reinstallOnFirstBootChange: true', "protect: true"],
    ] as const) {
      stack.project.write(server(args, options));
      for (const run of [await stack.preview(), await stack.up()])
        expect(run.expectFailure().text).toMatch(/error: order .* was not changed: .* changed, .*the old value, or/);
    }
    stack.project.write(server('controlPanel: "webmin"'));
    expect((await stack.preview()).expectOk().text).toContain("ALL DATA ON IT WILL BE LOST");
    expect(told.simulator.journal.calls("reinstall")).toEqual([]);
  },
);

const reading = "with an id (Vps.get, or the option id)";

/** The stack's other server, and a program that reads the order `id` where the state holds `web`. */
const readInstead = (id: unknown): readonly string[] => [
  `rimuhosting.Vps.get("web", "${id}", { protect: true });`,
  `new rimuhosting.Vps("web", { domainName: "web.example.com" }, { id: "${id}" });`,
  `rimuhosting.Vps.get("shared", "${id}", { aliases: [{ name: "web" }] });`,
];

quickStory("an order is not read under the name of a managed server, which Pulumi would cancel", async (told) => {
  const stack = await told.newStack({ program: declaring(web(undefined, "protect: true"), { name: "app" }) });
  (await stack.up()).expectOk();
  const [old, urn] = [orderOf(stack), urnOf(stack)];

  const [get = "", ...others] = readInstead(orderOf(stack, "app"));
  const targeted = { args: ["--target", "**::app"] };
  const runs = [
    stack.preview.bind(stack),
    stack.up.bind(stack),
    () => stack.preview(targeted),
    () => stack.up(targeted),
  ];
  const expectRefused = async (line: string, run: (typeof runs)[number]): Promise<string> => {
    stack.project.write(`${declaring({ name: "app" })}\n${line}`);
    const { text } = (await run()).expectFailure();
    expect(text).toContain(`the saved state holds order ${old} (web.example.com)`);
    expect(text).toContain(reading);
    expect(text).toContain(`pulumi state delete '${urn}'`);
    expect(text).not.toMatch(/\n\s+at /);
    return text;
  };
  for (const run of runs)
    expect(await expectRefused(get, run)).toContain(`would cancel order ${old}, and all its data would be lost`);
  for (const line of others) await expectRefused(line, stack.up.bind(stack));
  const [itself = ""] = readInstead(old);
  expect(await expectRefused(itself, stack.up.bind(stack))).toContain("would stop managing order");
  expect(orderOf(stack)).toBe(old);
  expect(counts(told.simulator)).toEqual({ bought: 2, cancelled: 0 });

  stack.project.write(`${declaring({ name: "app" })}\n${itself}`);
  (await stack.run(["state", "delete", "--yes", "--force", urn, "--stack", stack.name])).expectOk();
  (await stack.up()).expectOk();
  (await stack.up()).expectOk();
  expect(counts(told.simulator)).toEqual({ bought: 2, cancelled: 0 });
});
