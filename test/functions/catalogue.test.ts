import { theImage } from "../../provider/functions/catalogue-choice";
import { type Simulator, startSimulator } from "../../simulator/src/index";
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

  test("data centres", async () => {
    const { dataCenters } = await asks(service(), "getDataCenters", {});
    expect(dataCenters).toContainEqual({
      dataCenterLocationCode: "DCFRANKFURT",
      dataCenterLocationName: "Frankfurt",
      dataCenterLocationCountry2ltr: "DE",
    });
    expect(simulator.journal.entries).toMatchObject([{ call: "data-centers", hasAuthorization: false }]);
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

describe("one image is found", () => {
  test.each([
    ["by family, the newest", { family: "debian", newest: true }, "deb13.64"],
    ["by the letters of its code", { family: "deb", newest: true }, "deb13.64"],
    ["by several words of its name", { family: "Rocky Linux" }, "rocky9.64"],
    ["by the service's recommendation", { isRecommended: true }, "deb13.64"],
    ["among those not recommended", { family: "Debian", isRecommended: false }, "deb12.64"],
    ["without a number in its code", { family: "coreos", newest: true }, "coreos.64"],
  ])("%s", async (_, args, code) => {
    expect(await asks(service(), "getDistribution", args)).toMatchObject({ distroCode: code });
  });

  test.each([
    [
      { family: "ubuntu" },
      '2 images match family: "ubuntu", but one was expected: ubuntu2404.64, ubuntu2204.64. Set newest: true, or use getDistributions.',
    ],
    [
      { family: "debain", newest: true },
      'no image matches family: "debain" and newest: true. The service offers deb13.64, deb12.64, ubuntu2404.64, ubuntu2204.64, rocky9.64, coreos.64.',
    ],
    [{ newest: true }, 'newest needs a family, such as "debian": releases of different families cannot be compared.'],
    [
      { family: "rocky", newst: true } as object,
      'there is no argument "newst"; there are family, newest, isRecommended.',
    ],
  ])("and the error of %j lists what there is", async (args, message) => {
    await expect(asks(service(), "getDistribution", args)).rejects.toThrow(`getDistribution: ${message}`);
  });

  test("releases are compared as numbers, and of two alike the one for 64 bits wins", () => {
    const images = ["ubuntu910", "ubuntu1004", "ubuntu1004.64", "ubuntu804.64"].map((distroCode) => ({ distroCode }));
    expect(theImage(images, { family: "ubuntu", newest: true }).distroCode).toBe("ubuntu1004.64");
  });
});

describe("one plan is found", () => {
  test.each([
    ["the cheapest of a location", { cheapest: true, dcLocation: "dcdallas" }, "LaunchtimeVPSDal"],
    ["the cheapest that has the traffic", { cheapest: true, dataTransferAtLeastGb: 30 }, "MIRO1B"],
    ["the first of several cheapest", { cheapest: true, memoryAtLeastMb: 1024 }, "LaunchtimeVPSDal"],
    ["the only one", { dcLocation: "DCLONDON", priceUnderUsd: 10 }, "LaunchtimeVPSLon"],
  ])("%s", async (_, args, code) => {
    expect(await asks(serviceWithoutKey(simulator.url), "getPricingPlan", args)).toMatchObject({
      pricingPlanCode: code,
    });
  });

  test("or the error lists what there is", async () => {
    await expect(asks(service(), "getPricingPlan", { dcLocation: "DCDALLAS" })).rejects.toThrow(
      'getPricingPlan: 3 plans match dcLocation: "DCDALLAS", but one was expected: LaunchtimeVPSDal (DCDALLAS, 1024 MB, USD 5.82), ' +
        "MiroVPSLowContention (DCDALLAS, 950 MB, USD 32.54), MIRO1B (DCDALLAS, 160 MB, USD 20.19). Set cheapest: true, or more filters.",
    );
    await expect(asks(service(), "getPricingPlan", { cheapest: true, memoryAtLeastMb: 4096 })).rejects.toThrow(
      /^getPricingPlan: no plan with a price matches memoryAtLeastMb: 4096\. The service offers LaunchtimeVPSDal \(.*, LaunchtimeVPSFra \(DCFRANKFURT/,
    );
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
    const flags = { useJboss: true, useLiferay: true, useRails: true, useSpamassassin: true, useTomcat: true };
    await asks(service(), "getPricingPlans", { ...flags, price: true, justCurrent: false, notThirdParty: false });
    expect(simulator.journal.entries[0]?.matrix).toEqual({
      "server-type": "VPS",
      price: "Y",
      just_current: "N",
      not_third_party: "N",
      use_jboss: "Y",
      use_liferay: "Y",
      use_rails: "Y",
      use_spamassassin: "Y",
      use_tomcat: "Y",
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

describe("a price", () => {
  test("is returned for the arguments of a server, and nothing is bought", async () => {
    const { monthlyCost, message } = await asks(service(), "getVpsPrice", {
      domainName: "web.example.com",
      memoryMb: 4096,
      diskSpaceMb: 10_240,
    });
    expect(monthlyCost).toEqual({ amount: 13.32, currency: "USD", amountUsd: 13.32 });
    expect(message).toBe("The price for 4096MB memory and 10GB disk in Dallas is 13.32 USD/month.");
    expect(simulator.world.activeOrders()).toHaveLength(1);
  });

  test("is requested without the server's secrets", async () => {
    await asks(service(), "getVpsPrice", {
      memoryMb: 2048,
      password: "canary-password",
      cloudConfigData: "canary-cloud",
      fileInjectionData: [{ path: "/root/x", dataAsString: "canary-file" }],
    });
    expect(JSON.stringify(simulator.journal.entries)).not.toContain("canary");
  });

  test("is refused in the service's words", async () => {
    await expect(asks(service(), "getVpsPrice", { dcLocation: "DCNOWHERE" })).rejects.toThrow(
      /^getVpsPrice: .* was refused by the service .*DCNOWHERE/,
    );
  });
});

test("a misspelt argument is an error that names it, and nothing is asked", async () => {
  const misspelt = { domianName: "web.example.com" } as object;
  await expect(asks(service(), "getVpsPrice", misspelt)).rejects.toThrow(
    'getVpsPrice: there is no argument "domianName".',
  );
  expect(simulator.journal.entries).toEqual([]);
});

describe("within one run", () => {
  test("the same question is sent once, even while the first is still unanswered", async () => {
    const run = service();
    const answers = await Promise.all([
      asks(run, "getDistributions", {}),
      asks(run, "getDistributions", {}),
      asks(run, "getVps", { domainName: "web.example.com" }),
      asks(run, "getVps", { orderOid: "3000000001" }),
    ]);
    expect(answers[0]).toEqual(answers[1]);
    await asks(run, "getDistributions", {});
    expect(simulator.journal.entries.map(({ call }) => call)).toEqual(["distributions", "list-orders"]);
  });

  test("what one caller does with an answer does not affect the next", async () => {
    const run = service();
    const { dataCenters } = await asks(run, "getDataCenters", {});
    const first = dataCenters.splice(0);
    expect((await asks(run, "getDataCenters", {})).dataCenters).toEqual(first);
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
