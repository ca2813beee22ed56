import { type Simulator, startSimulator } from "../../src/index";
import { clientOf, orderPath, rawRequest } from "../raw-client";

let sim: Simulator;
let lines: string[];

const KEY = "98765432109876";
const secrets = ["pass-canary", "cloud-canary", "file-canary", "base64-canary", "url-canary", KEY];

beforeEach(async () => {
  lines = [];
  sim = await startSimulator({ apiKeys: [KEY, "12345"], log: (line) => lines.push(line) });
});
afterEach(() => sim.close());

test("each request and each answer is one line, with its number, and without secrets", async () => {
  const { about_order } = await clientOf(sim).buy({
    instantiation_options: { password: "pass-canary", cloud_config_data: "cloud-canary" },
    file_injection_data: [
      { path: "/a", data_as_string: "file-canary", data_as_base64: "base64-canary", data_from_url: "url-canary" },
    ],
  });
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^#1 -> POST \/r\/orders\/new-vps \{"new_order_request":.*"password":"\*\*\*"/);
  expect(lines[1]).toMatch(
    new RegExp(`^#1 <- new-vps ${about_order.order_oid}, \\d+ ms: 200 \\{"post_new_vps_response"`),
  );
  await rawRequest(sim.url, { method: "GET", path: `/r/orders;key=${KEY}` });
  await rawRequest(sim.url, { method: "PUT", path: orderPath(1, "/ptr"), body: "pass-canary, not JSON" });
  await rawRequest(sim.url, { method: "GET", path: "/nowhere" });
  sim.faults.add({ call: "list-orders", how: "reset" });
  await expect(rawRequest(sim.url, { method: "GET", path: "/r/orders" })).rejects.toThrow();
  expect(lines.at(-1)).toMatch(/^#\d+ <- list-orders, \d+ ms: reset$/);
  expect(lines.filter((line) => line.includes("<- no such resource"))).toHaveLength(1);
  for (const secret of secrets) expect(lines.join("\n")).not.toContain(secret);
  for (const line of lines) expect(line).toMatch(/^[\x20-\x7e\u00a0-\uffff]{1,500}$/);
});
