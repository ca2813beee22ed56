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
