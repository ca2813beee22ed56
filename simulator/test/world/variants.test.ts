import { type ManualClock, manualClock, type Simulator, startSimulator, type Variants } from "../../src/index";
import { type Client, clientOf, type Json, orderPath } from "../raw-client";

let sim: Simulator;
let client: Client;
let oid: number;
let clock: ManualClock;

const atMs = Date.parse("2026-01-15T12:00:00Z");
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

test.each<[Variants["unknownOrder"], number, Json]>([
  [404, 404, "ERROR"],
  [403, 403, "ERROR"],
  [400, 400, "ERROR"],
  [500, 500, "ERROR"],
  ["ok-empty", 200, "OK"],
])("an unknown order is answered with %s", async (unknownOrder, status, responseType) => {
  sim.variants.unknownOrder = unknownOrder;
  const answer = await client.send("GET", orderPath(2_999_999_999));
  expect(answer.status).toBe(status);
  expect(answer.fields.response_type).toBe(responseType);
});

test.each([
  ["ok", 200],
  ["error", 400],
] as const)("a second delete: %s", async (secondDelete, status) => {
  sim.variants.secondDelete = secondDelete;
  await client.send("DELETE", orderPath(oid, "/vps"));
  const charged = sim.world.charged();
  expect((await client.send("DELETE", orderPath(oid, "/vps"))).status).toBe(status);
  expect(sim.world.charged()).toBe(charged);
});

test.each([
  ["refused", 20_480],
  ["allowed", 10_240],
] as const)("a disk made smaller: %s", async (diskShrink, diskSpaceMb) => {
  sim.variants.diskShrink = diskShrink;
  const { status } = await client.send("PUT", orderPath(oid, "/vps/parameters"), { x: { disk_space_mb: 10_240 } });
  expect(status).toBe(200);
  expect(sim.world.order(oid).sizes.diskSpaceMb).toBe(diskSpaceMb);
});

test.each([
  ["changed", false],
  ["kept", true],
] as const)("the address after a move: %s", async (moveAddress, isSame) => {
  sim.variants.moveAddress = moveAddress;
  const before = sim.world.order(oid).primaryIp;
  const { fields } = await client.send("PUT", orderPath(oid, "/vps/host-server"), { x: {} });
  expect(fields.about_order.host_server_oid).not.toBe("1317");
  expect(fields.about_order.allocated_ips.primary_ip === before).toBe(isSame);
  expect(fields.move_messages.join(" ").includes("IP address changed")).toBe(!isSame);
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

test.each([
  ["upper-case", "RUNNING"],
  ["absent", undefined],
] as const)("orders show their running state as %s", async (form, shown) => {
  sim.variants.runningStateForm = form;
  const single = (await client.send("GET", orderPath(oid))).fields.about_order;
  for (const order of [(await listed())[0], single]) expect(order.running_state).toBe(shown);
});

test.each([
  ["object", { ms_since_epoch: atMs, iso_format: "2026-01-15T12:00:00Z" }],
  ["iso", "2026-01-15T12:00:00Z"],
] as const)("orders show their dates as %s", async (form, shown) => {
  sim.variants.dateForm = form;
  const { about_order: order } = (await client.send("GET", orderPath(oid))).fields;
  if (form === "object") expect(order.billing_info.order_date).toMatchObject(shown as object);
  else expect(order.billing_info.order_date).toBe(shown);
  expect(order.billing_info.suspended_date).toBeNull();
});
