import fc from "fast-check";
import { hasBootedSince } from "../../provider/vps/steps";

const stateOf = (bootedMs: number, askedMs: number) => ({
  runningState: "RUNNING",
  vpsUptimeS: Math.floor((askedMs - bootedMs) / 1000),
  isSuspended: false,
});

test("a boot a second after the call counts at every look, and one before it never does", () => {
  fc.assert(
    fc.property(fc.nat(100_000_000), fc.nat(100_000), (beforeMs, toLookMs) => {
      const sentMs = 200_000_000;
      const askedMs = sentMs + 1001 + toLookMs;
      expect(hasBootedSince(sentMs, askedMs, stateOf(sentMs - 1 - beforeMs, askedMs))).toBe(false);
      expect(hasBootedSince(sentMs, askedMs, stateOf(sentMs + 1001, askedMs))).toBe(true);
    }),
    { numRuns: 5000 },
  );
});

test("a server that is stopped, being worked on or not reported has not booted", () => {
  const up = stateOf(2000, 3000);
  expect(hasBootedSince(500, 3000, up)).toBe(true);
  expect(hasBootedSince(500, 3000, { ...up, isSuspended: true })).toBe(false);
  expect(hasBootedSince(500, 3000, { ...up, runningState: "NOTRUNNING" })).toBe(false);
  expect(hasBootedSince(500, 3000, { runningState: "RUNNING" })).toBe(false);
  expect(hasBootedSince(500, 3000, undefined)).toBe(false);
});
