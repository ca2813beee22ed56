import { type Host, type Simulator, startSimulator } from "../../src/index";
import { type Client, clientOf, orderPath } from "../raw-client";

function host(hostServerOid: string, changes: Partial<Host> = {}): Host {
  return {
    hostServerOid,
    locationCode: "DCDALLAS",
    memoryMbTotal: 4096,
    diskGbTotal: 100,
    features: ["ssd"],
    addressPrefix: [192, 0, Number(hostServerOid)],
    addressBlocks: 1,
    isCustomersOwn: false,
    ...changes,
  };
}

let sim: Simulator;
let client: Client;

beforeEach(async () => {
  sim = await startSimulator({ seed: { hosts: [host("1"), host("2", { features: [] })] } });
  client = clientOf(sim);
});
afterEach(() => sim.close());

function place(memoryMb: number, request: object = {}) {
  return sim.world.placeOrder({ domainName: "a.example.com", sizes: { memoryMb, diskSpaceMb: 10_240 }, ...request });
}

test("orders spread over the hosts until none has room", () => {
  expect([place(2048), place(2048), place(2048), place(2048)].map((order) => order.hostServerOid)).toEqual([
    "1",
    "2",
    "1",
    "2",
  ]);
  expect(() => place(1024)).toThrow("enough free resources");
  expect(sim.world.orders()).toHaveLength(4);
});

test("disk space runs out like memory", () => {
  expect(() => place(512, { sizes: { memoryMb: 512, diskSpaceMb: 101 * 1024 } })).toThrow("enough free resources");
});

test("a cancelled order releases its room and its address, but keeps showing the address", () => {
  const first = place(4096);
  place(4096);
  sim.world.cancelOutside(first.orderOid);
  expect(sim.world.isAddressInUse(first.primaryIp)).toBe(false);
  expect(place(4096)).toMatchObject({ hostServerOid: "1", primaryIp: first.primaryIp });
  expect(sim.world.order(first.orderOid).primaryIp).toBe(first.primaryIp);
});

test("features, an SSD or a requested host restrict the choice", () => {
  expect(place(1024, { isSsdHostRequired: true }).hostServerOid).toBe("1");
  expect(place(1024, { features: ["ssd"] }).hostServerOid).toBe("1");
  expect(() => place(1024, { features: ["nvme"] })).toThrow("enough free resources");
  expect(place(1024, { hostServerOid: "2" }).hostServerOid).toBe("2");
  expect(() => place(1024, { hostServerOid: "77" })).toThrow("not available to you");
  expect(() => place(1024, { minVmDiskFreeGb: 101 })).toThrow("enough free resources");
});

test("several addresses need a reason and are all assigned", async () => {
  const refused = await client.send("POST", "/r/orders/new-vps", {
    x: { instantiation_options: { domain_name: "a.example.com" }, ip_request: { num_ips: 3 } },
  });
  expect(refused.fields.error_info.field_name).toBe("extra_ip_reason");
  const order = place(1024, { numIps: 3, extraIpReason: "certificates" });
  expect([order.primaryIp, ...order.secondaryIps]).toEqual(["192.0.1.1", "192.0.1.2", "192.0.1.3"]);
});

test("a resize beyond the host's room is refused with HTTP 200 and changes neither server nor bill", async () => {
  const { orderOid } = place(2048);
  const before = sim.world.charged();
  const { status, fields } = await client.send("PUT", orderPath(orderOid, "/vps/parameters"), {
    x: { memory_mb: 4097 },
  });
  expect(status).toBe(200);
  expect(fields.resource_change_result.were_resources_changed).toBe(false);
  expect(fields.resource_change_result.resource_change_messages.join(" ")).toContain("not have enough free resources");
  expect(fields.resource_change_result.new_pricing).toEqual(fields.resource_change_result.original_pricing);
  expect(sim.world.order(orderOid).sizes.memoryMb).toBe(2048);
  expect(sim.world.charged()).toBe(before);
});

test("a move to another host makes room and changes the address; to the same host it changes nothing", async () => {
  const order = place(2048, { hostServerOid: "1" });
  place(2048, { hostServerOid: "1" });
  const move = (target?: string) =>
    client.send("PUT", orderPath(order.orderOid, "/vps/host-server"), {
      x: { selected_host_server_oid: target ?? null },
    });
  expect((await move("1")).fields.about_order.allocated_ips.primary_ip).toBe(order.primaryIp);
  const { fields } = await move();
  expect(fields.about_order).toMatchObject({
    host_server_oid: "2",
    allocated_ips: { primary_ip: "192.0.2.1" },
    running_state: "RUNNING",
  });
  expect(fields.vps_move_request).toMatchObject({
    selected_host_server_oid: "2",
    pricing_change_option: "CHOOSE_BEST_OPTION",
  });
  sim.world.resizeOutside(order.orderOid, { memoryMb: 4096 });
  expect((await move("1")).status).toBe(400);
});

test("only a running VPS can be moved", async () => {
  const { orderOid } = place(1024);
  sim.world.stopOutside(orderOid);
  const { status, fields } = await client.send("PUT", orderPath(orderOid, "/vps/host-server"), { x: {} });
  expect(status).toBe(400);
  expect(fields.error_info.human_readable_message).toContain("needs to be running");
});
