import { longestTimerMs, sleepFor } from "../../provider/api/client";

test("a sleep longer than one Node timer allows lasts its full time", async () => {
  const sixtyDaysMs = 60 * 86_400_000;
  const timers: number[] = [];
  await sleepFor(sixtyDaysMs, undefined, async (ms) => void timers.push(ms));
  expect(Math.max(...timers)).toBeLessThanOrEqual(longestTimerMs);
  expect(timers.reduce((sum, ms) => sum + ms, 0)).toBe(sixtyDaysMs);
});

test("a signal ends a sleep early", async () => {
  const stop = new AbortController();
  const sleeping = sleepFor(60 * 86_400_000, stop.signal);
  stop.abort();
  await expect(sleeping).rejects.toMatchObject({ name: "AbortError" });
});
