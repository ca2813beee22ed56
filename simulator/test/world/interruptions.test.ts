import { type Simulator, startSimulator } from "../../src/index";
import { type Client, clientOf, type Json, orderPath } from "../raw-client";

let sim: Simulator;
let client: Client;
let oid: number;

beforeEach(async () => {
  sim = await startSimulator();
  client = clientOf(sim);
  oid = (await client.buy()).about_order.order_oid;
});
afterEach(() => sim.close());

async function interrupt(
  path: string,
  body: Json,
  call: "host-server" | "reinstall" | "running-state",
  act: () => void,
) {
  const gate = sim.hold(call, { moment: "during-work" });
  const answer = client.send("PUT", orderPath(oid, path), { x: body });
  await gate.reached;
  act();
  gate.release();
  return answer;
}

test("a server that is stopped during its move arrives stopped", async () => {
  const { status, fields } = await interrupt(
    "/vps/host-server",
    { selected_host_server_oid: "1318" },
    "host-server",
    () => sim.world.stopOutside(oid),
  );
  expect(status).toBe(200);
  expect(fields.about_order).toMatchObject({ host_server_oid: "1318", running_state: "NOTRUNNING" });
  expect(fields.move_messages).toContain("web.example.com is not running.");
});

test.each([
  ["a move", "/vps/host-server", { pricing_change_option: "CHOOSE_SAME_RESOURCES" }, "host-server"],
  [
    "a reinstall",
    "/vps/reinstall",
    { instantiation_options: { distro: "deb12.64", domain_name: "b.example.com" } },
    "reinstall",
  ],
  ["a restart", "/vps/running-state", { running_state: "RESTARTING" }, "running-state"],
] as const)(
  "a server that is cancelled during %s is neither changed nor charged any more",
  async (_, path, body, call) => {
    let ended: unknown;
    const { status, fields } = await interrupt(path, body, call, () => {
      sim.world.cancelOutside(oid);
      ended = { order: sim.world.order(oid), charged: sim.world.charged() };
    });
    expect(status).toBe(400);
    expect(fields.error_info.error_class).toBe("OrderCancelledException");
    expect({ order: sim.world.order(oid), charged: sim.world.charged() }).toEqual(ended);
  },
);

test("a clone pauses its source until it is finished, without restarting it", async () => {
  const status = async () => (await client.send("GET", orderPath(oid, "/vps"))).fields.running_vps_info;
  const uptime = (await status()).vps_uptime_s;
  const gate = sim.hold("new-vps", { moment: "during-work" });
  const clone = client.send("POST", "/r/orders/new-vps", {
    x: { instantiation_via_clone_options: { vps_order_oid_to_clone: oid, domain_name: "copy.example.com" } },
  });
  await gate.reached;
  expect(await status()).toMatchObject({ is_suspended: true, pings_ok: false, running_state: "RUNNING" });
  gate.release();
  expect((await clone).status).toBe(200);
  const after = await status();
  expect(after).toMatchObject({ is_suspended: false, pings_ok: true });
  expect(after.vps_uptime_s).toBeGreaterThanOrEqual(uptime);
});

test("a clone of nothing is refused", async () => {
  const { status, fields } = await client.send("POST", "/r/orders/new-vps", {
    x: { instantiation_via_clone_options: { domain_name: "copy.example.com" } },
  });
  expect(status).toBe(400);
  expect(fields.error_info.field_name).toBe("vps_order_oid_to_clone");
});

test("a host that the service chooses for a move has the features that were bought", async () => {
  const features = (hostServerOid: string | null) =>
    sim.world.hosts.find((host) => host.hostServerOid === hostServerOid)?.features;
  const bought = (await client.buy({ features: "nvme", is_ssd_host_required: true })).about_order.order_oid;
  for (let count = 0; count < 3; count++) {
    await client.send("PUT", orderPath(bought, "/vps/host-server"), { x: {} });
    expect(features(sim.world.order(bought).hostServerOid)).toEqual(expect.arrayContaining(["nvme", "ssd"]));
  }
});

test("a host named by the customer decides the location, and must have what the order requires", async () => {
  const inFrankfurt = sim.world.hosts.find((host) => host.locationCode === "DCFRANKFURT")?.hostServerOid;
  expect((await client.buy({ host_server_oid: inFrankfurt })).about_order.location.data_center_location_code).toBe(
    "DCFRANKFURT",
  );
  const refused = await client.buy({ host_server_oid: "1319", is_ssd_host_required: true });
  expect(refused.error_info).toMatchObject({ field_name: "host_server_oid" });
});
