import { latencyMs } from "../../src/calls";
import { type Simulator, startSimulator } from "../../src/index";
import { usedGb } from "../../src/world/order";
import { rawRequest } from "../raw-client";

let sim: Simulator;

beforeEach(async () => {
  sim = await startSimulator();
});
afterEach(() => sim.close());

const KEY = { authorization: "rimuhosting apikey=12345" };

test.each([
  ["POST", "/r/orders;include_inactive=N", "GET"],
  ["GET", "/r/orders/new-vps/", undefined],
  ["DELETE", "/r/orders/order-5-x/vps/parameters", "PUT"],
  ["PUT", "/r/orders/order-5-x/vps", "GET, DELETE"],
  ["OPTIONS", "/r/pricing-plans/new-vm-pricing", "PUT, GET"],
])("%s %s is not allowed, which is not the same as not there", async (method, path, allow) => {
  const answer = await rawRequest(sim.url, { method, path, headers: KEY });
  // new-vps with GET is an order whose segment is not one.
  const status = allow === undefined ? 404 : 405;
  expect({ status: answer.status, allow: answer.headers["allow"] }).toEqual({ status, allow });
  expect(JSON.parse(answer.text).jaxrs_response).toMatchObject({ status_code: status, response_type: "ERROR" });
  expect(sim.journal.entries).toMatchObject([{ status }]);
});

test("a real move takes as long as there is data to copy", () => {
  const order = sim.world.placeOrder({ domainName: "a.example.com", sizes: { diskSpaceMb: 40 * 1024 } });
  expect(usedGb(order)).toBe(4);
  expect(latencyMs("host-server", "real", usedGb(order))).toBe(40 * 60_000);
  expect(latencyMs("host-server", "fast", usedGb(order))).toBe(latencyMs("host-server", "fast"));
});
