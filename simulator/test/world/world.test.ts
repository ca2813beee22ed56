import { type Simulator, startSimulator } from "../../src/index";
import { Service } from "../../src/service/service";
import { clientOf, orderPath } from "../raw-client";

let sim: Simulator;
let oid: number;

beforeEach(async () => {
  sim = await startSimulator();
  oid = sim.world.placeOrder({ domainName: "a.example.com", password: "first10" }).orderOid;
});
afterEach(() => sim.close());

test("a change made outside is visible to the next request and appears in no journal", async () => {
  sim.world.resizeOutside(oid, { memoryMb: 2048 });
  sim.world.moveOutside(oid, { hostServerOid: "1319" });
  sim.world.reinstallOutside(oid, { distro: "deb12.64", password: "second20" });
  const ip = sim.world.changeIpOutside(oid);
  sim.world.stopOutside(oid);
  expect(sim.journal.entries).toEqual([]);
  const { fields } = await clientOf(sim).send("GET", orderPath(oid));
  expect(fields.about_order).toMatchObject({
    vps_parameters: { memory_mb: 2048 },
    host_server_oid: "1319",
    distro: "deb12.64",
    allocated_ips: { primary_ip: ip },
    running_state: "NOTRUNNING",
  });
  expect(sim.world.rootPassword(oid)).toBe("second20");
});

test("orders are copies: a test cannot change the world by accident", () => {
  sim.world.order(oid).domainName = "changed";
  expect(sim.world.order(oid).domainName).toBe("a.example.com");
});

test("an order that does not exist is undefined to findOrder and an error to order", () => {
  expect(sim.world.findOrder(1)).toBeUndefined();
  expect(() => sim.world.order(1)).toThrow("no order 1");
});

test("the same random seed gives the same oids, another one gives others", async () => {
  const same = await startSimulator({ randomSeed: 1 });
  const other = await startSimulator({ randomSeed: 2 });
  expect(same.world.placeOrder({ domainName: "a.example.com" }).orderOid).toBe(oid);
  expect(other.world.placeOrder({ domainName: "a.example.com" }).orderOid).not.toBe(oid);
  await Promise.all([same.close(), other.close()]);
});

test("simulators with different random seeds have different addresses", () => {
  const services = [1, 2, 3, 4, 5, 6, 7, 8].map((randomSeed) => new Service({ randomSeed }));
  const prefixes = services.flatMap(({ context }) => context.state.hosts.map((host) => host.addressPrefix.join(".")));
  expect(new Set(prefixes).size).toBe(8 * 15);
  for (const prefix of prefixes) expect(prefix).toMatch(/^198\.1[89]\.(\d|\d\d|1\d\d|2[0-5]\d)$/);
});

test("sizes that a seeded order leaves out are those of its plan", () => {
  const orders = [{ domainName: "a.example.com", sizes: { memoryMb: 4096 } }];
  const [order] = new Service({ seed: { orders } }).context.state.orders;
  expect(order?.sizes).toEqual({ memoryMb: 4096, diskSpaceMb: 10_240, diskSpace2Mb: 0, diskSpace3Mb: 0 });
});

test("a misspelt seed is refused", async () => {
  const seed = JSON.parse('{"order": []}');
  await expect(startSimulator({ seed })).rejects.toThrow("order");
});

test("a hundred orders at once all get their own oid and address", async () => {
  const client = clientOf(sim);
  await Promise.all(Array.from({ length: 100 }, () => client.buy()));
  const orders = sim.world.activeOrders();
  expect(new Set(orders.map((order) => order.orderOid)).size).toBe(101);
  expect(new Set(orders.map((order) => order.primaryIp)).size).toBe(101);
});
