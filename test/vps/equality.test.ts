import { Unknown } from "../../provider/engine/properties";
import { nearest } from "../../provider/engine/suggestions";
import { sameValue } from "../../provider/vps/equality";

test("a value that is not known yet equals no known value", () => {
  for (const known of [undefined, null, {}, [], ""]) expect(sameValue(new Unknown(), known)).toBe(false);
});

test("absent parts make no difference, everything else does", () => {
  expect(sameValue({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(sameValue(undefined, null)).toBe(true);
  expect(sameValue([1, 2], [2, 1])).toBe(false);
  expect(sameValue({ a: { b: [] } }, { a: {} })).toBe(false);
  expect(sameValue("1", 1)).toBe(false);
  expect(sameValue(false, undefined)).toBe(false);
});

test.each([
  ["domainname", "domainName"],
  ["memoryMB", "memoryMb"],
  ["distr", "distro"],
  ["zzz", undefined],
  ["q", undefined],
  ["7", undefined],
  ["1013", "1012"],
  ["", undefined],
])("%s most likely means %s", (word, meant) => {
  expect(nearest(word, ["domainName", "distro", "memoryMb", "diskSpaceMb", "5", "1012"])).toBe(meant);
});
