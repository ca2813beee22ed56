import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { story } from "./harness/story";

const web = (name: string, args = "") =>
  `export const ${name} = new rimuhosting.Vps("${name}", { domainName: "${name}.example.com", ${args} });`;
const program = (...declarations: string[]) =>
  ['import * as rimuhosting from "pulumi-rimuhosting";', ...declarations].join("\n");

story(
  "a refresh brings every kind of drift into the state, and the next preview says it in the program's terms",
  async (stage) => {
    const { simulator } = stage;
    const { world } = simulator;
    const stack = await stage.newStack({
      program: program(
        web("sized", "memoryMb: 2048, diskSpaceMb: 20480,"),
        web("stopped", 'runningState: "RUNNING",'),
        web("imaged", 'distro: "deb12.64",'),
        web("moved", 'hostServerOid: "1317",'),
        web("relocated", 'dcLocation: "DCDALLAS",'),
        web("ending"),
        web("suspended"),
        web("free"),
        web("gone"),
      ),
    });
    (await stack.up()).expectOk();
    simulator.journal.clear();
    (await stack.refresh({ args: ["--expect-no-changes"] })).expectOk();
    expect(simulator.journal.calls("list-orders")).toHaveLength(1);
    expect(simulator.journal.calls("get-order")).toEqual([]);
    const oidOf = (name: string) => Number(stack.findInState(name)?.id);

    world.resizeOutside(oidOf("sized"), { memoryMb: 1024 });
    world.stopOutside(oidOf("stopped"));
    world.reinstallOutside(oidOf("imaged"), { distro: "ubuntu2404.64" });
    world.moveOutside(oidOf("moved"), { hostServerOid: "1318" });
    const elsewhere = world.hosts.find(({ locationCode }) => locationCode === "DCLONDON")?.hostServerOid ?? "";
    world.moveOutside(oidOf("relocated"), { hostServerOid: elsewhere });
    world.cancelAtPeriodEndOutside(oidOf("ending"));
    world.suspendOutside(oidOf("suspended"));
    world.resizeOutside(oidOf("free"), { memoryMb: 8192 });
    world.stopOutside(oidOf("free"));
    world.cancelOutside(oidOf("gone"));
    simulator.journal.clear();

    const refreshed = (await stack.refresh()).expectOk();
    expect(refreshed.text).toContain("is due to be cancelled at");
    expect(refreshed.text).toContain("has been suspended since");
    expect(refreshed.text).toContain(
      'is in DCLONDON now, but the program says dcLocation: "DCDALLAS".\n    Leave dcLocation out of the program: changing it would replace the server',
    );
    expect(refreshed.text).toMatch(/~ 7 updated\s+- 1 deleted\s+8 changes. 11 unchanged/);
    expect(stack.findInState("gone")).toBeUndefined();
    expect(simulator.journal.calls("list-orders")).toHaveLength(1);
    // What a list would change in the state is read singly.
    const read = simulator.journal.calls("get-order").map(({ orderOid }) => orderOid);
    expect(read.toSorted()).toEqual(
      world
        .orders()
        .map(({ orderOid }) => orderOid)
        .toSorted(),
    );
    expect(stack.findInState("sized")).toMatchObject({
      inputs: { memoryMb: 1024, diskSpaceMb: 20_480 },
      outputs: { memoryMb: 1024 },
    });
    expect(stack.findInState("relocated")?.outputs).toMatchObject({ location: { dataCenterLocationCode: "DCLONDON" } });
    expect(stack.findInState("ending")?.outputs).toHaveProperty("cancellationDate");
    expect(stack.findInState("suspended")?.outputs).toHaveProperty("suspendedDate");
    expect(stack.findInState("free")).toMatchObject({
      outputs: { memoryMb: 8192, observedRunningState: "NOTRUNNING" },
    });
    expect(Object.keys(stack.findInState("free")?.inputs ?? {}).filter((name) => !name.startsWith("__"))).toEqual([
      "domainName",
    ]);

    const previewed = (await stack.preview({ args: ["--diff"] })).expectOk();
    const servers = Object.entries(previewed.operations).filter(([name]) => !name.endsWith(" key"));
    expect(Object.fromEntries(servers)).toEqual({
      sized: "update",
      stopped: "update",
      imaged: "update",
      moved: "update",
      relocated: "same",
      ending: "same",
      suspended: "same",
      free: "same",
      gone: "create",
    });
    expect(previewed.text).toMatch(/ending: due to be cancelled on \d{4}-\d\d-\d\d, with its data/);
    expect(previewed.text).toMatch(/memoryMb\s*:\s*1024 => 2048/);
    expect(previewed.text).toMatch(/runningState\s*:\s*"NOTRUNNING" => "RUNNING"/);
    expect(previewed.text).toMatch(/distro\s*:\s*"ubuntu2404.64" => "deb12.64"/);
    expect(previewed.text).toMatch(
      /The server runs ubuntu2404\.64, changed outside this program; the program says deb12\.64\.\s+This run reinstalls order/,
    );
    expect(previewed.text).toMatch(/hostServerOid\s*:\s*"1318" => "1317"/);
  },
);

story(
  "a nightly job sees drift and nothing else, also where lists leave the tags out, and never takes a refused key for gone",
  async (stage) => {
    const { simulator } = stage;
    simulator.variants.tagsInLists = "missing";
    const stack = await stage.newStack({
      program: program(web("web", 'memoryMb: 2048, metaData: { role: "web" },')),
    });
    (await stack.up()).expectOk();
    const nightly = ["--refresh", "--expect-no-changes"];
    (await stack.preview({ args: nightly })).expectOk();
    expect((await stack.up({ args: ["--refresh"] })).expectOk().operations).toMatchObject({ web: "same" });

    const { orderOid = 0 } = simulator.world.activeOrders()[0] ?? {};
    simulator.world.resizeOutside(orderOid, { memoryMb: 1024 });
    (await stack.preview({ args: nightly })).expectFailure();
    (await stack.up({ args: ["--refresh"] })).expectOk();
    expect(simulator.world.order(orderOid).sizes.memoryMb).toBe(2048);
    (await stack.preview({ args: nightly })).expectOk();

    simulator.faults.add({ call: "list-orders", how: { status: 403, errorClass: "PermissionException" } });
    const refused = (await stack.refresh()).expectFailure();
    expect(refused.text).toContain("--run-program");
    expect(stack.findInState("web")?.id).toBe(String(orderOid));

    simulator.faults.add({
      call: "list-orders",
      how: { json: { get_orders_response: { response_type: "OK", about_orders: [] } } },
    });
    simulator.faults.add({ call: "get-order", how: { status: 404 } });
    (await stack.refresh()).expectFailure();
    expect(stack.findInState("web")?.id).toBe(String(orderOid));
    (await stack.preview({ args: nightly })).expectOk();
    expect(simulator.journal.calls("new-vps")).toHaveLength(1);
  },
);

const dataDirectory = mkdtempSync(join(tmpdir(), "rotated-key-"));
afterAll(() => rmSync(dataDirectory, { recursive: true }));
