import { limitRefusal, monthlyCosts, totalWords } from "../../provider/purchase/limits";
import { tagNames } from "../../provider/purchase/tags";
import { anOrder } from "../server/support/server";

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
const asked = { usd: 5, key: "key-1" };

const sum = (...given: Parameters<typeof monthlyCosts>): number =>
  monthlyCosts(...given).reduce<number>((total, one = 0) => total + one, 0);

test("all of the account's orders count, whoever bought them, but none that ends", () => {
  expect(sum([order(1), order(2, "another's"), ending], [], asked)).toBe(45);
});

test("an old order counts with its fee", () => {
  expect(sum([anOrder({ orderOid: 1, billingInfo: { monthlyRecurringFee: 7 } })], [], asked)).toBe(12);
});

test("what is replaced or resized counts with its new price", () => {
  expect(sum([order(1)], [], { ...asked, replacesOrderOid: 1 })).toBe(5);
  expect(sum([order(1)], [], { usd: 30, orderOid: 1 })).toBe(30);
});

test("what a run makes cheaper counts as before until that is done, so the sum does not depend on what comes first", () => {
  const orders = [order(1), order(2)];
  expect(sum(orders, [{ usd: 5, orderOid: 1 }], { usd: 30, orderOid: 2 })).toBe(50);
  expect(sum(orders, [{ usd: 30, orderOid: 1 }], { usd: 5, orderOid: 2 })).toBe(35);
  expect(sum(orders, [{ usd: 5, key: "key-2", replacesOrderOid: 1 }], { usd: 30, orderOid: 2 })).toBe(50);
  expect(sum([ending], [{ usd: 5, key: "key-2", replacesOrderOid: 9 }], asked)).toBe(10);
});

test("a reservation counts once, whether or not the list shows its order yet", () => {
  const other = { usd: 20, key: "key-2" };
  expect(sum([], [other], asked)).toBe(25);
  expect(sum([order(2, "key-2")], [other], asked)).toBe(25);
  expect(sum([order(2, "key-2")], [{ ...other, orderOid: 2 }], asked)).toBe(25);
  expect(sum([order(3, "key-2")], [{ ...other, orderOid: 2 }], asked)).toBe(45);
});

test("a sum up to the limit passes, a larger one and one that is not known do not", () => {
  const over = (most: number, amounts: readonly (number | undefined)[]) =>
    limitRefusal({ total: most }, { kind: "price", monthlyCost: usd(20) }, undefined, amounts);
  expect(over(30, [10, 20.005])).toBeUndefined();
  expect(over(30, [10, 20.5])).toContain("USD 30.50 a month");
  expect(over(30, [10, undefined])).toContain("no monthly price in USD for 1 of");
  expect(totalWords([undefined])).toBeUndefined();
});

const aud = (amount: number, amountUsd?: number) => ({
  amount,
  currency: "AUD",
  ...(amountUsd === undefined ? {} : { amountUsd }),
});

test.each([
  ["no limit", undefined, usd(20), undefined, true],
  ["exactly the limit", 20, usd(20), undefined, true],
  ["more than the limit", 19.99, usd(20), undefined, false],
  ["another currency, by the service's estimate", 20, aud(35, 32.54), undefined, false],
  ["a currency without an estimate", 20, aud(15), undefined, false],
  ["an estimate of nothing", 20, aud(15, 0), undefined, false],
  ["an amount without a currency", 20, { amount: 15 }, undefined, false],
  ["an estimate without a currency", 20, { amount: 35, amountUsd: 15 }, undefined, true],
  ["nothing", 20, usd(0), usd(30), false],
  ["above the limit, but cheaper than before", 20, usd(25), usd(30), true],
  ["above the limit, and as expensive as before", 20, usd(25), usd(25), true],
  ["no estimate, but cheaper than before", 20, aud(35), aud(36), true],
  ["no estimate, and more expensive than before", 20, aud(35), aud(34), false],
  ["no estimate, and another currency than before", 20, aud(5), usd(30), false],
  ["no currency now and before", 20, { amount: 5 }, { amount: 30 }, false],
  ["above the limit, and more expensive than before", 20, usd(30), usd(25), false],
])("the limit of one server allows or refuses: %s", (_, most, after, before, passes) => {
  expect(limitRefusal({ server: most }, { kind: "price", monthlyCost: after }, before, []) === undefined).toBe(passes);
});
