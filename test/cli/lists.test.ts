import { calls, simulator } from "./support/account";

const cancelled = 2740019355;

const listed = async (line: string): Promise<{ orders: { orderOid: number }[]; monthlyTotal: object }> =>
  JSON.parse((await calls(`${line} --json`)).stdout);

test("cancelled orders are listed on demand, and cost nothing", async () => {
  const active = await listed("orders");
  const all = await listed("orders --all");
  expect(all.orders).toHaveLength(active.orders.length + 1);
  expect(all.orders.map(({ orderOid }) => orderOid)).toContain(cancelled);
  expect(all.monthlyTotal).toEqual(active.monthlyTotal);
  const { stdout } = await calls(`orders ${cancelled}`);
  expect(stdout).toMatch(/ended 2026-02-14 .*\n\n1 cancelled order\.\n$/);
});

test("the sum says how much of it ends", async () => {
  const [first] = simulator.world.activeOrders();
  simulator.world.cancelAtPeriodEndOutside(first?.orderOid ?? 0);
  expect((await calls("orders")).stdout).toMatch(
    /^\d active orders, USD [\d.]+ a month \(2 due to be cancelled, USD 23.04 of it\); \d bought by a stack/m,
  );
});

test("orders are found by any word, also one of their tags", async () => {
  expect((await listed("orders --search mail")).orders.map(({ orderOid }) => orderOid)).toEqual([2853411087]);
  expect((await calls("orders --search nowhere")).stdout).toBe("No orders.\n");
});

test("the catalogue lists what it is asked for", async () => {
  const offers = async (line: string): Promise<Record<string, { distroCode?: string }[]>> =>
    JSON.parse((await calls(`${line} --json`)).stdout);
  expect(Object.keys(await offers("catalog"))).toEqual(["distributions", "locations", "plans"]);
  expect(Object.keys(await offers("catalog locations"))).toEqual(["locations"]);
  expect(Object.keys(await offers("catalog --location DCDALLAS"))).toEqual(["plans"]);
});
