import { elapsed } from "../../provider/apply/elapsed";

test.each([
  [400, "0 s"],
  [59_000, "59 s"],
  [65_000, "1 min 05 s"],
  [3_599_600, "1 h 00 min"],
  [7_500_000, "2 h 05 min"],
])("%i ms is %s", (durationMs, words) => {
  expect(elapsed(durationMs)).toBe(words);
});
