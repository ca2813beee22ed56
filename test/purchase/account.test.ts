import { searchAccount, searchByKey } from "../../provider/purchase/account";
import { providerTags, tagNames } from "../../provider/purchase/tags";
import { type AboutOrder, hasEnd } from "../../provider/service/wire/order";
import type { Simulator } from "../../simulator/src/index";
import { clock, newContext, simulator } from "../server/support/simulated-service";

const placed = (name: string, key?: string): number =>
  simulator.world.placeOrder({
    domainName: `${name}.example.com`,
    ...(key !== undefined && { metaData: [{ keyName: tagNames.key, value: key }] }),
  }).orderOid;

const keysOf = (orders: readonly AboutOrder[]): Readonly<Record<number, string | undefined>> =>
  Object.fromEntries(orders.map((order) => [order.orderOid, providerTags(order).key]));

const readSingly = (): (number | undefined)[] => simulator.journal.calls("get-order").map(({ orderOid }) => orderOid);

const variants: readonly (readonly [string, Partial<Simulator["variants"]>])[] = [
  ["shows all tags", {}],
  ["shows no tags in lists", { tagsInLists: "missing" }],
  ["ignores the search for tags", { metaSearch: "ignored" }],
  ["ignores it, and shows no tags in lists", { metaSearch: "ignored", tagsInLists: "missing" }],
  ["finds parts of tags", { metaSearch: "partial" }],
];

test.each(variants)(
  "an order is found by its key, and known to have no other, where the service %s",
  async (_, odd) => {
    Object.assign(simulator.variants, odd);
    const [own, other, unnamed] = [placed("web", "key-1"), placed("web", "key-12"), placed("web")];
    const found = keysOf(await searchAccount(newContext(), "key-1", "web.example.com"));
    expect(found).toEqual({ [own]: "key-1", [other]: "key-12", [unnamed]: undefined });
  },
);

test.each([
  ["exact", "refuse"],
  ["missing", "refuse"],
  ["exact", "allow"],
] as const)(
  "what was found by the key, or has the name, is read singly at each look, and nothing else (tags in lists: %s, the same name: %s)",
  async (tagsInLists, sameDomainName) => {
    simulator.variants.tagsInLists = tagsInLists;
    const decisive = [placed("app", "key-1"), placed("web")];
    placed("other");
    // Where a name may be had twice, an order with tags is known to be another's.
    const others = placed("web", "key-2");
    if (sameDomainName === "refuse") decisive.push(others);
    simulator.world.cancelAtPeriodEndOutside(placed("web", "key-1"));
    const context = newContext({ sameDomainName });
    for (let look = 0; look < 2; look++) await searchAccount(context, "key-1", "web.example.com");
    expect(readSingly().toSorted()).toEqual([...decisive, ...decisive].toSorted());
  },
);

test("what a list still shows as active has ended if its own record says so", async () => {
  const [own, imported] = [placed("web", "key-1"), placed("old")];
  simulator.variants.listLagMs = 60_000;
  clock.advance(61_000);
  for (const orderOid of [own, imported]) simulator.world.cancelOutside(orderOid);
  expect((await searchByKey(newContext(), "key-1")).map(hasEnd)).toEqual([false]);
  const context = newContext();
  context.memory.ofKey("key-1").replacedOid = imported;
  expect((await searchAccount(context, "key-1", undefined)).map(hasEnd)).toEqual([true, true]);
});

test("an order that only the list shows with the key is read by itself too", async () => {
  const own = placed("app", "key-1");
  const context = newContext();
  const client = { ...context.client, findOrders: async () => ({ orders: [] }) };
  await searchAccount({ ...context, client }, "key-1", undefined);
  expect(readSingly()).toEqual([own]);
});

test("the run's searches share a list for a few seconds", async () => {
  const context = newContext();
  const whole = (): number =>
    simulator.journal.calls("list-orders").filter(({ path }) => !path.includes("meta_search")).length;
  for (let look = 0; look < 5; look++) await searchAccount(context, "key-1", "web.example.com");
  expect(whole()).toBe(1);
  clock.advance(11_000);
  await searchAccount(context, "key-1", "web.example.com");
  expect(whole()).toBe(2);
});

test("a shared list is never older than what the service finds by the key", async () => {
  const context = newContext();
  expect(await searchAccount(context, "key-1", undefined)).toEqual([]);
  const own = placed("web", "key-1");
  expect(keysOf(await searchAccount(context, "key-1", undefined))).toEqual({ [own]: "key-1" });
});

test("without a key, as in a first preview, nothing is searched by one", async () => {
  const oid = placed("web");
  expect(keysOf(await searchAccount(newContext(), undefined, "web.example.com"))).toEqual({ [oid]: undefined });
  expect(simulator.journal.calls("list-orders").map(({ path }) => path.includes("meta_search"))).toEqual([false]);
});

test("a cut-off list hides nothing from the search by the key, which shows no cancelled order", async () => {
  const [gone] = [placed("gone", "key-1")];
  simulator.world.cancelOutside(gone ?? 0);
  placed("a");
  const own = placed("web", "key-1");
  simulator.variants.listLimit = 1;
  expect(keysOf(await searchByKey(newContext(), "key-1"))).toEqual({ [own]: "key-1" });
});

test("what this process is cancelling is left out of every list that still shows it without an end", async () => {
  const own = placed("web", "key-1");
  const context = newContext();
  context.memory.ofOrder(own).beingCancelled = "at-period-end";
  expect(await searchByKey(context, "key-1")).toEqual([]);
  expect(await searchAccount(context, "key-1", "web.example.com")).toEqual([]);
});
