import fc from "fast-check";
import { hasBootedSince, type LiveReading } from "../../provider/vps/steps";

/** The answer of a host that takes a while to reply. */
const readingOf = (bootedMs: number, askedMs: number, tripMs: number, share: number): LiveReading => {
  const seenMs = askedMs + Math.floor(tripMs * share);
  const uptimeS = Math.floor((seenMs - bootedMs) / 1000);
  return { askedMs, answeredMs: askedMs + tripMs, runningState: "RUNNING", uptimeS, isSuspended: false };
};

const timing = fc.record({
  upForMs: fc.oneof(fc.nat(3000), fc.nat(100_000_000)),
  toSendMs: fc.nat(5000),
  toLookMs: fc.nat(100_000),
  tripMs: fc.nat(5000),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
});

test("a server that booted before the call was sent never counts as booted since", () => {
  fc.assert(
    fc.property(timing, fc.boolean(), ({ upForMs, toSendMs, toLookMs, tripMs, share }, isReadBefore) => {
      const before = readingOf(-upForMs, 0, tripMs, share);
      const sentMs = tripMs + toSendMs;
      const after = readingOf(-upForMs, sentMs + toLookMs, tripMs, 1 - share);
      expect(hasBootedSince(sentMs, isReadBefore ? before : undefined, after)).toBe(false);
    }),
    { numRuns: 5000 },
  );
});

test("a reboot of a server that had been up for a while is recognised at the first look", () => {
  fc.assert(
    fc.property(timing, ({ upForMs, toSendMs, toLookMs, tripMs, share }) => {
      const before = readingOf(-upForMs - 10_000, 0, tripMs, share);
      const sentMs = tripMs + toSendMs;
      const after = readingOf(sentMs + 1, sentMs + 1 + toLookMs, tripMs, share);
      expect(hasBootedSince(sentMs, before, after)).toBe(true);
    }),
  );
});

test("a server that was stopped and runs has booted; one being worked on or stopped has not", () => {
  const up = readingOf(0, 500, 0, 0);
  const stopped = { ...up, runningState: "NOTRUNNING", uptimeS: 0 };
  expect(hasBootedSince(400, stopped, up)).toBe(true);
  expect(hasBootedSince(400, { ...up, uptimeS: 100 }, { ...up, isSuspended: true })).toBe(false);
  expect(hasBootedSince(400, { ...up, uptimeS: 100 }, stopped)).toBe(false);
});
