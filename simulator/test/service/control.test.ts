import { type Simulator, startSimulator } from "../../src/index";
import { clientOf, type Json, rawRequest } from "../raw-client";

let sim: Simulator;

beforeEach(async () => {
  sim = await startSimulator();
});
afterEach(() => sim.close());

async function control(method: string, path: string, body?: Json): Promise<{ status: number; json: Json }> {
  const { status, text } = await rawRequest(sim.url, {
    method,
    path: `/simulator${path}`,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status, json: JSON.parse(text) };
}

test("variants are read and set, and a misspelt one is named", async () => {
  expect((await control("GET", "/variants")).json.metaSearch).toBe("exact");
  const { json } = await control("POST", "/variants", { metaSearch: "partial", listLimit: 5 });
  expect(json).toEqual(sim.variants);
  expect(sim.variants).toMatchObject({ metaSearch: "partial", listLimit: 5, reinstallTags: "keep" });
  const wrong = await control("POST", "/variants", { metaSearc: "exact" });
  expect(wrong).toMatchObject({ status: 400, json: { error: expect.stringContaining("metaSearc") } });
});

test("the clock is advanced, and what is due happens", async () => {
  const { orderOid } = sim.world.placeOrder({ domainName: "a.example.com" });
  const before = (await control("GET", "/clock")).json.nowMs;
  const { json } = await control("POST", "/clock", { advanceDays: 31 });
  expect(json.nowMs - before).toBeGreaterThanOrEqual(31 * 86_400_000);
  expect(sim.world.charged(orderOid)).toBeCloseTo(2 * 5.82);
  expect((await control("POST", "/clock", { advanceDays: -1 })).status).toBe(400);
});

test("a gate holds a request until it is released", async () => {
  const { json: gate } = await control("POST", "/gates", { call: "new-vps", moment: "during-work" });
  expect((await control("GET", `/gates/${gate.id}/reached?timeoutMs=10`)).json).toEqual({ reached: false, waiting: 0 });
  const purchase = clientOf(sim).buy();
  expect((await control("GET", `/gates/${gate.id}/reached`)).json).toEqual({ reached: true, waiting: 1 });
  expect((await control("GET", "/gates")).json).toMatchObject([{ id: gate.id, call: "new-vps", waiting: 1 }]);
  await control("DELETE", `/gates/${gate.id}`);
  expect((await purchase).about_order.running_state).toBe("RUNNING");
  expect((await control("DELETE", `/gates/${gate.id}`)).status).toBe(404);
  await control("POST", "/gates", { call: "*" });
  await control("DELETE", "/gates");
  expect((await control("GET", "/gates")).json).toEqual([]);
});

test("servers are ordered and changed outside, without a trace in the journal", async () => {
  const { json: order } = await control("POST", "/orders", { domainName: "a.example.com", sizes: { memoryMb: 2048 } });
  const change = (name: string, body?: Json) => control("POST", `/orders/${order.orderOid}/${name}`, body);
  expect((await change("resize", { memoryMb: 4096 })).json.sizes.memoryMb).toBe(4096);
  expect((await change("stop")).json.runningState).toBe("NOTRUNNING");
  expect((await change("start")).json.runningState).toBe("RUNNING");
  expect((await change("reinstall", { distro: "deb12.64" })).json.distro).toBe("deb12.64");
  expect((await change("move", { hostServerOid: "1318" })).json.hostServerOid).toBe("1318");
  expect((await change("change-ip", { ip: "192.0.2.7" })).json.primaryIp).toBe("192.0.2.7");
  expect((await change("suspend")).json.suspendedAtMs).not.toBeNull();
  expect((await change("resume")).json.suspendedAtMs).toBeNull();
  expect((await change("cancel-at-period-end")).json.cancellationAtMs).toBe(order.prepaidUntilMs);
  expect((await change("cancel")).json.cancellationAtMs).toBeLessThan(order.prepaidUntilMs);
  expect(sim.journal.entries).toEqual([]);
});

test("what cannot be done is refused with a reason", async () => {
  const { orderOid } = sim.world.placeOrder({ domainName: "a.example.com" });
  expect(await control("POST", "/orders", { domainName: "-" })).toMatchObject({ status: 409 });
  expect(await control("POST", `/orders/${orderOid}/resize`, { diskSpaceMb: 1024 })).toMatchObject({ status: 409 });
  expect(await control("POST", `/orders/${orderOid}/resize`, { memory: 1 })).toMatchObject({ status: 400 });
  expect(await control("POST", "/orders/17/stop")).toMatchObject({ status: 404 });
  for (const name of ["explode", "constructor"]) {
    expect(await control("POST", `/orders/${orderOid}/${name}`)).toMatchObject({
      status: 404,
      json: { error: expect.stringContaining("There are resize, stop,") },
    });
  }
  expect(await control("GET", "/nothing")).toMatchObject({ status: 404 });
  expect(await rawRequest(sim.url, { method: "POST", path: "/simulator/variants", body: "{" })).toMatchObject({
    status: 400,
  });
});

test("catalogue and hosts are replaced list by list", async () => {
  await control("PUT", "/catalogue", { billingMethods: [] });
  expect(sim.world.catalogue).toMatchObject({
    billingMethods: [],
    distros: expect.arrayContaining([expect.anything()]),
  });
  const [host] = sim.world.hosts;
  await control("PUT", "/hosts", [{ ...host, memoryMbTotal: 512 }]);
  expect(sim.world.hosts).toMatchObject([{ memoryMbTotal: 512 }]);
  await control("POST", "/reset");
  expect(sim.world.hosts.length).toBeGreaterThan(1);
});

test("everything needs the key, except the list of what there is", async () => {
  const open = await rawRequest(sim.url, { method: "GET", path: "/simulator", headers: {} });
  const { resources } = JSON.parse(open.text);
  expect(resources.length).toBeGreaterThan(15);
  for (const resource of resources) {
    const [method, path] = resource.split(" ");
    const answer = await rawRequest(sim.url, { method, path: path.replace(/:\w+/g, "1"), headers: {} });
    expect({ resource, status: answer.status }).toEqual({ resource, status: 403 });
  }
});
