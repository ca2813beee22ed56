import { Unknown } from "../../../provider/plan/model";
import { previewNeeds } from "../../../provider/plan/preview/preview-needs";

const olds = { domainName: "web.example.com", distro: "deb12.64", memoryMb: 1024, dcLocation: "DCDALLAS" };

test("for a new server everything is asked", () => {
  expect(previewNeeds({}, { ...olds, billingOid: 1012 })).toMatchObject({
    service: true,
    listed: ["distro", "dcLocation", "billingOid"],
    price: "purchase",
  });
});

test("nothing is asked about a server that stays the same", () => {
  expect(previewNeeds(olds, { ...olds, dcLocation: "dcdallas" })).toMatchObject({
    service: false,
    listed: [],
    price: undefined,
  });
});

test("only what changed is asked about", () => {
  expect(previewNeeds(olds, { ...olds, distro: "deb13.64" })).toMatchObject({
    service: true,
    listed: ["distro"],
    price: undefined,
  });
  expect(previewNeeds(olds, { ...olds, memoryMb: 2048 })).toMatchObject({ listed: [], price: "resize" });
});

test("what no call can set on an existing server is not asked about", () => {
  expect(previewNeeds(olds, { ...olds, pricingPlanCode: "MIRO4B" })).toMatchObject({ service: false, listed: [] });
});

test("a resize that is part of a replacement is priced as an order", () => {
  expect(previewNeeds(olds, { ...olds, memoryMb: 2048, domainName: "app.example.com" }).price).toBeUndefined();
  const image = { ...olds, memoryMb: 2048, distro: "deb13.64" };
  expect(previewNeeds(olds, { ...image, onImageChange: "replace" }).price).toBeUndefined();
  expect(previewNeeds(olds, { ...image, onImageChange: "reinstall" }).price).toBe("resize");
});

test.each([
  ["behaviour", { cancel: "at-period-end" as const }, false],
  ["first-boot data", { password: "new" }, false],
  ["first-boot data that reinstalls", { password: "new", reinstallOnFirstBootChange: true }, true],
  ["an argument removed", { memoryMb: undefined }, true],
  ["a value that is not known yet", { memoryMb: new Unknown() }, false],
])("whether the service is needed: %s", (_, change, needsService) => {
  expect(previewNeeds(olds, { ...olds, ...change }).service).toBe(needsService);
});
