import { type Fault, type Moment, type Simulator, startSimulator } from "../../src/index";
import { type Client, clientOf, orderPath } from "../raw-client";

let sim: Simulator;
let client: Client;
let oid: number;

beforeEach(async () => {
  sim = await startSimulator();
  client = clientOf(sim);
  oid = sim.world.placeOrder({
    domainName: "web.example.com",
    sizes: { memoryMb: 2048, diskSpaceMb: 20_480 },
  }).orderOid;
});
afterEach(() => sim.close());

test("a fault lets the first requests pass, strikes as often as planned, and is then used up", async () => {
  sim.faults.add({ call: "get-order", after: 1, times: 2, how: { status: 500 } });
  const statuses = [];
  for (let count = 0; count < 4; count++) statuses.push((await client.send("GET", orderPath(oid))).status);
  expect(statuses).toEqual([200, 500, 500, 200]);
});

test("a fault for one order spares the others", async () => {
  const other = sim.world.placeOrder({ domainName: "other.example.com" }).orderOid;
  sim.faults.add({ call: "*", orderOid: other, how: { status: 500 } });
  expect((await client.send("GET", orderPath(oid))).status).toBe(200);
  expect((await client.send("GET", orderPath(other, "/vps"))).status).toBe(500);
});

test("a fault that never struck is reported as unused", async () => {
  sim.faults.add({ call: "ptr", how: "reset" });
  await client.send("GET", orderPath(oid));
  expect(sim.faults.unused()).toMatchObject([{ call: "ptr", how: "reset", times: 1 }]);
  sim.faults.clear();
  expect(sim.faults.unused()).toEqual([]);
});

test.each<[Fault]>([
  [{ call: "get-order", how: "no-capacity" }],
  [{ call: "reinstall", how: "not-changed" }],
  [{ call: "new-vps", how: { aboutOrder: 1 }, moment: "during-work" }],
])("a fault without any effect is not accepted: %j", (fault) => {
  expect(() => sim.faults.add(fault)).toThrow();
});

test("a slow answer is still a valid answer", async () => {
  sim.faults.add({ call: "get-order", how: { delayMs: 5 } });
  expect((await client.send("GET", orderPath(oid))).status).toBe(200);
});

test("without room a purchase is refused in an envelope, a resize by saying that nothing was changed", async () => {
  sim.faults.add(
    { call: "new-vps", how: "no-capacity" },
    { call: "parameters", how: "no-capacity" },
    { call: "host-server", how: "no-capacity" },
  );
  const bought = await client.send("POST", "/r/orders/new-vps", {
    x: { instantiation_options: { domain_name: "b.example.com" } },
  });
  expect(bought).toMatchObject({ status: 400, fields: { error_info: { error_class: "NoCapacityException" } } });
  const resized = await client.send("PUT", orderPath(oid, "/vps/parameters"), { x: { memory_mb: 4096 } });
  expect(resized).toMatchObject({ status: 200, fields: { resource_change_result: { were_resources_changed: false } } });
  const moved = await client.send("PUT", orderPath(oid, "/vps/host-server"), { x: {} });
  expect(moved.status).toBe(400);
  expect(sim.world.orders()).toHaveLength(1);
  expect(sim.world.order(oid).sizes.memoryMb).toBe(2048);
});

test.each<[Moment, number]>([
  ["before-work", 2048],
  ["after-work", 4096],
])("a resize can say that nothing was changed: %s", async (moment, memoryMb) => {
  sim.faults.add({ call: "parameters", how: "not-changed", moment });
  const { fields } = await client.send("PUT", orderPath(oid, "/vps/parameters"), { x: { memory_mb: 4096 } });
  expect(fields.resource_change_result.were_resources_changed).toBe(false);
  expect(sim.world.order(oid).sizes.memoryMb).toBe(memoryMb);
});

test("the answer to a purchase can be about another order, and only the answer", async () => {
  sim.faults.add({ call: "new-vps", moment: "after-work", how: { aboutOrder: oid } });
  const { about_order: order, new_order_request: echo } = await client.buy({
    instantiation_options: { domain_name: "b.example.com" },
  });
  expect(order).toMatchObject({ order_oid: oid, domain_name: "web.example.com" });
  expect(echo.instantiation_options.domain_name).toBe("b.example.com");
  expect(sim.world.orders().map((one) => one.domainName)).toEqual(["web.example.com", "b.example.com"]);
});

test.each([
  ["in another currency, without an estimate", { amt: 30, currency: "CUR_NZD" }],
  ["without a currency", { amt: 30 }],
])("a quote can be %s", async (_what, amount) => {
  sim.faults.add({ call: "new-vm-pricing", how: { patch: { monthly_recurring_amt: amount } } });
  const { fields } = await client.send("PUT", "/r/pricing-plans/new-vm-pricing", { x: {} });
  expect(fields).toMatchObject({ response_type: "OK", monthly_recurring_amt: amount });
  expect(fields.monthly_recurring_amt).toEqual(amount);
});
