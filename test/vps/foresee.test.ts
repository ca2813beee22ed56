import { Unknown } from "../../provider/engine/properties";
import { foreseenOutputs, withOnlyTouched } from "../../provider/vps/foresee";
import { anOrder, type Program, recordedAfter } from "./support/server";

const names = [
  "orderOid",
  "primaryIp",
  "location",
  "monthlyCost",
  "memoryMb",
  "distro",
  "password",
  "maxMonthlyCostUsd",
];

const before: Program = { domainName: "web.example.com", memoryMb: 1024, distro: "deb12.64", maxMonthlyCostUsd: 50 };

/** The outputs that are known in a preview of this edit. */
const foreseen = (edit: object, recorded = recordedAfter(before)): string[] => [
  ...foreseenOutputs(names, { ...recorded }, { ...before, ...edit }).keys(),
];

const allBut = (...open: string[]): string[] => names.filter((name) => !open.includes(name));

test.each<[string, object, string[]]>([
  ["nothing", {}, names],
  ["what the provider alone goes by", { maxMonthlyCostUsd: 60 }, names],
  ["the size", { memoryMb: 2048 }, allBut("memoryMb", "monthlyCost")],
  ["the image", { distro: "deb13.64" }, allBut("distro", "password")],
  ["the host", { hostServerOid: "99" }, allBut("memoryMb", "primaryIp", "location", "monthlyCost")],
  ["first-boot data", { password: "another-Password1" }, names],
  [
    "first-boot data that reinstalls",
    { password: "another-Password1", reinstallOnFirstBootChange: true },
    allBut("distro", "password"),
  ],
  ["the power", { runningState: "NOTRUNNING" }, names],
  ["a size that is not known yet", { memoryMb: new Unknown() }, allBut("memoryMb", "monthlyCost")],
  ["a name that is not known yet", { domainName: new Unknown() }, []],
  ["an image that is not known yet and may replace", { distro: new Unknown(), onImageChange: "replace" }, []],
])("after a change of %s, just what it cannot alter is foreseen", (_, edit, expected) => {
  expect(foreseen(edit)).toEqual(expected);
});

test("the password that is foreseen is the one on the server, and a limit that was taken out is gone", () => {
  const { maxMonthlyCostUsd: _, ...asked } = { ...before, password: "for-the-Next-install1" };
  const known = foreseenOutputs(names, { ...recordedAfter(before) }, asked);
  expect([known.get("password"), known.get("maxMonthlyCostUsd")]).toEqual(["the password valid now", undefined]);
});

test("an address that the service has not shown yet is not foreseen, nor anything of a purchase without an answer", () => {
  const { allocatedIps: __, ...order } = anOrder();
  const bare = { ...recordedAfter(before, order), __attempt: "attempt-1" };
  expect(foreseen({}, bare)).toEqual(allBut("primaryIp"));
  const { orderOid: _, ...pending } = bare;
  expect(foreseenOutputs(names, pending, before)).toEqual(new Map());
});

test("after a restart the state keeps an address that has changed outside; after a move it has the new one", () => {
  const recorded = recordedAfter(before);
  const read = recordedAfter(before, anOrder({ allocatedIps: { primaryIp: "198.18.99.99", secondaryIps: [] } }));
  const restart = { argument: "restartTriggers", effect: "restart", isUnknown: false } as const;
  expect(withOnlyTouched(recorded, read, [restart], before).primaryIp).toBe(recorded.primaryIp);
  const move = { argument: "hostServerOid", effect: "move", isUnknown: false } as const;
  expect(withOnlyTouched(recorded, read, [move], before).primaryIp).toBe("198.18.99.99");
});
