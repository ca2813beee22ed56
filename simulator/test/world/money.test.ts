import { type ManualClock, manualClock, type Simulator, startSimulator } from "../../src/index";
import { type Client, clientOf, orderPath } from "../raw-client";

const DAY_MS = 86_400_000;

let sim: Simulator;
let client: Client;
let clock: ManualClock;

beforeEach(async () => {
  clock = manualClock(Date.UTC(2026, 3, 1));
  sim = await startSimulator({ clock });
  client = clientOf(sim);
});
afterEach(() => sim.close());

const REQUEST = {
  instantiation_options: { domain_name: "a.example.com" },
  vps_parameters: { memory_mb: 3192, disk_space_mb: 10_240 },
};

test.each([
  ["the sizes of the capture", {}, 11.11],
  ["a second disk", { vps_parameters: { memory_mb: 3192, disk_space_mb: 10_240, disk_space_2_mb: 10_240 } }, 12.41],
  ["a further address", { ip_request: { num_ips: 2, extra_ip_reason: "mail" } }, 12.11],
  ["less than the plan's minimum", { vps_parameters: { memory_mb: 512, disk_space_mb: 5120 } }, 3.92],
  ["no sizes at all", { vps_parameters: null }, 5.82],
])("an order costs what the quote said: %s", async (_, extra, price) => {
  const body = { new_order_request: { ...REQUEST, ...extra } };
  const quote = await client.send("PUT", "/r/pricing-plans/new-vm-pricing", body);
  expect(sim.world.orders()).toEqual([]);
  const order = await client.send("POST", "/r/orders/new-vps", body);
  const amount = { amt: price, amt_usd: price, currency: "CUR_USD" };
  expect(quote.fields.monthly_recurring_amt).toEqual(amount);
  expect(order.fields.about_order.billing_info.monthly_recurring_amt).toEqual(amount);
  expect(sim.world.charged()).toBe(price);
});

test("the quote says its price in a sentence", async () => {
  const { fields } = await client.send("PUT", "/r/pricing-plans/new-vm-pricing", { x: REQUEST });
  expect(fields.human_readable_message).toBe("The price for 3192MB memory and 10GB disk in Dallas is 11.11 USD/month.");
});

test("a GET asks for the price of the default sizes", async () => {
  const { fields } = await client.send("GET", "/r/pricing-plans/new-vm-pricing", null);
  expect(fields.monthly_recurring_amt.amt).toBe(5.82);
});

test("a plan in another currency is priced in it, with an estimate in USD", async () => {
  const { about_order } = (
    await client.send("POST", "/r/orders/new-vps", {
      x: { instantiation_options: { domain_name: "a.example.com" }, pricing_plan_code: "MiroVPSLowContention" },
    })
  ).fields;
  expect(about_order.billing_info.monthly_recurring_amt).toEqual({ amt: 35, currency: "CUR_AUD", amt_usd: 32.54 });
});

test("an upgrade is charged for the remaining days, and the new price applies from then on", async () => {
  const { orderOid } = sim.world.placeOrder({ domainName: "a.example.com" });
  clock.advance(12 * DAY_MS);
  const { fields } = await client.send("PUT", orderPath(orderOid, "/vps/parameters"), { x: { memory_mb: 2048 } });
  const result = fields.resource_change_result;
  expect(result).toMatchObject({
    original_pricing: { amt: 5.82, cur: "CUR_USD" },
    new_pricing: { amt: 8.32, cur: "CUR_USD" },
  });
  // 2.50 more per month, by the day: 2.50 * 12 * 18 / 365.
  expect(result.resource_change_messages.join("\n")).toContain("Pro-rated change of 1.48 USD over 18 days.");
  expect(sim.world.charges.map(({ kind, amt }) => [kind, amt])).toEqual([
    ["month", 5.82],
    ["pro-rata", 1.48],
  ]);
  clock.advance(18 * DAY_MS);
  expect(sim.world.charges.at(-1)).toMatchObject({ kind: "month", amt: 8.32 });
});

test("the order in the answer to a resize is stale, but the next read is not", async () => {
  const { orderOid } = sim.world.placeOrder({ domainName: "a.example.com" });
  const { fields } = await client.send("PUT", orderPath(orderOid, "/vps/parameters"), { x: { memory_mb: 2048 } });
  expect(fields.resource_change_request).toEqual({
    memory_mb: 2048,
    disk_space_mb: null,
    disk_space_2_mb: null,
    disk_space_3_mb: null,
  });
  expect(fields.about_order.vps_parameters.memory_mb).toBe(1024);
  const read = await client.send("GET", orderPath(orderOid));
  expect(read.fields.about_order).toMatchObject({
    vps_parameters: { memory_mb: 2048 },
    billing_info: { monthly_recurring_fee: 8.32 },
  });
});

test("a downgrade of memory is credited for the remaining days", async () => {
  const { orderOid } = sim.world.placeOrder({ domainName: "a.example.com", sizes: { memoryMb: 2048 } });
  sim.world.resizeOutside(orderOid, { memoryMb: 1024 });
  expect(sim.world.charges.at(-1)).toMatchObject({ kind: "pro-rata", amt: -2.47 });
});

test("a cancellation credits the unused rest of the month, and nothing is charged afterwards", async () => {
  const { orderOid } = sim.world.placeOrder({ domainName: "a.example.com" });
  clock.advance(15 * DAY_MS);
  const { fields } = await client.send("DELETE", orderPath(orderOid, "/vps"));
  expect(fields.cancel_messages).toContain("A $2.87 credit has been added to your account.");
  clock.advance(90 * DAY_MS);
  expect(sim.world.charged(orderOid)).toBe(2.95);
});

test("a stopped server is charged month after month; one that ends with its period is not charged again", async () => {
  const stopped = sim.world.placeOrder({ domainName: "a.example.com" }).orderOid;
  const ending = sim.world.placeOrder({ domainName: "b.example.com" }).orderOid;
  sim.world.stopOutside(stopped);
  sim.world.cancelAtPeriodEndOutside(ending);
  clock.advance(70 * DAY_MS);
  expect(sim.world.charged(stopped)).toBe(17.46);
  expect(sim.world.charged(ending)).toBe(5.82);
  expect(sim.world.isCancelled(ending)).toBe(true);
});

test("moving to another host keeps, relists or lowers the price as asked", async () => {
  const order = sim.world.placeOrder({ domainName: "a.example.com" });
  for (const plan of sim.world.catalogue.plans) plan.monthlyUsd += 1;
  const move = async (pricing_change_option: string) => {
    await client.send("PUT", orderPath(order.orderOid, "/vps/host-server"), { x: { pricing_change_option } });
    return sim.world.order(order.orderOid).monthlyAmount.amtUsd;
  };
  expect(await move("CHOOSE_SAME_PRICING")).toBe(5.82);
  expect(await move("CHOOSE_BEST_OPTION")).toBe(5.82);
  expect(await move("CHOOSE_SAME_RESOURCES")).toBe(6.82);
});
