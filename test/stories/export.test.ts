import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { calledIn } from "./harness/command-line";
import { changingCalls, orderOf } from "./harness/servers";
import { story } from "./harness/story";

const dayMs = 86_400_000;

const names = [
  ..."www.example.com mail.example.com db.example.com twice.example.com twice.example.com".split(" "),
  ..."UPPER.example.com dot.example.com. bücher.example xn--bcher-kva.example".split(" "),
  ...["web_1", "server 2", "localhost", "9lives.example.com"],
  `${"long".repeat(15)}.example.com`,
];

/** Twenty orders made by other means: VPSs of every kind, dedicated servers, one that ends, one that is cancelled. */
const mixed = [
  ...names.map((domainName, index) => ({ orderOid: 2_853_299_700 + index, domainName })),
  { orderOid: 101, domainName: "stopped.example.com", runningState: "NOTRUNNING" as const, distro: "lenny" },
  {
    orderOid: 102,
    domainName: "ends.example.com",
    locationCode: "DCFRANKFURT",
    cancellationAtMs: Date.now() + 20 * dayMs,
  },
  {
    orderOid: 103,
    domainName: "disks.example.com",
    sizes: { memoryMb: 3000, diskSpaceMb: 30_000, diskSpace2Mb: 4096, diskSpace3Mb: 0 },
    metaData: [{ keyName: "role", value: "archive" }],
    secondaryIps: ["198.18.0.201"],
  },
  { orderOid: 104, domainName: "metal.example.com", serverType: "PHYSICAL" as const },
  { orderOid: 105, domainName: "metal.example.com", serverType: "PHYSICAL" as const },
  {
    orderOid: 106,
    domainName: "gone.example.com",
    runningState: "NOTRUNNING" as const,
    cancellationAtMs: Date.now() - dayMs,
  },
];

story(
  "an account of 20 mixed orders is exported and adopted: nothing is bought or changed, and all is in the state",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: "" });
    const { directory } = stack.project;
    const exported = await calledIn(stage, directory, ["export", "--out", "exported.ts"]);
    expect(exported).toMatchObject({ code: 0, stdout: "Written to exported.ts.\n" });
    const program = readFileSync(join(directory, "exported.ts"), "utf8");
    rmSync(join(directory, "exported.ts"));
    stack.project.write(program);

    const before = simulator.world.orders();
    const desired = before.filter(({ orderOid }) => ![104, 105, 106].includes(orderOid));
    const adopted = (await stack.up()).expectOk().text.matchAll(/adopted order (\d+) .*; nothing was bought/g);
    expect(new Set(Array.from(adopted, ([, oid]) => Number(oid)))).toEqual(
      new Set(desired.map(({ orderOid }) => orderOid)),
    );
    const held = stack.state().filter(({ type }) => type.endsWith(":Vps"));
    expect(held.map(({ id }) => Number(id)).sort()).toEqual(desired.map(({ orderOid }) => orderOid).sort());

    // Of these, a refresh always shows the one that ends: it warns until that is settled.
    const refreshed = (await stack.refresh()).expectOk();
    const updated = refreshed.text.matchAll(/Vps (\S+) updated/g);
    expect(new Set(Array.from(updated, ([, name]) => name))).toEqual(new Set(["ends-example-com"]));
    stack.project.write(program.replace(/import: "\d+", /g, ""));
    (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();
    expect(changingCalls.flatMap((call) => simulator.journal.calls(call))).toEqual([]);
    expect(simulator.world.orders()).toEqual(before);
  },
  { simulator: { seed: { orders: mixed } } },
);

story("the command line reads the stack it stands in: its key, its orders, what its state has lost", async (stage) => {
  const { simulator } = stage;
  const stack = await stage.newStack({
    program: `
      import * as rimuhosting from "pulumi-rimuhosting";
      for (const name of ["web", "db"]) new rimuhosting.Vps(name, { domainName: name + ".example.com" });
    `,
  });
  const { directory } = stack.project;
  (await stack.run(["stack", "select", stack.name])).expectOk();
  await stack.setConfig("rimuhosting:apiKey", "12345", { isSecret: true });
  (await stack.up()).expectOk();
  const asks = (...args: string[]) => calledIn(stage, directory, args, { RIMUHOSTING_APIKEY: "" });

  const orders = await asks("orders");
  expect(orders).toMatchObject({ code: 0, stderr: "" });
  expect(orders.stdout).toMatch(/web\.example\.com .* shop\/dev\/web\n/);
  expect(orders.stdout).toContain("2 bought by a stack, 0 by other means");
  expect(await asks("strays")).toMatchObject({ code: 0 });

  const urn = stack.findInState("db")?.urn ?? "";
  (await stack.deleteFromState(urn)).expectOk();
  const strays = await asks("strays");
  expect(strays.code).toBe(3);
  expect(strays.stdout).toMatch(/db\.example\.com +shop\/dev\/db /);
  expect(strays.stdout).not.toContain("web.example.com");

  const doctor = await asks("doctor", "--verbose", "--stack", stack.name);
  expect(doctor).toMatchObject({ code: 0, stderr: "" });
  expect(doctor.stdout).toContain('set, from stack config "rimuhosting:apiKey"');
  expect(doctor.stdout).not.toMatch(/12345|example\.com/);
  expect(simulator.world.activeOrders().map(({ orderOid }) => orderOid)).toContain(orderOf(stack));
});
