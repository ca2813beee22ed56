import { matchesOrder, orderInfo } from "../../../provider/program/functions/order-info";
import { type Simulator, startSimulator } from "../../../simulator/src/index";
import { apiKey, asks, serviceAt } from "./support/asking";

let simulator: Simulator;

const yearAgoMs = Date.now() - 365 * 86_400_000;
const inAWeekMs = Date.now() + 7 * 86_400_000;

const tag = (keyName: string, value: string) => ({ keyName, value });

beforeAll(async () => {
  simulator = await startSimulator({
    apiKeys: [apiKey],
    seed: {
      orders: [
        { orderOid: 101, domainName: "web.example.com", metaData: [tag("role", "web"), tag("team", "shop")] },
        { orderOid: 102, domainName: "web2.example.com", metaData: [tag("role", "web2")] },
        {
          orderOid: 103,
          domainName: "db.example.com",
          locationCode: "DCFRANKFURT",
          metaData: [tag("note", "two words")],
        },
        { orderOid: 104, domainName: "ending.example.com", cancellationAtMs: inAWeekMs },
        { orderOid: 105, domainName: "db.example.com", cancellationAtMs: yearAgoMs, runningState: "NOTRUNNING" },
        { orderOid: 3_000_000_106, domainName: "metal.example.com", serverType: "PHYSICAL", locationCode: "DCDALLAS" },
      ],
    },
  });
});
beforeEach(() => simulator.reset());
afterEach(() => {
  simulator.variants.metaSearch = "exact";
});
afterAll(() => simulator.close());

const service = () => serviceAt(simulator.url);

test("getOrders refuses a location that does not exist, and finds nothing in one without orders", async () => {
  const inDallas = asks(service(), "getOrders", { dcLocation: "DALLAS" });
  await expect(inDallas).rejects.toThrow('no data centre "DALLAS". Did you mean DCDALLAS?');
  expect(await asks(service(), "getOrders", { dcLocation: "DCSYDNEY" })).toEqual({ orders: [] });
});

describe("getOrders", () => {
  test.each([
    ["lists the active orders, including dedicated servers", {}, [101, 102, 103, 104, 3_000_000_106]],
    ["lists the cancelled ones", { status: "inactive" as const }, [105]],
    ["lists all", { status: "any" as const }, [101, 102, 103, 104, 105, 3_000_000_106]],
    ["finds by kind of server", { serverType: "PHYSICAL" as const }, [3_000_000_106]],
    ["finds by the whole domain name, in any case", { domainName: "WEB2.example.com." }, [102]],
    ["finds nothing by a part of a domain name", { domainName: "web2" }, []],
    ["finds by words", { search: "DB.example" }, [103]],
    ["finds by tags", { tags: { role: "web", team: "shop" } }, [101]],
    ["finds by the key of a tag", { tags: { role: "" } }, [101, 102]],
    ["finds by a tag that the service cannot search for", { tags: { note: "two words" } }, [103]],
    ["finds by location", { dcLocation: "dcfrankfurt" }, [103]],
    ["finds by several at once", { dcLocation: "DCDALLAS", serverType: "VPS" as const, search: "web2" }, [102]],
    ["finds nothing by another value of a tag", { tags: { role: "we" } }, []],
    ["finds nothing by another value that the service cannot search for", { tags: { note: "2 words" } }, []],
    ["finds nothing for a search without matches", { search: "nowhere" }, []],
  ])("%s", async (_, args, oids) => {
    const { orders } = await asks(service(), "getOrders", args);
    expect(orders.map(({ orderOid }) => orderOid)).toEqual(oids);
  });

  test.each([
    [{}, true],
    [{ serverType: "VPS" }, true],
    [{ serverType: "PHYSICAL" }, false],
  ])("takes an order with %j for one of the kind that was asked for: %p", (kind, expected) => {
    expect(matchesOrder(orderInfo({ orderOid: 1, ...kind }, Date.now()), { serverType: "VPS" })).toBe(expected);
  });

  test("finds an order by its international name in either script", () => {
    const order = orderInfo({ orderOid: 1, domainName: "bücher.example" }, Date.now());
    for (const name of ["bücher.example", "XN--bcher-kva.example"])
      expect([matchesOrder(order, { domainName: name }), matchesOrder(order, { search: name })]).toEqual([true, true]);
  });

  test.each(["ignored", "partial"] as const)("checks tags itself if the service's search is %s", async (metaSearch) => {
    simulator.variants.metaSearch = metaSearch;
    const { orders } = await asks(service(), "getOrders", { tags: { role: "web" } });
    expect(orders.map(({ orderOid }) => orderOid)).toEqual([101]);
  });

  test("takes an order that does not say its kind for what was asked for", async () => {
    const about_orders = [{ order_oid: 107, domain_name: "bare.example.com" }];
    simulator.faults.add({ call: "list-orders", how: { patch: { about_orders } } });
    const { orders } = await asks(service(), "getOrders", { serverType: "VPS" });
    expect(orders.map(({ orderOid }) => orderOid)).toEqual([107]);
  });

  test("looks for words in every order, because the service's own search may leave some out", async () => {
    await asks(service(), "getOrders", { search: "role shop" });
    expect(simulator.journal.entries.map(({ path }) => path)).toEqual([expect.not.stringContaining("search")]);
  });
});

describe("getOrder", () => {
  test("returns an order with the property names of Vps, in the service's units", async () => {
    expect(await asks(service(), "getOrder", { orderOid: "101" })).toMatchObject({
      orderOid: 101,
      isActive: true,
      domainName: "web.example.com",
      serverType: "VPS",
      memoryMb: 1024,
      diskSpaceMb: 10_240,
      observedRunningState: "RUNNING",
      secondaryIps: [],
      dcLocation: "DCDALLAS",
      monthlyCost: { amount: 5.82, currency: "USD", amountUsd: 5.82 },
      monthlyRecurringFee: 5.82,
      deployedState: "DEPLOYED",
      orderDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      metaData: { role: "web", team: "shop" },
    });
  });

  test("fails for an order that does not exist, and for an invalid number", async () => {
    await expect(asks(service(), "getOrder", { orderOid: 999 })).rejects.toThrow(
      /^getOrder: Reading order 999 was refused/,
    );
    await expect(asks(service(), "getOrder", { orderOid: "web" })).rejects.toThrow(
      "getOrder: orderOid must be an order's number, such as 2853299702.",
    );
  });
});
