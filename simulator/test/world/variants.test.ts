import { type Simulator, startSimulator, type Variants } from "../../src/index";
import { type Client, clientOf, type Json, orderPath } from "../raw-client";

let sim: Simulator;
let client: Client;
let oid: number;

beforeEach(async () => {
  sim = await startSimulator();
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
  ["kept", true],
  ["generated", false],
] as const)("the password after a reinstall without one: %s", async (reinstallPassword, isSame) => {
  sim.variants.reinstallPassword = reinstallPassword;
  await client.send("PUT", orderPath(oid, "/vps/reinstall"), { x: {} });
  expect(sim.world.rootPassword(oid) === "first10").toBe(isSame);
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
