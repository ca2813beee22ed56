import { type Simulator, startSimulator } from "../../src/index";
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
test.each<[string, Json]>([
  ["sizes below the plan's", { pricing_plan_code: "LaunchtimeVPSDal", vps_parameters: small }],
  ["an image that is no longer listed", { instantiation_options: { ...image, distro: "lenny" } }],
])("%s are sold", async (_, request) => {
  const body = { x: { instantiation_options: image, ...request } };
  expect((await client.send("POST", "/r/orders/new-vps", body)).status).toBe(200);
});

test("a plan sold below its minimum costs less than its list price, and what the quote says", async () => {
  const body = { x: { instantiation_options: image, pricing_plan_code: "LaunchtimeVPSDal", vps_parameters: small } };
  const quote = await client.send("PUT", "/r/pricing-plans/new-vm-pricing", body);
  const { about_order } = (await client.send("POST", "/r/orders/new-vps", body)).fields;
  expect(about_order.billing_info.monthly_recurring_amt).toEqual(quote.fields.monthly_recurring_amt);
  expect(quote.fields.monthly_recurring_amt.amt).toBeLessThan(5.82);
});

test("a reinstall that names another location stays where it is", async () => {
  const oid = (await client.buy()).about_order.order_oid;
  const body = { x: { dc_location: "DCLONDON" } };
  const { fields } = await client.send("PUT", orderPath(oid, "/vps/reinstall"), body);
  expect(fields.about_order.location.data_center_location_code).toBe("DCDALLAS");
});

test("a low-contention plan has its own sizes", async () => {
  const body = {
    x: { instantiation_options: image, pricing_plan_code: "MiroVPSLowContention", vps_parameters: small },
  };
  expect((await client.send("POST", "/r/orders/new-vps", body)).fields.error_info.field_name).toBe("vps_parameters");
});
