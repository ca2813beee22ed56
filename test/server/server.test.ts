import fc from "fast-check";
import type { Program as PreviewedProgram } from "../../provider/server/program";
import {
  hasBootedSince,
  isProvenByBoot,
  longestMoveMs,
  moveDuration,
  type Step,
  type StepKind,
} from "../../provider/server/server";
import type { AboutOrder } from "../../provider/service/wire/order";
import { anOrder, type Program, planned, recordedAfter, wanting } from "./support/server";

const before: Program = {
  hostServerOid: "1317",
  memoryMb: 1024,
  distro: "deb12.64",
  restartTriggers: ["a"],
  password: "first password",
};

/** The calls that turn the applied program `before` into `after`. */
const stepsFor = (
  after: PreviewedProgram,
  observed: AboutOrder = anOrder(),
  done: readonly StepKind[] = [],
): StepKind[] =>
  planned(recordedAfter(before), wanting({ ...before, ...after }), observed, done).steps.map(({ kind }) => kind);

const everything = { hostServerOid: "1400", memoryMb: 2048, distro: "deb13.64", restartTriggers: ["b"] };
const stopped = anOrder({ runningState: "NOTRUNNING" });

test.each<[string, Partial<Program>, AboutOrder, StepKind[]]>([
  ["a host of a stopped server", { hostServerOid: "1400" }, stopped, ["start", "move", "stop"]],
  ["a restart trigger with a host", { restartTriggers: ["b"], hostServerOid: "1400" }, anOrder(), ["move", "restart"]],
  ["a restart trigger and a start", { restartTriggers: ["b"], runningState: "RUNNING" }, stopped, ["start"]],
  ["a restart trigger and a stop", { restartTriggers: ["b"], runningState: "NOTRUNNING" }, anOrder(), ["stop"]],
  ["a stop after a resize", { runningState: "NOTRUNNING", memoryMb: 2048 }, stopped, ["resize", "stop"]],
  ["a size and a start", { memoryMb: 2048, runningState: "RUNNING" }, stopped, ["resize", "start"]],
  ["a host and a start", { hostServerOid: "1400", runningState: "RUNNING" }, stopped, ["start", "move"]],
  ["all", { ...everything, runningState: "NOTRUNNING" }, stopped, ["start", "move", "resize", "reinstall", "stop"]],
])("%s needs the right calls in the right order", (_, after, observed, expected) => {
  expect(stepsFor(after, observed)).toEqual(expected);
});

test("what was done in this run is not done again, and a server started only for its move is stopped again", () => {
  expect(stepsFor({ reinstallTriggers: [2] }, anOrder(), ["reinstall"])).toEqual([]);
  expect(stepsFor({ distro: "deb13.64" }, anOrder(), ["reinstall"])).toEqual([]);
  expect(stepsFor({ hostServerOid: "1400" }, anOrder(), ["start"])).toEqual(["move", "stop"]);
});

test("what the server already shows needs no call, and an additional disk that an order does not mention counts as none", () => {
  expect(stepsFor({ memoryMb: 2048 }, anOrder({ vpsParameters: { memoryMb: 2048 } }))).toEqual([]);
  expect(stepsFor({ hostServerOid: "1400" }, anOrder({ hostServerOid: "1400" }))).toEqual([]);
  expect(stepsFor({ diskSpace2Mb: 0 }, anOrder({ vpsParameters: { memoryMb: 1024 } }))).toEqual([]);
});

test("a boot a second after the call counts at every look, and one before it never does", () => {
  const stateOf = (bootedMs: number, askedMs: number) => ({
    runningState: "RUNNING",
    vpsUptimeS: Math.floor((askedMs - bootedMs) / 1000),
    isSuspended: false,
  });
  fc.assert(
    fc.property(fc.nat(100_000_000), fc.nat(100_000), (beforeMs, toLookMs) => {
      const sentMs = 200_000_000;
      const askedMs = sentMs + 1001 + toLookMs;
      expect(hasBootedSince(sentMs, askedMs, stateOf(sentMs - 1 - beforeMs, askedMs))).toBe(false);
      expect(hasBootedSince(sentMs, askedMs, stateOf(sentMs + 1001, askedMs))).toBe(true);
    }),
    { numRuns: 1000 },
  );
  const kinds = ["start", "move", "resize", "reinstall", "restart", "stop"] as const;
  expect(kinds.filter((kind) => isProvenByBoot({ kind } as Step))).toEqual(["start", "reinstall", "restart"]);
  expect(hasBootedSince(500, 2500, { ...stateOf(500, 2500), vpsUptimeS: 1 })).toBe(true);
  const up = stateOf(2000, 3000);
  for (const [state, isBoot] of [
    [up, true],
    [{ ...up, isSuspended: true }, false],
    [{ ...up, runningState: "NOTRUNNING" }, false],
    [{ runningState: "RUNNING" }, false],
    [undefined, false],
  ] as const)
    expect(hasBootedSince(500, 3000, state)).toBe(isBoot);
});

test("100 GB may take 10 minutes each to move, and some time more", () => {
  const limitMs = longestMoveMs({ diskSpaceMb: 50 * 1024, diskSpace2Mb: 50 * 1024, diskSpace3Mb: 0 });
  expect(limitMs).toBeGreaterThan((100 / 6) * 3_600_000);
  expect(limitMs).toBeLessThan(18 * 3_600_000);
  expect(longestMoveMs({})).toBe(0);
  expect(moveDuration({ diskSpaceMb: 12 * 1024 })).toContain("2.0 hours");
});
