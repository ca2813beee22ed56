import { type Simulator, startSimulator } from "../../src/index";
import { type Client, clientOf, orderPath, rawRequest } from "../raw-client";

let sim: Simulator;
let client: Client;

beforeEach(async () => {
  sim = await startSimulator();
  client = clientOf(sim);
});
afterEach(() => sim.close());

const PURCHASE = { x: { instantiation_options: { domain_name: "b.example.com" } } };

test("a purchase can be held before, during and after its work", async () => {
  const before = sim.hold("new-vps");
  const midst = sim.hold("new-vps", { moment: "during-work" });
  const after = sim.hold("new-vps", { moment: "after-work" });
  const purchase = client.send("POST", "/r/orders/new-vps", PURCHASE);

  await before.reached;
  expect(before.waiting()).toBe(1);
  expect(sim.world.orders()).toEqual([]);
  before.release();

  await midst.reached;
  expect(sim.world.orders()).toMatchObject([{ isHalfMade: true, runningState: "NOTRUNNING" }]);
  midst.release();

  await after.reached;
  expect(sim.world.orders()).toMatchObject([{ isHalfMade: false, runningState: "RUNNING" }]);
  after.release();

  expect((await purchase).status).toBe(200);
});

test("the work continues after the client has hung up", async () => {
  const gate = sim.hold("new-vps", { moment: "during-work" });
  const hangUp = new AbortController();
  const purchase = rawRequest(sim.url, {
    method: "POST",
    path: "/r/orders/new-vps",
    body: JSON.stringify(PURCHASE),
    signal: hangUp.signal,
  });
  await gate.reached;
  hangUp.abort();
  await expect(purchase).rejects.toThrow();
  gate.release();
  const { orderOid } = sim.world.orders()[0] ?? { orderOid: 0 };
  const { fields } = await client.send("GET", orderPath(orderOid));
  expect(fields.about_order.running_state).toBe("RUNNING");
  expect(sim.journal.calls("new-vps")).toMatchObject([{ isWorkDone: true, orderOid }]);
});

test.each([
  ["listed", 1],
  ["hidden", 0],
] as const)("a half-made order is %s while its purchase runs", async (halfMadeOrders, count) => {
  sim.variants.halfMadeOrders = halfMadeOrders;
  const gate = sim.hold("new-vps", { moment: "during-work" });
  const purchase = client.send("POST", "/r/orders/new-vps", PURCHASE);
  await gate.reached;
  expect((await client.send("GET", "/r/orders")).fields.about_orders).toHaveLength(count);
  gate.release();
  await purchase;
  expect((await client.send("GET", "/r/orders")).fields.about_orders).toHaveLength(1);
});

test("a gate for one order lets the others pass", async () => {
  const [held, free] = ["a", "b"].map((name) => sim.world.placeOrder({ domainName: `${name}.example.com` }).orderOid);
  const gate = sim.hold("*", { orderOid: held ?? 0 });
  const waiting = client.send("GET", orderPath(held ?? 0));
  await gate.reached;
  expect((await client.send("GET", orderPath(free ?? 0))).status).toBe(200);
  gate.release();
  expect((await waiting).status).toBe(200);
});

test("a reset drops held requests, and work started before it does not reach the new world", async () => {
  const gate = sim.hold("new-vps", { moment: "during-work" });
  const purchase = client.send("POST", "/r/orders/new-vps", PURCHASE);
  await gate.reached;
  sim.reset();
  await expect(purchase).rejects.toThrow();
  expect(sim.world.orders()).toEqual([]);
  expect(sim.journal.entries).toEqual([]);
  expect((await client.send("POST", "/r/orders/new-vps", PURCHASE)).status).toBe(200);
});

test("closing releases every held request", async () => {
  sim.faults.add({ call: "get-order", how: "hang" });
  const { orderOid } = sim.world.placeOrder({ domainName: "a.example.com" });
  const gate = sim.hold("list-orders");
  const outcomes = Promise.allSettled([client.send("GET", "/r/orders"), client.send("GET", orderPath(orderOid))]);
  await gate.reached;
  await sim.close();
  expect((await outcomes).map((outcome) => outcome.status)).toEqual(["rejected", "rejected"]);
});
