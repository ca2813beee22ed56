import { type Simulator, startSimulator } from "../../src/index";
import { type Client, clientOf, orderPath, rawRequest } from "../raw-client";

let sim: Simulator;
let client: Client;

beforeEach(async () => {
  sim = await startSimulator();
  client = clientOf(sim);
});
afterEach(() => sim.close());

async function post(body: string) {
  const answer = await rawRequest(sim.url, { method: "POST", path: "/r/orders/new-vps", body });
  return { status: answer.status, fields: Object.values(JSON.parse(answer.text))[0] };
}

test.each(["new_order_request", "new-vps", "new_vps", "request", "NewVPSRequest"])(
  "the root key %s is accepted like any other",
  async (root) => {
    const { status } = await post(
      JSON.stringify({ [root]: { instantiation_options: { domain_name: "a.example.com" } } }),
    );
    expect(status).toBe(200);
  },
);

test("numbers as text, flags as letters and digits, null for unset values, and unknown fields are all accepted", async () => {
  const { status } = await post(
    JSON.stringify({
      new_order_request: {
        instantiation_options: { domain_name: "a.example.com", distro: null, password: null, control_panel: "" },
        vps_parameters: { memory_mb: "4096", disk_space_mb: "8192", disk_space_2_mb: null },
        is_just_minimal_init: "Y",
        is_ssd_host_required: "N",
        billing_oid: 0,
        dc_location: null,
        file_injection_data: [{ path: "/root/x", data_as_string: "hello", exec_on_first_boot: 1 }],
        meta_data: [{ key_name: "a", value: 5 }],
        vps_paramters: { typo: true },
      },
    }),
  );
  expect(status).toBe(200);
  expect(sim.world.orders()[0]).toMatchObject({
    sizes: { memoryMb: 4096, diskSpaceMb: 8192, diskSpace2Mb: 0, diskSpace3Mb: 0 },
    controlPanel: null,
    metaData: [{ keyName: "a", value: "5" }],
    installation: {
      isJustMinimalInit: true,
      files: [{ path: "/root/x", dataAsString: "hello", execOnFirstBoot: true }],
    },
  });
});

test("the single quotes of the old shell client are accepted as JSON", async () => {
  const { status } = await post(
    "{'new_order_request': {'instantiation_options': {'domain_name': 'a.example.com', 'password': 'say \"hi\"'}}}",
  );
  expect(status).toBe(200);
  expect(sim.world.orders()[0]?.installation.rootPassword).toBe('say "hi"');
});

test.each(["{not json", "[1, 2]", '"text"', "17"])(
  "a body that is not an object is refused and buys nothing: %s",
  async (body) => {
    expect((await post(body)).status).toBe(400);
    expect(sim.world.orders()).toEqual([]);
  },
);

test("a value of a wrong type is refused with the name of its field", async () => {
  const body = {
    x: { instantiation_options: { domain_name: "a.example.com" }, vps_parameters: { memory_mb: "much" } },
  };
  const { fields } = await client.send("POST", "/r/orders/new-vps", body);
  expect(fields.error_info.field_name).toBe("memory_mb");
});

test("the four bytes null are tolerated as the body of GET and DELETE", async () => {
  const oid = (await client.buy()).about_order.order_oid;
  expect((await client.send("GET", "/r/orders", null)).fields.about_orders).toHaveLength(1);
  expect((await client.send("DELETE", orderPath(oid, "/vps"), null)).status).toBe(200);
});

test.each(["", "-", "-web.example.com", "-None", "-a%2Fb%3Bc"])(
  "an order is found whatever follows its oid: '%s'",
  async (domain) => {
    const oid = (await client.buy()).about_order.order_oid;
    const { fields } = await client.send("GET", `/r/orders/order-${oid}${domain}`);
    expect(fields.about_order.order_oid).toBe(oid);
  },
);

test.each(["order-x-y", "order-", "nonsense", "order-99999999999999999999-x"])(
  "%s is not an order",
  async (segment) => {
    expect((await client.send("GET", `/r/orders/${segment}`)).status).toBe(404);
  },
);

test("an encoded slash or semicolon belongs to the value of a matrix parameter", async () => {
  await client.buy({ meta_data: [{ key_name: "k", value: "a/b;c+d" }] });
  const path = "/r/orders;include_inactive=N;meta_search=k%3Aa%2Fb%3Bc%2Bd";
  expect((await client.send("GET", path)).fields.about_orders).toHaveLength(1);
  expect(sim.journal.calls("list-orders")[0]?.matrix).toEqual({ include_inactive: "N", meta_search: "k:a/b;c+d" });
});

test.each(["a%3A1+b%3A", "a:1%20b:", "a%3A1%20b%3A"])(
  "terms of a tag search are separated by + or %%20: %s",
  async (search) => {
    const tag = (key_name: string, value: string) => ({ key_name, value });
    await client.buy({ meta_data: [tag("a", "1"), tag("b", "x")] });
    await client.buy({ meta_data: [tag("a", "1")] });
    await client.buy({ meta_data: [tag("a", "12"), tag("b", "x")] });
    expect((await client.send("GET", `/r/orders;meta_search=${search}`)).fields.about_orders).toHaveLength(1);
  },
);

test.each([
  ["server-type=VPS;dc-location=dclondon", ["LaunchtimeVPSLon"]],
  ["server_type=VPS;dc_location=DCLONDON", ["LaunchtimeVPSLon"]],
  ["server-type=vps;dc-location=dclondon", ["LaunchtimeVPSLon"]],
  ["server-type=VPS;price_over=10;price_under=30", ["MIRO1B"]],
  ["server-type=VPS;mem_at_least=2000", []],
  ["server-type=VPS;just_plans=MIRO1B", ["MIRO1B"]],
  ["server-type=VPS;data_transfer_at_least_gb=31", ["MiroVPSLowContention"]],
  ["price_under=0.0", ["DedicatedDal"]],
])("plans are filtered by %s", async (filter, codes) => {
  const { fields } = await client.send("GET", `/r/pricing-plans;${filter}`);
  expect(fields.pricing_plan_infos.map((plan: { pricing_plan_code: string }) => plan.pricing_plan_code)).toEqual(codes);
});

test("the reverse record is set by a form, for the first address by default, and cleared by an empty name", async () => {
  const { order_oid: oid, allocated_ips } = (await client.buy()).about_order;
  const put = (matrix: string, body: string) =>
    rawRequest(sim.url, {
      method: "PUT",
      path: `${orderPath(oid)}/ptr;ip=${matrix}`,
      body,
      headers: { authorization: "rimuhosting apikey=12345", "content-type": "application/x-www-form-urlencoded" },
    });
  expect((await put("", "domain_name=web.example.com")).status).toBe(200);
  expect(sim.world.ptr(allocated_ips.primary_ip)).toBe("web.example.com");
  expect((await put(allocated_ips.primary_ip, "domain_name=")).status).toBe(200);
  expect(sim.world.ptr(allocated_ips.primary_ip)).toBeUndefined();
  expect((await put("192.0.2.1", "domain_name=web.example.com")).status).toBe(400);
  expect(sim.journal.calls("ptr")[0]?.body).toEqual({ domain_name: "web.example.com" });
});

test("an old clone request names its source at the top, a newer one in an object", async () => {
  const source = (await client.buy({ instantiation_options: { password: "abcdefgh10" } })).about_order.order_oid;
  const options = { vps_order_oid_to_clone: source, domain_name: "copy.example.com" };
  const newer = await client.send("POST", "/r/orders/new-vps", { x: { instantiation_via_clone_options: options } });
  const older = await client.send("POST", "/r/orders/new-vps", {
    x: { instantiation_options: { domain_name: "old.example.com" }, vps_order_oid_to_clone: source },
  });
  for (const { fields } of [newer, older]) {
    expect(fields.new_order_request.instantiation_options.password).toBe("abcdefgh10");
    expect(fields.about_order.vps_parameters.memory_mb).toBe(2048);
  }
  expect(sim.world.orders().map((order) => order.domainName)).toEqual([
    "web.example.com",
    "copy.example.com",
    "old.example.com",
  ]);
});
