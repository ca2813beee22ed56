import { type ManualClock, manualClock, type Simulator, startSimulator } from "../../src/index";
import { type Client, clientOf, type Json, orderPath } from "../raw-client";

const DAY_MS = 86_400_000;

let sim: Simulator;
let client: Client;
let clock: ManualClock;

beforeEach(async () => {
  clock = manualClock();
  sim = await startSimulator({
    clock,
    seed: { orders: [{ domainName: "metal.example.com", serverType: "PHYSICAL" }] },
  });
  client = clientOf(sim);
});
afterEach(() => sim.close());

async function listed(filter = ""): Promise<string[]> {
  const { fields } = await client.send("GET", `/r/orders${filter}`);
  expect(fields.human_readable_message).toBe(`Found ${fields.about_orders.length} orders`);
  return fields.about_orders.map((order: Json) => order.domain_name);
}

function buy(domainName: string): number {
  return sim.world.placeOrder({ domainName }).orderOid;
}

test("without a filter everything is listed; filters for kind, cancelled orders, oids, place and text narrow it", async () => {
  const [a, b] = [buy("a.example.com"), buy("b.example.com")];
  sim.world.cancelOutside(a);
  expect(await listed()).toEqual(["metal.example.com", "a.example.com", "b.example.com"]);
  expect(await listed(";include_inactive=N")).toEqual(["metal.example.com", "b.example.com"]);
  expect(await listed(";include_inactive=False;server_type=VPS")).toEqual(["b.example.com"]);
  expect(await listed(";include_inactive=None;server_type=PHYSICAL")).toEqual(["metal.example.com"]);
  expect(await listed(`;order_oids=${b}`)).toEqual(["b.example.com"]);
  expect(await listed(`;order_oid=${a}`)).toEqual(["a.example.com"]);
  expect(await listed(";search=b.exam")).toEqual(["b.example.com"]);
  expect(await listed(";dc-location=dclondon")).toEqual([]);
  expect(await listed(";no_such_filter=1;server_type=VPS")).toEqual(["a.example.com", "b.example.com"]);
});

test("a cancelled order stays readable by its oid, not running and with the date in the past", async () => {
  const oid = buy("a.example.com");
  const deleted = await client.send("DELETE", orderPath(oid, "/vps"));
  expect(deleted.fields).toMatchObject({
    human_readable_message: "Server removed",
    cancel_messages: [
      "a.example.com is being shut down.",
      "A $5.82 credit has been added to your account.",
      "If you need to un-cancel the server please contact our support team.",
    ],
  });
  const { status, fields } = await client.send("GET", orderPath(oid));
  expect(status).toBe(200);
  expect(fields.about_order.running_state).toBe("NOTRUNNING");
  expect(fields.about_order.billing_info.cancellation_date.ms_since_epoch).toBe(clock.now());
  expect((await client.send("GET", orderPath(oid, "/vps"))).status).toBe(400);
});

test("cancelling at the end of the period keeps the server running until that date", async () => {
  const oid = buy("a.example.com");
  await client.send("PUT", orderPath(oid, "/cancelled"));
  const before = (await client.send("GET", orderPath(oid))).fields.about_order;
  expect(before.running_state).toBe("RUNNING");
  expect(before.billing_info.cancellation_date).toEqual(before.billing_info.prepaid_until);
  expect(await listed(";include_inactive=N;server_type=VPS")).toEqual(["a.example.com"]);

  clock.advance(31 * DAY_MS);
  const after = (await client.send("GET", orderPath(oid))).fields.about_order;
  expect(after.running_state).toBe("NOTRUNNING");
  expect(await listed(";include_inactive=N;server_type=VPS")).toEqual([]);
});

test("where calls are fast, no server is up since before it was asked for", async () => {
  const fast = await startSimulator({ latency: "fast" });
  try {
    const { orderOid } = fast.world.placeOrder({ domainName: "a.example.com" });
    const { fields } = await clientOf(fast).send("PUT", orderPath(orderOid, "/vps/running-state"), {
      x: { running_state: "RESTARTING" },
    });
    expect(fields).toMatchObject({ is_restarted: true, running_vps_info: { vps_uptime_s: 0 } });
  } finally {
    await fast.close();
  }
});

test("the running state changes as requested; a restart resets the uptime; stopping does not change the price", async () => {
  const oid = buy("a.example.com");
  const put = async (running_state: string) =>
    (await client.send("PUT", orderPath(oid, "/vps/running-state"), { x: { running_state } })).fields;
  const uptime = async () => (await client.send("GET", orderPath(oid, "/vps"))).fields.running_vps_info.vps_uptime_s;
  clock.advance(3_600_000);
  expect(await put("RUNNING")).toMatchObject({ is_restarted: false });
  expect(await uptime()).toBe(3600);
  for (const state of ["RESTARTING", "POWERCYCLING"]) {
    expect(await put(state)).toMatchObject({
      is_restarted: true,
      is_pinging: true,
      running_vps_info: { vps_uptime_s: 0 },
    });
    clock.advance(60_000);
  }
  const stopped = await put("NOTRUNNING");
  expect(stopped).toMatchObject({
    human_readable_message: "a.example.com stopped.",
    running_vps_info: { running_state: "NOTRUNNING", pings_ok: false },
    about_order: { billing_info: { monthly_recurring_amt: { amt_usd: 5.82 } } },
  });
  expect(await put("RUNNING")).toMatchObject({ is_restarted: true, about_order: { running_state: "RUNNING" } });
});

test("a running state that does not exist is refused", async () => {
  const oid = buy("a.example.com");
  const { status, fields } = await client.send("PUT", orderPath(oid, "/vps/running-state"), {
    x: { running_state: "ASLEEP" },
  });
  expect(status).toBe(400);
  expect(fields.error_info.field_name).toBe("running_state");
});

test("a suspended server cannot be started", async () => {
  const oid = buy("a.example.com");
  sim.world.suspendOutside(oid);
  const { fields } = await client.send("GET", orderPath(oid));
  expect(fields.about_order).toMatchObject({
    running_state: "NOTRUNNING",
    billing_info: { suspended_date: { ms_since_epoch: clock.now() } },
  });
  expect(
    (await client.send("PUT", orderPath(oid, "/vps/running-state"), { x: { running_state: "RUNNING" } })).status,
  ).toBe(400);
  sim.world.resumeOutside(oid);
  expect(
    (await client.send("PUT", orderPath(oid, "/vps/running-state"), { x: { running_state: "RUNNING" } })).status,
  ).toBe(200);
});

test("a reinstall keeps order, address, sizes, location and bill, and drops what the last install wrote", async () => {
  const { about_order: before } = await client.buy({
    instantiation_options: { password: "abcdefgh10", cloud_config_data: "#cloud-config" },
    file_injection_data: [{ path: "/root/x", data_as_string: "1" }],
    meta_data: [{ key_name: "a", value: "1" }],
  });
  const { status, fields } = await client.send("PUT", orderPath(before.order_oid, "/vps/reinstall"), {
    x: {
      instantiation_options: { distro: "deb12.64" },
      dc_location: null,
      vps_parameters: { memory_mb: null, disk_space_mb: null },
    },
  });
  expect(status).toBe(200);
  const { distro, order_description, ...kept } = before;
  expect(fields.about_order).toMatchObject({ ...kept, distro: "deb12.64" });
  const { installation } = sim.world.order(before.order_oid);
  expect(installation).toMatchObject({ count: 2, files: [] });
  expect(installation.cloudConfigData).toBeUndefined();
  expect(fields.new_order_request.instantiation_options.password).toBe(installation.rootPassword);
  expect(installation.rootPassword).not.toBe("abcdefgh10");
});

test("an unset password is generated, eight letters and two digits, and returned once", async () => {
  const { about_order, new_order_request } = await client.buy();
  expect(new_order_request.instantiation_options.password).toMatch(/^[a-z]{8}\d{2}$/);
  expect(sim.world.rootPassword(about_order.order_oid)).toBe(new_order_request.instantiation_options.password);
});

test("without billing methods the quote says so and the purchase is refused", async () => {
  sim.world.catalogue.billingMethods.length = 0;
  const body = { x: { instantiation_options: { domain_name: "a.example.com" } } };
  const quote = await client.send("PUT", "/r/pricing-plans/new-vm-pricing", body);
  expect(quote.fields.human_readable_message).toContain("You need to enter billing information.");
  const bought = await client.send("POST", "/r/orders/new-vps", body);
  expect(bought.fields.error_info.human_readable_message).toBe("You need to enter billing information.");
});

test("a billing method lists the active orders that it pays", async () => {
  const kept = sim.world.placeOrder({ domainName: "a.example.com", billingOid: 50_081_656 }).orderOid;
  sim.world.cancelOutside(sim.world.placeOrder({ domainName: "b.example.com", billingOid: 50_081_656 }).orderOid);
  const { fields } = await client.send("GET", "/r/billing-methods");
  const wire = fields.billing_methods.find((method: Json) => method.billing_oid === 50_081_656);
  expect(wire.orders_on_this_billing_method.map((order: Json) => order.order_oid)).toEqual([kept]);
});

test("every order needs its own request: the same one twice buys two servers", async () => {
  await client.buy();
  await client.buy();
  expect(await listed(";server_type=VPS")).toEqual(["web.example.com", "web.example.com"]);
});
