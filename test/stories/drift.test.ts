import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { story } from "./harness/story";

const web = (name: string, args = "") =>
  `export const ${name} = new rimuhosting.Vps("${name}", { domainName: "${name}.example.com", ${args} });`;
const program = (...declarations: string[]) =>
  ['import * as rimuhosting from "pulumi-rimuhosting";', ...declarations].join("\n");

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
