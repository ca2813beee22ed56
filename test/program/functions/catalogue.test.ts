import { type Simulator, startSimulator } from "../../../simulator/src/index";
import { apiKey, asks, serviceAt, serviceWithoutKey } from "./support/asking";

let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator({
    apiKeys: [apiKey],
    seed: {
      orders: [
        { orderOid: 3_000_000_001, domainName: "web.example.com" },
        {
          orderOid: 3_000_000_002,
          domainName: "gone.example.com",
          cancellationAtMs: 1_600_000_000_000,
          runningState: "NOTRUNNING",
        },
      ],
    },
  });
});
beforeEach(() => simulator.reset());
afterAll(() => simulator.close());

const service = () => serviceAt(simulator.url);

describe("the catalogue is read without sending the key", () => {
  test("distributions", async () => {
    const { distributions } = await asks(service(), "getDistributions", {});
    expect(distributions[0]).toEqual({
      distroCode: "deb13.64",
      distroDescription: "Debian 13 64-bit (aka Trixie)",
      isPromoted: true,
      isRecommended: true,
    });
    expect(simulator.journal.entries).toMatchObject([{ call: "distributions", hasAuthorization: false }]);
  });

  test("pricing plans, without a key being set", async () => {
    const { pricingPlans } = await asks(serviceWithoutKey(simulator.url), "getPricingPlans", {});
    expect(pricingPlans.find((plan) => plan.pricingPlanCode === "MiroVPSLowContention")).toMatchObject({
      minimumMemoryMb: 950,
      minimumDiskGb: 20,
      minimumDataTransferAllowanceGb: 75,
      monthlyRecurringAmt: { amount: 35, currency: "AUD", amountUsd: 32.54 },
      offeredAtDataCenter: { dataCenterLocationCode: "DCDALLAS" },
    });
    expect(simulator.journal.entries).toMatchObject([{ call: "pricing-plans", hasAuthorization: false }]);
  });
});

describe("pricing plans are filtered", () => {
  test.each([
    ["by location, in upper or lower case", { dcLocation: "DcFrankfurt" }, ["LaunchtimeVPSFra"]],
    ["by the highest price", { priceUnder: 20, dcLocation: "DCDALLAS" }, ["LaunchtimeVPSDal"]],
    ["by the lowest price", { priceOver: 30 }, ["MiroVPSLowContention"]],
    ["by memory", { memAtLeast: 1000, dcLocation: "DCDALLAS" }, ["LaunchtimeVPSDal"]],
    ["by traffic", { dataTransferAtLeastGb: 70 }, ["MiroVPSLowContention"]],
    ["by code", { justPlans: ["MIRO1B", "LaunchtimeVPSSyd"] }, ["LaunchtimeVPSSyd", "MIRO1B"]],
    ["by kind of server", { serverType: "PHYSICAL" as const }, ["DedicatedDal"]],
    ["down to nothing", { priceUnder: 1 }, []],
  ])("%s", async (_, filter, codes) => {
    const { pricingPlans } = await asks(service(), "getPricingPlans", filter);
    expect(pricingPlans.map((plan) => plan.pricingPlanCode)).toEqual(codes);
  });

  test("and every filter is passed to the service", async () => {
    await asks(service(), "getPricingPlans", { justCurrent: false, notThirdParty: false });
    expect(simulator.journal.entries[0]?.matrix).toEqual({
      "server-type": "VPS",
      just_current: "N",
      not_third_party: "N",
    });
  });
});

test("a billing method includes the active orders charged to it", async () => {
  const { billingMethods } = await asks(service(), "getBillingMethods", {});
  expect(billingMethods[0]).toMatchObject({
    billingOid: 1012,
    billingMethodType: "TS_CC",
    ordersOnThisBillingMethod: [{ orderOid: 3_000_000_001, domainName: "web.example.com" }],
  });
  expect(billingMethods[1]).toMatchObject({ billingMethodType: "TS_WIRE", ordersOnThisBillingMethod: [] });
});

describe("within one run", () => {
  test("the same question is sent once, even while the first is still unanswered", async () => {
    const run = service();
    const answers = await Promise.all([asks(run, "getDistributions", {}), asks(run, "getDistributions", {})]);
    expect(answers[0]).toEqual(answers[1]);
    await asks(run, "getDistributions", {});
    expect(simulator.journal.entries.map(({ call }) => call)).toEqual(["distributions"]);
  });

  test("what one caller does with an answer does not affect the next", async () => {
    const run = service();
    const { distributions } = await asks(run, "getDistributions", {});
    const first = distributions.splice(0);
    expect((await asks(run, "getDistributions", {})).distributions).toEqual(first);
  });

  test("different filters are a different question", async () => {
    const run = service();
    await asks(run, "getPricingPlans", { dcLocation: "DCDALLAS" });
    await asks(run, "getPricingPlans", { dcLocation: "DCSYDNEY" });
    expect(simulator.journal.calls("pricing-plans")).toHaveLength(2);
  });

  test("a failure is not remembered", async () => {
    const run = service();
    simulator.faults.add({ call: "billing-methods", how: { status: 403 } });
    await expect(asks(run, "getBillingMethods", {})).rejects.toThrow();
    await expect(asks(run, "getBillingMethods", {})).resolves.toBeDefined();
  });
});
