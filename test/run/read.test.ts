import { tagNames } from "../../provider/purchase/tags";
import { createServer } from "../../provider/run/create";
import { readServer } from "../../provider/run/read";
import { recordedFrom } from "../../provider/server/server";
import {
  announcedUpdate,
  clock,
  desiredOf,
  newContext,
  simulator,
  type TestContext,
} from "../server/support/simulated-service";

let context: TestContext;
beforeEach(() => {
  context = newContext();
});

const calls = () => simulator.journal.entries.map(({ call }) => call);

const servers = async (count: number) => {
  const made = await Promise.all(Array.from({ length: count }, (_, n) => createServer(context, desiredOf(`web-${n}`))));
  simulator.journal.clear();
  // A refresh is a separate run.
  context = newContext();
  return made;
};

test("consecutive reads share one list, and a minute later there is a new one", async () => {
  simulator.world.placeOrder({ domainName: "untagged.example.com" });
  const made = await servers(3);
  for (const { id, outputs } of made) await readServer(context, id, outputs);
  expect(calls()).toEqual(["list-orders"]);
  clock.advance(61_000);
  for (const { id, outputs } of made) await readServer(context, id, outputs);
  expect(calls()).toEqual(["list-orders", "list-orders"]);
});

test("a refresh returns the inputs as they were, hidden ones included: the next run then saves nothing again", async () => {
  const hidden = { __isProtected: true, __isRetained: true, __timeouts: { createMs: 60_000 } };
  const { __keyPassword: _, __saved: __, ...inputs } = { ...desiredOf("web", { memoryMb: 1024 }), ...hidden };
  const { id, outputs } = await createServer(context, { ...desiredOf("web", { memoryMb: 1024 }), ...hidden });
  expect((await readServer(newContext(), id, outputs))?.inputs).toEqual(inputs);
});

test("a failed list is not reused", async () => {
  const [one, two] = await servers(2);
  simulator.faults.add({ call: "list-orders", how: { status: 403 } });
  await expect(readServer(context, one?.id ?? "", one?.outputs ?? recordedFrom({}))).rejects.toThrow("403");
  expect((await readServer(context, two?.id ?? "", two?.outputs ?? recordedFrom({})))?.id).toBe(two?.id);
});

test("what the list omits about an order is read separately, and nothing is lost", async () => {
  const [made] = await servers(1);
  const order = { order_oid: Number(made?.id), domain_name: "web-0.example.com", running_state: "RUNNING" };
  const json = { get_orders_response: { response_type: "OK", about_orders: [order] } };
  simulator.faults.add({ call: "list-orders", how: { json } });
  const seen = await readServer(context, made?.id ?? "", made?.outputs ?? recordedFrom({}));
  expect(seen?.outputs).toEqual(made?.outputs);
  expect(calls()).toEqual(["list-orders", "get-order"]);
});

describe("a list that is behind", () => {
  /** Answers every list with what this one says. */
  const listAlways = (json: unknown) => simulator.faults.add({ call: "list-orders", how: { json }, times: 100 });
  const listedNow = async (): Promise<unknown> => {
    const url = `${simulator.url}/r/orders;include_inactive=N`;
    const headers = { Authorization: "rimuhosting apikey=12345", Accept: "application/json" };
    return (await fetch(url, { headers })).json();
  };

  test("puts no older image, size or state into the state: what differs in it is read by itself", async () => {
    const [made] = await servers(1);
    const orderOid = Number(made?.id);
    const stale = await listedNow();
    simulator.world.reinstallOutside(orderOid, { distro: "deb12.64" });
    simulator.world.resizeOutside(orderOid, { memoryMb: 4096 });
    const current = await readServer(newContext(), made?.id ?? "", made?.outputs ?? recordedFrom({}));
    expect(current?.outputs).toMatchObject({ distro: "deb12.64", memoryMb: 4096 });
    listAlways(stale);
    expect(await readServer(newContext(), made?.id ?? "", current?.outputs ?? recordedFrom({}))).toEqual(current);
  });

  test.each([
    ["is named while it is billed", "web", "exact", false],
    ["of another name is named where lists show no tags", "old", "missing", false],
    ["is not named once it is cancelled", "web", "exact", true],
  ] as const)("another order with the server's key %s", async (_, name, tagsInLists, isCancelled) => {
    simulator.variants.tagsInLists = tagsInLists;
    const { id, outputs } = await createServer(context, desiredOf("web"));
    const metaData = [{ keyName: tagNames.key, value: outputs.__key ?? "" }];
    const other = simulator.world.placeOrder({ domainName: `${name}.example.com`, metaData });
    simulator.variants.listLagMs = 60_000;
    clock.advance(61_000);
    if (isCancelled) simulator.world.cancelOutside(other.orderOid);
    const later = newContext();
    await readServer(later, id, outputs);
    expect(later.warnings.join().includes(`order ${other.orderOid} (`)).toBe(!isCancelled);
  });
});

test("a server that the list shows otherwise costs one further reading, and the others none", async () => {
  const made = await servers(3);
  simulator.world.resizeOutside(Number(made[1]?.id), { memoryMb: 4096 });
  const seen = [];
  for (const { id, outputs } of made) seen.push((await readServer(context, id, outputs))?.outputs.memoryMb);
  expect([seen[1], calls()]).toEqual([4096, ["list-orders", "get-order"]]);
});

const placed = () => simulator.world.placeOrder({ domainName: "web.example.com" }).orderOid;
const importing = (orderOid: number, args: Parameters<typeof desiredOf>[1] = {}) => ({
  ...desiredOf("web", args),
  __import: String(orderOid),
});

test("a failed import leaves the order free for the next attempt of the same run", async () => {
  const orderOid = placed();
  await expect(createServer(context, importing(orderOid, { memoryMb: 8192 }))).rejects.toThrow(": not adopted: ");
  expect((await createServer(context, importing(orderOid))).id).toBe(String(orderOid));
});

test("the declared key counts after an import, through an update and a refresh, whatever key is among the tags", async () => {
  const { id: boughtId } = await createServer(context, { ...desiredOf("old"), domainName: "web.example.com" });
  const desired = importing(Number(boughtId));
  const { id, outputs } = await createServer(newContext(), desired);
  const updated = await announcedUpdate(newContext(), id, outputs, { ...desired, memoryMb: 2048 });
  const seen = await readServer(newContext(), id, updated);
  expect([outputs, updated, seen?.outputs].map((state) => state?.__key)).toEqual(Array(3).fill(desired.__key));
});

test("an update that saves another key names what was bought under it, and a failed look undoes nothing", async () => {
  const desired = { ...desiredOf("web"), __key: "former key" };
  const { id, outputs } = await createServer(newContext(), desired);
  const { __key } = desiredOf("web");
  const other = simulator.world.placeOrder({
    domainName: "other.example.com",
    metaData: [{ keyName: tagNames.key, value: __key }],
  }).orderOid;
  const changed = { ...desired, __key, memoryMb: 2048 };
  context = newContext();
  expect(await announcedUpdate(context, id, outputs, changed)).toMatchObject({ __key, memoryMb: 2048 });
  expect(context.warnings).toEqual([expect.stringContaining(`also active and billed: order ${other}`)]);
  simulator.faults.add({ call: "list-orders", how: { status: 403 } });
  const again = { ...changed, __key: "a third key" };
  expect(await announcedUpdate(newContext(), id, outputs, again)).toMatchObject({ __key: "a third key" });
});

test("a purchase that never turned up is not repeated if the program imports an order instead", async () => {
  const orderOid = placed();
  const pending = recordedFrom({ domainName: "web.example.com", __attempt: "lost", __sentAt: "2001-01-01T00:00:00Z" });
  expect(await announcedUpdate(context, "pending-lost", pending, importing(orderOid))).toMatchObject({ orderOid });
  expect(simulator.journal.calls("new-vps")).toEqual([]);
});
