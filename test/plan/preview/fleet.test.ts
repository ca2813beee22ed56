import { Unknown } from "../../../provider/plan/model";
import { type FleetMember, fleetMember, groupLines, togetherWarning } from "../../../provider/plan/preview/fleet";
import { diffVps } from "../../../provider/plan/update/diff";
import { type Program, recordedAfter, wanting } from "../support/server";

const before: Program = { memoryMb: 1024, distro: "deb12.64", changeGroup: "web", restartTriggers: ["a"] };

const many = (count: number, more: Partial<FleetMember> = {}): FleetMember[] =>
  Array.from({ length: count }, (_, index) => ({
    domainName: `web-${index + 1}.example.com`,
    group: "web",
    runs: true,
    fate: "restarted" as const,
    isElsewhere: false,
    ...more,
  }));

test.each<[Program, FleetMember["fate"]]>([
  [{ memoryMb: 2048 }, "restarted"],
  [{ restartTriggers: ["b"] }, "restarted"],
  [{ distro: "deb13.64", memoryMb: 2048 }, "reinstalled"],
  [{ hostServerOid: "1400", memoryMb: 2048 }, "moved"],
  [{ runningState: "NOTRUNNING" }, "stopped"],
  [{ runningState: "RUNNING" }, undefined],
  [{ dcLocation: "DCSYDNEY", memoryMb: 2048 }, "replaced"],
  [{ cancel: "at-period-end", waitForPort: 22 }, undefined],
])("a change to %j: %s", (change, fate) => {
  const recorded = recordedAfter({ ...before, hostServerOid: "1317", dcLocation: "DCDALLAS" });
  const desired = wanting({ ...before, hostServerOid: "1317", dcLocation: "DCDALLAS", ...change });
  expect(fleetMember(recorded, desired, diffVps(recorded, desired))).toMatchObject({ group: "web", runs: true, fate });
});

test.each<[string, readonly FleetMember[], number, string[]]>([
  ["all", many(10), 1, ["web: 10 servers will be restarted one after the other; 9 serve meanwhile"]],
  ["three at a time", many(10), 3, ["web: 10 servers will be restarted 3 at a time; 7 serve meanwhile"]],
  [
    "more at a time than there are",
    many(2),
    5,
    ["web: 2 servers will be restarted at the same time; no other serves meanwhile"],
  ],
  ["one", [...many(1), ...many(1, { fate: undefined })], 1, ["web: 1 server will be restarted; 1 serves meanwhile"]],
  [
    "several kinds, and one that is down",
    [...many(3), ...many(2, { fate: "reinstalled" }), ...many(1, { runs: false })],
    1,
    ["web: 5 servers will be interrupted (3 restarted, 2 reinstalled) one after the other; 4 serve meanwhile"],
  ],
  ["stops", many(3, { fate: "stopped" }), 1, ["web: 3 servers will be stopped one after the other"]],
  [
    "replacements",
    [...many(2), ...many(1, { fate: "replaced" })],
    1,
    [
      "web: 2 servers will be restarted one after the other; 2 serve meanwhile; 1 server will be replaced (deleteBeforeReplace: false keeps each old one until its new one runs)",
    ],
  ],
  ["the only one", many(1), 1, ["web: 1 server will be restarted; no other serves meanwhile"]],
  [
    "several replacements",
    many(2, { fate: "replaced" }),
    1,
    [
      "web: 2 servers will be replaced, possibly all at the same time (deleteBeforeReplace: false keeps each old one until its new one runs)",
    ],
  ],
  ["nothing", [...many(3, { fate: undefined }), ...many(2, { group: undefined })], 1, []],
])("a group says how its servers go: %s", (_what, fleet, atATime, lines) => {
  expect(groupLines(fleet, atATime)).toEqual(lines);
});

test("a group with members of several providers says whom it does not cover", () => {
  const [alone = [], mixed = []] = [many(2, { group: "db" }), many(2, { isElsewhere: true })];
  expect(groupLines([...alone, ...mixed], 1)).toEqual([
    expect.stringMatching(/^db: .* 1 serves meanwhile$/),
    expect.stringMatching(
      /^web: .* 1 serves meanwhile; members of other providers are not counted and do not wait for these$/,
    ),
  ]);
});

test("servers without a group that go down in one run are counted, once", () => {
  const alone = many(10, { group: undefined });
  expect(togetherWarning(alone)).toBe(
    "10 servers will be interrupted, possibly all at the same time: web-1.example.com, web-2.example.com, web-3.example.com and 7 more. Those that do the same work can go one after the other: give them the same changeGroup.",
  );
  expect(togetherWarning(alone.slice(0, 1))).toBeUndefined();
  expect(togetherWarning(many(10))).toBeUndefined();
  expect(togetherWarning(many(10, { group: undefined, runs: false }))).toBeUndefined();
});

test("a group that only the up will know is neither named nor missing", () => {
  const recorded = recordedAfter(before);
  const desired = wanting({ ...before, changeGroup: new Unknown(), memoryMb: 2048 });
  const one = fleetMember(recorded, desired, diffVps(recorded, desired));
  expect(togetherWarning([one, { ...one, domainName: "web-2.example.com" }])).toBeUndefined();
  expect(groupLines([one, ...many(2)], 1)).toEqual([
    "web: 2 servers will be restarted one after the other; 1 serves meanwhile",
  ]);
});
