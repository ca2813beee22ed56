import { type Simulator, startSimulator } from "../../../simulator/src/index";
import { apiKey, asks, serviceAt } from "./support/asking";

let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator({ apiKeys: [apiKey] });
});
beforeEach(() => simulator.reset());
afterAll(() => simulator.close());

const service = () => serviceAt(simulator.url);

describe("pricing plans are filtered", () => {
  test.each([
    ["by location, in upper or lower case", { dcLocation: "DcFrankfurt" }, ["LaunchtimeVPSFra"]],
    ["by the highest price", { priceUnder: 20, dcLocation: "DCDALLAS" }, ["LaunchtimeVPSDal"]],
    ["by the lowest price", { priceOver: 30 }, ["MiroVPSLowContention"]],
    ["by memory", { memAtLeast: 1000, dcLocation: "DCDALLAS" }, ["LaunchtimeVPSDal"]],
    ["by traffic", { dataTransferAtLeastGb: 70 }, ["MiroVPSLowContention"]],
    ["by code", { justPlans: ["MIRO1B", "LaunchtimeVPSSyd"] }, ["LaunchtimeVPSSyd", "MIRO1B"]],
    ["by kind of server", { serverType: "PHYSICAL" as const }, ["DedicatedDal"]],
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

test("getPricingPlans refuses a location that does not exist", async () => {
  const asked = asks(service(), "getPricingPlans", { dcLocation: "DALLAS" });
  await expect(asked).rejects.toThrow('no data centre "DALLAS". Did you mean DCDALLAS?');
});
