import { pauseWhileRunning, SharedRead } from "../../provider/host/context";

async function paused(durationMs: number, killedAfterMs = Number.POSITIVE_INFINITY) {
  let sleptMs = 0;
  const runs = await pauseWhileRunning(
    {
      sleep: async (ms) => {
        sleptMs += ms;
      },
      askEngine: async () => (sleptMs >= killedAfterMs ? "stopped" : "runs"),
    },
    durationMs,
  );
  return { runs, sleptMs };
}

test.each([0, 1, 2_999, 3_000, 3_001, 60_000])(
  "a pause of %d ms takes just so long while the engine runs",
  async (durationMs) => {
    expect(await paused(durationMs)).toEqual({ runs: true, sleptMs: durationMs });
  },
);

test("it ends within three seconds of the engine's end", async () => {
  const { runs, sleptMs } = await paused(600_000, 10_000);
  expect(runs).toBe(false);
  expect(sleptMs).toBeLessThanOrEqual(13_000);
});

test("an engine that has ended at the last moment is noticed too", async () => {
  expect((await paused(3_000, 3_000)).runs).toBe(false);
});

test("a recent answer serves until it is too old", async () => {
  let reads = 0;
  const shared = new SharedRead(async () => ++reads);
  expect(await shared.recent(0, 10)).toBe(1);
  expect(await shared.recent(10, 10)).toBe(1);
  expect(await shared.recent(11, 10)).toBe(2);
});

test("a failure reaches every caller that waits for it, and none afterwards", async () => {
  let reads = 0;
  const shared = new SharedRead(async () => {
    reads++;
    if (reads === 1) throw new Error("out of order");
    return reads;
  });
  const both = await Promise.allSettled([shared.recent(0, 10), shared.recent(0, 10)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await shared.recent(1, 10)).toBe(2);
});
