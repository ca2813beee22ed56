import { moveToWire, quoteToWire, reinstallToWire, sizesToWire } from "../../provider/server/request";
import { type Client, createClient } from "../../provider/service/client";
import { createTransport, type Transport } from "../../provider/service/transport";
import { type Simulator, startSimulator } from "../../simulator/src/index";
import { orderVps } from "../service/support/requests";
import { keyCanary, settingsFor } from "../service/support/scripted-client";
import { capturedBody } from "./captured-bodies";
import { departures } from "./shape";

let simulator: Simulator;
let client: Client;
let answers: string[];
beforeAll(async () => {
  simulator = await startSimulator({ latency: "none", apiKeys: [keyCanary] });
  const real = createTransport(simulator.url, {});
  const recording: Transport = async (request) => {
    const answer = await real(request);
    answers.push(answer.body);
    return answer;
  };
  client = createClient(settingsFor(simulator.url), { transport: recording });
}, 60_000);
afterAll(() => simulator.close());
beforeEach(() => {
  answers = [];
  simulator.reset();
});

const buy = async (): Promise<number> =>
  (await orderVps(client, { domainName: "web.example.com", memoryMb: 1024, diskSpaceMb: 8192 })).order.orderOid;

/** The same call as the one whose answer was captured; it comes last. */
const sameCall: Record<string, () => Promise<unknown>> = {
  "list-orders-2010": () => buy().then(() => client.listOrders()),
  "list-orders-2022": () => buy().then(() => client.listOrders()),
  "get-order-2011": async () => {
    const oid = await buy();
    await client.deleteVps(oid);
    return client.getOrder(oid);
  },
  "new-vps-2010": buy,
  "delete-vps-2009": async () => client.deleteVps(await buy()),
  "set-running-state-2009": async () => client.setRunningState(await buy(), "RESTARTING"),
  "set-running-state-2022": async () => client.setRunningState(await buy(), "NOTRUNNING"),
  "resize-2010": async () => client.resize(await buy(), sizesToWire({ memoryMb: 2048 })),
  "vps-status-composed": async () => client.vpsStatus(await buy()),
  "billing-methods-constructed": () => buy().then(() => client.billingMethods()),
  "distributions-2009": () => client.distributions(),
  "distributions-2026": () => client.distributions(),
  "data-centers-2026": () => client.dataCenters(),
  "pricing-plans-2009": () => client.pricingPlans(),
  "quote-2022": () => client.quote(quoteToWire({ memoryMb: 3192, diskSpaceMb: 10240 })),
  "error-constructed": () => orderVps(client, { domainName: "-not-a-name-" }).catch(() => undefined),
};

test.each(Object.entries(sameCall))("the simulator answers in the form of %s", async (name, make) => {
  await make();
  expect(departures(capturedBody(name), JSON.parse(answers.at(-1) ?? ""))).toEqual([]);
});

test("the client understands everything that the simulator says during an order's life", async () => {
  const oid = await buy();
  expect(await client.getOrder(oid)).toMatchObject({
    orderOid: oid,
    runningState: "RUNNING",
    domainName: "web.example.com",
  });
  expect(await client.resize(oid, sizesToWire({ memoryMb: 2048 }))).toMatchObject({ wereResourcesChanged: true });
  expect((await client.getOrder(oid)).vpsParameters).toMatchObject({ memoryMb: 2048 });
  expect(await client.reinstall(oid, reinstallToWire({ distro: "deb13.64" }))).toMatchObject({
    order: { orderOid: oid, distro: "deb13.64" },
  });
  expect(await client.move(oid, moveToWire({}))).toMatchObject({ order: { orderOid: oid } });
  const { primaryIp = "" } = (await client.getOrder(oid)).allocatedIps ?? {};
  expect(await client.setPtr(oid, primaryIp, "web.example.com")).toEqual({ message: expect.any(String) });
  expect(await client.dataTransferUsage(oid)).toMatchObject({ dataTransferUsageInfo: expect.any(Object) });
  await client.setRunningState(oid, "NOTRUNNING");
  expect((await client.getOrder(oid)).runningState).toBe("NOTRUNNING");
  await client.deleteVps(oid);
  expect((await client.listOrders()).orders).toEqual([]);
  expect((await client.listOrders({ includeInactive: true })).orders.map(({ orderOid }) => orderOid)).toEqual([oid]);
});

test("a departure from a captured body is found", () => {
  const captured = { a: { list: [{ x: 1 }], none: null } };
  expect(departures(captured, { a: { list: [{ x: "1" }] } })).toEqual([
    "answer.a.list[0].x is a string, not a number",
    "answer.a.none is missing",
  ]);
});
