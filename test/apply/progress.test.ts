import type { ProviderContext, Reporter } from "../../provider/apply/context";
import { elapsed, withProgress } from "../../provider/apply/progress";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function listen(isWatched: boolean) {
  const said: string[] = [];
  const reporter: Reporter = {
    progress: (_urn, text) => said.push(text),
    summary: (_urn, text) => said.push(text),
    warn: (_urn, text) => said.push(text),
    isWatched: () => isWatched,
    flush: async () => undefined,
  };
  // Only these two parts of the context are used.
  const context = { reporter, nowMs: Date.now } as ProviderContext;
  return { said, context };
}

test("on a terminal, each second shows the elapsed time until the work ends", async () => {
  const { said, context } = listen(true);
  let finish = (_: string): void => undefined;
  const work = withProgress(context, "urn", "moving web to host 7: minutes per GB", () => {
    return new Promise<string>((resolve) => {
      finish = resolve;
    });
  });
  jest.advanceTimersByTime(2000);
  finish("moved");
  expect(await work).toBe("moved");
  jest.advanceTimersByTime(5000);
  expect(said).toEqual([
    "moving web to host 7: minutes per GB",
    "moving web to host 7 (1 s): minutes per GB",
    "moving web to host 7 (2 s): minutes per GB",
  ]);
});

test("without a terminal the message appears once, and failures pass through", async () => {
  const { said, context } = listen(false);
  const work = withProgress(context, "urn", "moving", () => Promise.reject(new Error("no room")));
  jest.advanceTimersByTime(60_000);
  await expect(work).rejects.toThrow("no room");
  expect(said).toEqual(["moving"]);
});

test.each([
  [400, "0 s"],
  [59_000, "59 s"],
  [65_000, "1 min 05 s"],
  [3_599_600, "1 h 00 min"],
  [7_500_000, "2 h 05 min"],
])("%i ms is %s", (durationMs, words) => {
  expect(elapsed(durationMs)).toBe(words);
});
