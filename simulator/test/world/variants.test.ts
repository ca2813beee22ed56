import { type ManualClock, manualClock, type Simulator, startSimulator } from "../../src/index";
import { type Client, clientOf, type Json, orderPath } from "../raw-client";

let sim: Simulator;
let client: Client;
let oid: number;
let clock: ManualClock;

const minuteMs = 60_000;

beforeEach(async () => {
  clock = manualClock();
  sim = await startSimulator({ clock });
  client = clientOf(sim);
  oid = (
    await client.buy({
      instantiation_options: { password: "first10" },
      meta_data: [{ key_name: "k", value: "long-value" }],
    })
  ).about_order.order_oid;
});
afterEach(() => sim.close());

test.each([
  ["exact", [{ key_name: "k", value: "long-value" }]],
  ["missing", []],
] as const)("tags in lists: %s", async (tagsInLists, tags) => {
  sim.variants.tagsInLists = tagsInLists;
  expect((await client.send("GET", "/r/orders")).fields.about_orders[0].meta_data).toEqual(tags);
  expect((await client.send("GET", orderPath(oid))).fields.about_order.meta_data).toHaveLength(1);
});

test.each([
  ["exact", [1, 0, 0]],
  ["partial", [1, 1, 0]],
  ["ignored", [1, 1, 1]],
] as const)("a tag search that is %s", async (metaSearch, counts) => {
  sim.variants.metaSearch = metaSearch;
  for (const [index, search] of ["k:long-value", "k:long", "other:x"].entries()) {
    expect((await client.send("GET", `/r/orders;meta_search=${search}`)).fields.about_orders).toHaveLength(
      counts[index] ?? 0,
    );
  }
});

test.each([
  ["keep", ["long-value"]],
  ["replace", ["new"]],
  ["drop", []],
] as const)("tags at a reinstall: %s", async (reinstallTags, values) => {
  sim.variants.reinstallTags = reinstallTags;
  await client.send("PUT", orderPath(oid, "/vps/reinstall"), { x: { meta_data: [{ key_name: "k", value: "new" }] } });
  expect(sim.world.order(oid).metaData.map((tag) => tag.value)).toEqual(values);
});

test.each([
  [true, "RUNNING"],
  [false, "NOTRUNNING"],
])("a resize starts a stopped VPS: %s", async (resizeStartsStopped, state) => {
  sim.variants.resizeStartsStopped = resizeStartsStopped;
  sim.world.stopOutside(oid);
  await client.send("PUT", orderPath(oid, "/vps/parameters"), { x: { memory_mb: 4096 } });
  expect(sim.world.order(oid).runningState).toBe(state);
});

async function listed(filter = ""): Promise<Json[]> {
  return (await client.send("GET", `/r/orders${filter}`)).fields.about_orders;
}

const numbersListed = async (filter?: string): Promise<number[]> => (await listed(filter)).map((one) => one.order_oid);

test("a list that lags shows neither new orders nor new cancellations, with whatever filter; a single read does", async () => {
  clock.advance(10 * minuteMs);
  sim.variants.listLagMs = 2 * minuteMs;
  const late = sim.world.placeOrder({ domainName: "late.example.com" }).orderOid;
  sim.world.cancelOutside(oid);
  for (const filter of ["", ";include_inactive=N", `;order_oids=${oid},${late}`]) {
    const orders = await listed(filter);
    expect(orders.map((one) => one.order_oid)).toEqual([oid]);
    expect(orders[0]).toMatchObject({ running_state: "RUNNING", billing_info: { cancellation_date: null } });
  }
  expect((await client.send("GET", orderPath(late))).fields.about_order.order_oid).toBe(late);
  clock.advance(2 * minuteMs);
  expect(await numbersListed()).toEqual([oid, late]);
  expect(await numbersListed(";include_inactive=N")).toEqual([late]);
});

test("a list that lags shows the image, the sizes and the state that an order had", async () => {
  clock.advance(10 * minuteMs);
  const before = await listed();
  clock.advance(minuteMs);
  sim.variants.listLagMs = minuteMs;
  sim.world.reinstallOutside(oid, { distro: "deb12.64" });
  sim.world.resizeOutside(oid, { memoryMb: 4096 });
  sim.world.stopOutside(oid);
  expect(await listed()).toEqual(before);
  clock.advance(minuteMs);
  expect(await listed()).toMatchObject([
    { distro: "deb12.64", vps_parameters: { memory_mb: 4096 }, running_state: "NOTRUNNING" },
  ]);
});

test("a list that is cut off shows the oldest of the orders that match", async () => {
  sim.variants.listLimit = 1;
  const tagged = sim.world.placeOrder({ domainName: "b.example.com", metaData: [{ keyName: "own", value: "1" }] });
  expect(await numbersListed()).toEqual([oid]);
  expect(await numbersListed(";meta_search=own:1")).toEqual([tagged.orderOid]);
});

test("a server may be installed only after the answer to its purchase, and has no address until then", async () => {
  sim.variants.installLagMs = 5 * minuteMs;
  const { about_order: order } = await client.buy({});
  expect(order).toMatchObject({ deployed_state: "DEPLOYING", running_state: "NOTRUNNING" });
  expect(order.allocated_ips).toEqual({ primary_ip: null, secondary_ips: [] });
  clock.advance(5 * minuteMs);
  const { fields } = await client.send("GET", orderPath(order.order_oid));
  expect(fields.about_order).toMatchObject({ deployed_state: "DEPLOYED", running_state: "RUNNING" });
  expect(fields.about_order.allocated_ips.primary_ip).toBe(sim.world.order(order.order_oid).primaryIp);
});
