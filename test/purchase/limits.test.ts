import { commitments, overTotal, totalWords } from "../../provider/purchase/limits";
import { tagNames } from "../../provider/purchase/tags";
import { anOrder } from "../plan/support/server";

const usd = (amount: number) => ({ amount, currency: "USD", amountUsd: amount });
const order = (orderOid: number, key?: string) =>
  anOrder({
    orderOid,
    metaData: key === undefined ? [] : [{ key: tagNames.key, value: key }],
    billingInfo: { monthlyRecurringAmt: usd(20) },
  });
const ending = anOrder({
  orderOid: 9,
  billingInfo: { monthlyRecurringAmt: usd(20), cancellationDate: "2026-12-31T00:00:00Z" },
});
const asked = { what: "web.example.com (new)", usd: 5, key: "key-1" };

const sum = (...given: Parameters<typeof commitments>): number =>
  commitments(...given).reduce((total, { usd: one = 0 }) => total + one, 0);

test("all of the account's orders count, whoever bought them, but none that ends", () => {
  expect(sum([order(1), order(2, "another's"), ending], [], asked)).toBe(45);
});

test("what is replaced or resized counts with its new price, bought first with both", () => {
  expect(sum([order(1, "key-1")], [], { ...asked, instead: 1 })).toBe(5);
  expect(sum([order(1, "key-1")], [], { ...asked, kept: [1] })).toBe(25);
});

test("a reservation counts once, whether or not the list shows its order yet", () => {
  const other = { what: "app", usd: 20, key: "key-2" };
  expect(sum([], [other], asked)).toBe(25);
  expect(sum([order(2, "key-2")], [other], asked)).toBe(25);
  expect(sum([order(2, "key-2")], [{ ...other, orderOid: 2 }], asked)).toBe(25);
});

const over = (most: number, all: readonly { what: string; usd: number | undefined }[]) =>
  overTotal(most, { kind: "price", monthlyCost: usd(20) }, all);

test("what is too much is said with the sum by server, cut short where it is long", () => {
  expect(
    over(30, [
      { what: "a", usd: 10 },
      { what: "b", usd: 20.004 },
    ]),
  ).toBeUndefined();
  expect(
    over(30, [
      { what: "a (order 1)", usd: 10 },
      { what: "b (new)", usd: 20.5 },
    ]),
  ).toBe(
    "the setting maxTotalMonthlyCostUsd is 30, but all of the account's orders together would cost USD 30.50 a month:\n" +
      "  - a (order 1): USD 10.00\n  - b (new): USD 20.50\nAsk for less, or raise the limit to at least 31",
  );
  const many = Array.from({ length: 50 }, (_, index) => ({ what: `web-${index}`, usd: 1 }));
  const lines = over(30, many)?.split("\n") ?? [];
  expect(lines).toHaveLength(32);
  expect(lines.slice(-3, -1)).toEqual(["  - 21 others: USD 21.00", "  - web-49: USD 1.00"]);
});

test("a limit that cannot be checked refuses", () => {
  expect(over(30, [{ what: "a", usd: undefined }])).toContain("gives no monthly price in USD for a.");
  expect(overTotal(30, { kind: "no-price", why: "Nobody answers." }, [])).toContain("cannot be enforced");
});

test("the total is said where every price is known", () => {
  expect(
    totalWords([
      { what: "a", usd: 36.6 },
      { what: "b", usd: 5 },
    ]),
  ).toBe("the account's orders then cost USD 41.60");
  expect(totalWords([{ what: "a", usd: undefined }])).toBeUndefined();
});
