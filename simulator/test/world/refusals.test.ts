import { type Simulator, startSimulator, type Variants } from "../../src/index";
import { type Client, clientOf, type Json, orderPath } from "../raw-client";

let sim: Simulator;
let client: Client;

beforeEach(async () => {
  sim = await startSimulator();
  client = clientOf(sim);
});
afterEach(() => sim.close());

const small = { memory_mb: 512, disk_space_mb: 8192 };
const image = { domain_name: "a.example.com" };
type Rule = Variants["extraRefusals"][number];

/** What the service is not known to refuse. */
const requests: [Rule, string, Json][] = [
  ["below-plan-minimum", "memory_mb", { pricing_plan_code: "LaunchtimeVPSDal", vps_parameters: small }],
  ["unlisted-distro", "distro", { instantiation_options: { ...image, distro: "lenny" } }],
  ["relative-file-path", "file_injection_data", { file_injection_data: [{ path: "notes.txt", data_as_string: "x" }] }],
];

test.each(requests)("%s is sold, and refused only in its variant", async (rule, fieldName, request) => {
  const body = { x: { instantiation_options: image, ...request } };
  expect((await client.send("POST", "/r/orders/new-vps", body)).status).toBe(200);
  sim.variants.extraRefusals = [rule];
  const { status, fields } = await client.send("POST", "/r/orders/new-vps", body);
  expect({ status, field: fields.error_info.field_name }).toEqual({ status: 400, field: fieldName });
  expect(sim.world.orders()).toHaveLength(1);
});

test("a plan sold below its minimum costs less than its list price, and what the quote says", async () => {
  const body = { x: { instantiation_options: image, pricing_plan_code: "LaunchtimeVPSDal", vps_parameters: small } };
  const quote = await client.send("PUT", "/r/pricing-plans/new-vm-pricing", body);
  const { about_order } = (await client.send("POST", "/r/orders/new-vps", body)).fields;
  expect(about_order.billing_info.monthly_recurring_amt).toEqual(quote.fields.monthly_recurring_amt);
  expect(quote.fields.monthly_recurring_amt.amt).toBeLessThan(5.82);
});

test("a reinstall that names another location stays where it is, or is refused in a variant", async () => {
  const oid = (await client.buy()).about_order.order_oid;
  const body = { x: { dc_location: "DCLONDON" } };
  const { fields } = await client.send("PUT", orderPath(oid, "/vps/reinstall"), body);
  expect(fields.about_order.location.data_center_location_code).toBe("DCDALLAS");
  sim.variants.extraRefusals = ["reinstall-elsewhere"];
  expect((await client.send("PUT", orderPath(oid, "/vps/reinstall"), body)).status).toBe(400);
});

test("a low-contention plan has its own sizes", async () => {
  const body = {
    x: { instantiation_options: image, pricing_plan_code: "MiroVPSLowContention", vps_parameters: small },
  };
  expect((await client.send("POST", "/r/orders/new-vps", body)).fields.error_info.field_name).toBe("vps_parameters");
});
