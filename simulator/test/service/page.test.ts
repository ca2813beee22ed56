import { manualClock, type Simulator, startSimulator } from "../../src/index";
import { clientOf, rawRequest } from "../raw-client";

let sim: Simulator;

const KEY = "98765432109876";

beforeEach(async () => {
  sim = await startSimulator({ apiKeys: [KEY, "12345"], clock: manualClock() });
});
afterEach(() => sim.close());

const page = () => rawRequest(sim.url, { method: "GET", path: "/", headers: { accept: "text/html" } });

test("a browser sees orders, charges, hosts and the last requests, on a page that refreshes", async () => {
  const client = clientOf(sim);
  const { about_order } = await client.buy();
  const cancelled = sim.world.placeOrder({ domainName: "gone.example.com" });
  sim.world.cancelOutside(cancelled.orderOid);
  const { status, contentType, text, headers } = await page();
  expect({ status, contentType }).toEqual({ status: 200, contentType: "text/html; charset=utf-8" });
  expect(headers["content-security-policy"]).toBe("default-src 'none'; style-src 'unsafe-inline'");
  for (const part of [
    '<meta http-equiv="refresh" content="2">',
    "<h2>Orders: 1 active, 1 cancelled</h2>",
    `<td>${about_order.order_oid}</td><td>web.example.com</td><td>RUNNING</td><td>deb13.64</td><td>2048 MB</td>`,
    "<td>gone.example.com</td><td>cancelled ",
    "<h2>Charges: 9.62 USD</h2>",
    "<td>host1317.rimuhosting.com</td><td>DCDALLAS</td><td>1</td><td>784384 of 786432 MB</td>",
    "<td>POST /r/orders/new-vps</td><td>new-vps</td>",
  ]) {
    expect(text).toContain(part);
  }
  expect(sim.journal.entries).toHaveLength(1);
});

test("it shows no secret", async () => {
  const secrets = ["pass-canary", "cloud-canary", "file-canary", "tag-canary"];
  const { about_order } = await clientOf(sim).buy({
    instantiation_options: { password: secrets[0], cloud_config_data: secrets[1] },
    file_injection_data: [{ path: "/a", data_as_string: secrets[2] }],
    meta_data: [{ key_name: "k", value: secrets[3] }],
  });
  await rawRequest(sim.url, { method: "GET", path: `/r/orders;apikey=${KEY}` });
  const { text } = await page();
  expect(text).toContain(String(about_order.order_oid));
  expect(text).toContain("GET /r/orders;apikey=***");
  for (const secret of [...secrets, KEY]) expect(text).not.toContain(secret);
});

test("whatever clients or tests wrote is shown as text", async () => {
  const evil = `<script>alert("1")</script>'&`;
  sim.world.changeIpOutside(sim.world.placeOrder({ domainName: "a.example.com" }).orderOid, evil);
  sim.world.hosts[0]?.features.push(evil);
  await rawRequest(sim.url, { method: "GET", path: `/r/"><b>'&` });
  const { text } = await page();
  expect(text).not.toContain("<script");
  expect(text).not.toContain("<b>");
  expect(text.match(/&lt;script&gt;alert\(&quot;1&quot;\)&lt;\/script&gt;&#39;&amp;/g)).toHaveLength(2);
  expect(text).toContain("GET /r/&quot;&gt;&lt;b&gt;&#39;&amp;");
});

test("of a large world it shows the newest", async () => {
  for (let count = 0; count < 300; count++) sim.world.placeOrder({ domainName: `s${count}.example.com` });
  const { text } = await page();
  expect(text).toContain("Orders: 300 active");
  expect(text).toContain("<td>s299.example.com</td>");
  expect(text).not.toContain("<td>s0.example.com</td>");
  expect(text.length).toBeLessThan(200_000);
});
