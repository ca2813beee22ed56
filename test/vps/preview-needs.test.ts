import { Unknown } from "../../provider/engine/properties";
import type { Desired } from "../../provider/vps/desired";
import { diffVps } from "../../provider/vps/diff";
import { asksService, needsOfChange, needsOfOrder } from "../../provider/vps/preview-needs";
import { type Program, recordedAfter, wanting } from "./support/server";

const before: Program = { domainName: "web.example.com", distro: "deb12.64", memoryMb: 1024, dcLocation: "DCDALLAS" };
const needs = (change: Desired) => {
  const desired = wanting({ ...before, ...change });
  return needsOfChange(diffVps(recordedAfter(before), desired), desired);
};

test("for a new server everything is asked", () => {
  expect(needsOfOrder({ ...before, billingOid: 1012, diskSpaceMb: new Unknown() })).toMatchObject({
    listed: ["distro", "dcLocation", "billingOid"],
    price: "purchase",
  });
});

test("nothing is asked about a server that stays the same", () => {
  expect(needs({ dcLocation: "dcdallas" })).toMatchObject({ listed: [], price: undefined });
});

test("only what changed is asked about", () => {
  expect(needs({ distro: "deb13.64" })).toMatchObject({ listed: ["distro"], price: undefined });
  expect(needs({ memoryMb: 2048 })).toMatchObject({ listed: [], price: "resize" });
});

test("what no call can set on an existing server is not asked about", () => {
  expect(needs({ pricingPlanCode: "MIRO4B" })).toMatchObject({ listed: [], price: undefined });
});

test("a resize that is part of a replacement is priced as an order", () => {
  expect(needs({ memoryMb: 2048, domainName: "app.example.com" }).price).toBeUndefined();
  const image = { memoryMb: 2048, distro: "deb13.64" };
  expect(needs({ ...image, onImageChange: "replace" }).price).toBeUndefined();
  expect(needs({ ...image, onImageChange: "reinstall" }).price).toBe("resize");
});

test.each<[string, Desired, boolean]>([
  ["behaviour", { cancel: "at-period-end" }, false],
  ["first-boot data", { password: "new" }, false],
  ["a size", { memoryMb: 2048 }, true],
  ["an image", { distro: "deb13.64" }, true],
  ["a host", { hostServerOid: "1400" }, false],
  ["a value that is not known yet", { memoryMb: new Unknown() }, false],
])("whether the service is needed: %s", (_, change, needsService) => {
  expect(asksService(needs(change))).toBe(needsService);
});
