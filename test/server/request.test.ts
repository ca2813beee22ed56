import { Unknown } from "../../provider/pulumi/properties";
import type { Program as PreviewedProgram } from "../../provider/server/program";
import {
  purchaseQuoteRequest,
  quoteToWire,
  reinstallRequest,
  resizeQuoteRequest,
  unknownPrices,
} from "../../provider/server/request";

test("the quote request for a new server holds no secret and no name, so that equal servers share one", () => {
  const secret = { password: "canary", cloudConfigData: "canary", sshAuthorizedKeys: ["ssh-ed25519 canary"] };
  const files = { fileInjectionData: [{ path: "/etc/motd", dataAsString: "canary" }] };
  const desired: PreviewedProgram = { domainName: "web.example.com", memoryMb: 1024, ...secret, ...files };
  expect(quoteToWire(purchaseQuoteRequest(desired))).toEqual({
    instantiation_options: { domain_name: "notexample.com" },
    vps_parameters: { memory_mb: 1024 },
  });
});

test("unknown values are left out of the quote request, and named", () => {
  const desired: PreviewedProgram = { domainName: "a.example.com", memoryMb: new Unknown(), diskSpaceMb: 10_240 };
  expect(purchaseQuoteRequest(desired)).toEqual({ diskSpaceMb: 10_240 });
  expect(unknownPrices(desired)).toEqual(["memoryMb"]);
});

test("the quote request for a resize uses the order's values for what the program leaves open, without the image", () => {
  const sizes = { memoryMb: 1024, diskSpaceMb: 20_480, diskSpace2Mb: 0 };
  const now = { ...sizes, location: { dataCenterLocationCode: "DCLONDON" } };
  const desired: PreviewedProgram = {
    domainName: "web.example.com",
    dcLocation: "DCDALLAS",
    distro: "lenny",
    memoryMb: 2048,
  };
  expect(resizeQuoteRequest(desired, now, { memoryMb: 2048 })).toEqual({
    memoryMb: 2048,
    diskSpaceMb: 20_480,
    diskSpace2Mb: 0,
    dcLocation: "DCLONDON",
  });
  expect(resizeQuoteRequest(desired, {}, { memoryMb: 2048 })).toEqual({ memoryMb: 2048, dcLocation: "DCDALLAS" });
});

test("the quote request for a resize has the sizes that the server will have, whatever was changed elsewhere", () => {
  const now = { memoryMb: 4096, diskSpaceMb: 10_240 };
  const desired: PreviewedProgram = { domainName: "web.example.com", memoryMb: 1024, diskSpaceMb: 20_480 };
  expect(resizeQuoteRequest(desired, now, { diskSpaceMb: 20_480 })).toEqual({ memoryMb: 4096, diskSpaceMb: 20_480 });
});

test("the quote request for a resize asks for as many addresses as the server has, and for none that it holds itself", () => {
  const quoted = (ipRequest: NonNullable<PreviewedProgram["ipRequest"]>) =>
    resizeQuoteRequest({ domainName: "web.example.com", memoryMb: 2048, ipRequest }, {}, { memoryMb: 2048 });
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

test("a reinstall sends the order's tags, and leaves those out that there are not", () => {
  const tags = (all: [string, string][]) =>
    reinstallRequest({ domainName: "a.example.com" }, "x", new Map(all)).metaData;
  expect([tags([["role", "web"]]), tags([])]).toEqual([{ role: "web" }, undefined]);
});
