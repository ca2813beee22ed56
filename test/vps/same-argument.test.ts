import type { VpsArgument } from "../../provider/vps/arguments";
import { diffVps } from "../../provider/vps/diff";
import { sameArgument } from "../../provider/vps/equality";
import { orderShows, planSteps } from "../../provider/vps/steps";
import { anOrder, type Program, recordedAfter, wanting } from "./support/server";

/** Two equivalent values of an argument. */
const sameThings: [VpsArgument, unknown, unknown][] = [
  ["domainName", "web.example.com", "Web.Example.COM"],
  ["domainName", "web.example.com", "web.example.com."],
  ["dcLocation", "DCDALLAS", "dcdallas"],
  ["features", "ssd nvme", " NVME  ssd nvme"],
  ["controlPanel", "webmin", "Webmin "],
  ["hostServerOid", "1317", "01317"],
  ["controlPanel", undefined, "none"],
  ["controlPanel", "", "None"],
  ["isSsdHostRequired", undefined, false],
  ["hostServerSelector", undefined, {}],
  ["ipRequest", undefined, {}],
  ["ipRequest", undefined, { numIps: 1 }],
  ["ipRequest", { requestedIps: ["2001:db8::A", "192.0.2.1"] }, { requestedIps: ["192.0.2.1", "2001:db8:0:0::a"] }],
  [
    "instantiationViaCloneOptions",
    { vpsOrderOidToClone: 5, domainName: "copy.example.com" },
    { vpsOrderOidToClone: 5, domainName: "Copy.example.com." },
  ],
  ["instantiationViaCloneOptions", { vpsOrderOidToClone: 5 }, { vpsOrderOidToClone: 5, domainName: "web.example.com" }],
  ["diskSpace2Mb", undefined, 0],
  ["diskSpace3Mb", undefined, 0],
  ["distro", "deb12.64", "DEB12.64"],
  ["sshAuthorizedKeys", undefined, []],
  ["fileInjectionData", undefined, []],
  [
    "fileInjectionData",
    [{ path: "/a", dataAsString: "1" }],
    [{ path: "/a", dataAsString: "1", execOnFirstBoot: false }],
  ],
  ["isJustMinimalInit", undefined, false],
  ["metaData", undefined, {}],
];

test.each(sameThings)(
  "%s %j is the same as %j: nothing is replaced, changed, asked or done",
  (argument, one, other) => {
    for (const [before, after] of [
      [one, other],
      [other, one],
    ]) {
      const desired: Program = { ...wanting(), reinstallOnFirstBootChange: true, [argument]: after };
      const program = { reinstallOnFirstBootChange: true, [argument]: before } as Program;
      const recorded = recordedAfter(program, anOrder({ vpsParameters: {} }));
      const { changes, replaces } = diffVps(recorded, desired);
      expect({ changes, replaces }).toEqual({ changes: [], replaces: [] });
    }
  },
);

test.each<[VpsArgument, unknown, unknown]>([
  ["domainName", "web.example.com", "web.example.org"],
  ["features", "ssd", "ssd nvme"],
  ["controlPanel", "none", "webmin"],
  ["isSsdHostRequired", undefined, true],
  ["hostServerSelector", {}, { minVmDiskFreeGb: 5 }],
  ["ipRequest", { requestedIps: ["192.0.2.1"] }, { requestedIps: ["192.0.2.2"] }],
  ["diskSpace2Mb", 0, 4096],
  ["distro", "deb13.64", undefined],
  ["instantiationViaCloneOptions", { vpsOrderOidToClone: 5 }, { vpsOrderOidToClone: 6 }],
  ["isJustMinimalInit", undefined, true],
  ["fileInjectionData", [{ path: "/a" }], [{ path: "/a", execOnFirstBoot: true }]],
])("%s %j differs from %j", (argument, one, other) => {
  expect(sameArgument(argument, one, other)).toBe(false);
  expect(sameArgument(argument, other, one)).toBe(false);
});

test("values that fit no argument are compared as they are, and nothing throws", () => {
  for (const [argument] of sameThings) {
    for (const odd of [null, 0, true, "x", [], {}, [{}], { numIps: "2", requestedIps: 7, domainName: 3 }]) {
      expect(sameArgument(argument, odd, JSON.parse(JSON.stringify(odd)))).toBe(true);
    }
  }
});

test("an additional disk that an order does not mention counts as none: removing it is no resize", () => {
  const observed = anOrder({ vpsParameters: { memoryMb: 1024 } });
  const changes = [{ argument: "diskSpace2Mb", effect: "resize", isUnknown: false }] as const;
  expect(planSteps(changes, { diskSpace2Mb: 0 }, observed, new Set())).toEqual([]);
  expect(orderShows({ kind: "resize", sizes: { diskSpace2Mb: 0 } }, observed)).toBe(true);
});
