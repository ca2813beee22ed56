import { type Desired, Unknown } from "../../provider/plan/model";
import { argumentOf, purchaseQuoteRequest, resizeQuoteRequest, unknownPrices } from "../../provider/plan/request";
import { overServerLimit } from "../../provider/purchase/limits";
import { priceChange } from "../../provider/schema/money";

const usd = (amount: number) => ({ amount, currency: "USD", amountUsd: amount });

test.each([
  ["a new server", undefined, usd(20), "USD 20.00/month"],
  ["a more expensive one", usd(20.19), usd(30.32), "USD 20.19 → USD 30.32/month (USD 10.13 more)"],
  ["a cheaper one", usd(30), usd(20), "USD 30.00 → USD 20.00/month (USD 10.00 less)"],
  ["the same price", usd(20), usd(20), "USD 20.00/month (unchanged)"],
  ["another currency", { amount: 35, currency: "AUD" }, usd(20), "USD 20.00/month"],
  ["no amount", undefined, { currency: "USD" }, undefined],
])("the price of %s", (_, before, after, words) => {
  expect(priceChange(before, after)).toBe(words);
});

test.each([
  ["no limit", undefined, usd(20), undefined, true],
  ["exactly the limit", 20, usd(20), undefined, true],
  ["more than the limit", 19.99, usd(20), undefined, false],
  [
    "another currency, by the service's estimate",
    20,
    { amount: 35, currency: "AUD", amountUsd: 32.54 },
    undefined,
    false,
  ],
  ["a currency without an estimate", 20, { amount: 15, currency: "AUD" }, undefined, false],
  ["an estimate of nothing", 20, { amount: 15, currency: "AUD", amountUsd: 0 }, undefined, false],
  ["an amount without a currency", 20, { amount: 15 }, undefined, false],
  ["an estimate without a currency", 20, { amount: 35, amountUsd: 15 }, undefined, true],
  ["nothing", 20, usd(0), usd(30), false],
  ["above the limit, but cheaper than before", 20, usd(25), usd(30), true],
  ["no estimate, but cheaper than before", 20, { amount: 35, currency: "AUD" }, { amount: 36, currency: "AUD" }, true],
  ["no estimate, and dearer than before", 20, { amount: 35, currency: "AUD" }, { amount: 34, currency: "AUD" }, false],
  ["no estimate, and another currency than before", 20, { amount: 5, currency: "AUD" }, usd(30), false],
  ["no currency now and before", 20, { amount: 5 }, { amount: 30 }, false],
  ["above the limit, and more expensive than before", 20, usd(30), usd(25), false],
])("the limit allows or refuses: %s", (_, most, after, before, passes) => {
  expect(overServerLimit(most, { kind: "price", monthlyCost: after }, before) === undefined).toBe(passes);
});

test("a limit that cannot be checked is named, with the reason and the ways out", () => {
  const wayOut =
    'Without that nothing is bought, enlarged or replaced. Run "pulumi up" again later, ask the service\'s support, or remove the limit';
  expect(overServerLimit(10, { kind: "no-price", why: "Nobody answers." }, usd(100))).toBe(
    `is 10, but cannot be enforced, because the price is not known: Nobody answers. ${wayOut}`,
  );
  expect(overServerLimit(10, { kind: "price", monthlyCost: { amount: 72.02, currency: "NZD" } })).toBe(
    `is 10, but cannot be enforced, because the service's quote has no amount in USD (NZD 72.02/month). ${wayOut}`,
  );
});

test("the quote request for a new server holds no secret and no name, so that equal servers share one", () => {
  const desired: Desired = {
    domainName: "web.example.com",
    memoryMb: 1024,
    password: "canary",
    cloudConfigData: "canary",
    fileInjectionData: [{ path: "/etc/motd", dataAsString: "canary" }],
    sshAuthorizedKeys: ["ssh-ed25519 canary"],
  };
  expect(purchaseQuoteRequest(desired)).toEqual({ memoryMb: 1024 });
});

test("unknown values are left out of the quote request, and named", () => {
  const desired: Desired = {
    domainName: "a.example.com",
    memoryMb: new Unknown(),
    diskSpaceMb: 10_240,
  };
  expect(purchaseQuoteRequest(desired)).toEqual({ diskSpaceMb: 10_240 });
  expect(unknownPrices(desired)).toEqual(["memoryMb"]);
});

test("the quote request for a resize uses the order's values for what the program leaves open, without the image", () => {
  const order = {
    orderOid: 1,
    vpsParameters: { memoryMb: 1024, diskSpaceMb: 20_480, diskSpace2Mb: 0 },
    location: { dataCenterLocationCode: "DCLONDON" },
  };
  const desired: Desired = { domainName: "web.example.com", distro: "lenny", memoryMb: 2048 };
  expect(resizeQuoteRequest(desired, order)).toEqual({
    memoryMb: 2048,
    diskSpaceMb: 20_480,
    diskSpace2Mb: 0,
    dcLocation: "DCLONDON",
  });
  expect(resizeQuoteRequest(desired, undefined)).toEqual({ memoryMb: 2048 });
});

test("the quote request for a resize asks for as many addresses as the server has, and for none that it holds itself", () => {
  const quoted = (ipRequest: NonNullable<Desired["ipRequest"]>) =>
    resizeQuoteRequest({ domainName: "web.example.com", memoryMb: 2048, ipRequest }, undefined);
  expect(quoted({ requestedIps: ["192.0.2.1"] })).toEqual({ memoryMb: 2048 });
  expect(quoted({ requestedIps: ["192.0.2.1", "192.0.2.2"] })).toEqual({
    memoryMb: 2048,
    ipRequest: { numIps: 2, extraIpReason: "a quote" },
  });
  expect(quoted({ numIps: 3, extraIpReason: "mail", requestedIps: ["192.0.2.1"] })).toEqual({
    memoryMb: 2048,
    ipRequest: { numIps: 3, extraIpReason: "mail" },
  });
});

test.each([
  ["distro", "distro"],
  ["dcLocation", "dcLocation"],
  ["vpsParameters.diskSpace2Mb", "diskSpace2Mb"],
  ["vpsOrderOidToClone", "instantiationViaCloneOptions"],
  ["numIps", "ipRequest"],
  ["somethingNew", undefined],
  [undefined, undefined],
])("the service's field %s is the argument %s", (field, argument) => {
  expect(argumentOf(field)).toBe(argument);
});
