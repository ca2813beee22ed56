import {
  aboutMoney,
  describeOrder,
  describeServer,
  elapsed,
  inUsd,
  monthly,
  monthlyUsd,
  priceChange,
} from "../../../provider/service/wire/messages";
import type { Money } from "../../../provider/service/wire/values";

// Recorded answers hold an estimate alone, and a currency that cannot be read counts as absent.
test.each<[string, Money, string | undefined]>([
  ["an amount and its currency", { amount: 5.8, currency: "AUD", amountUsd: 4 }, "AUD 5.80/month"],
  ["an amount without a currency", { amount: 5.8 }, "5.80/month"],
  ["an estimate alone", { amountUsd: 4 }, undefined],
  ["nothing", {}, undefined],
])("a price is told as far as the service names it: %s", (_, monthlyRecurringAmt, words) => {
  expect(monthly(monthlyRecurringAmt)).toBe(words);
  expect(describeOrder({ orderOid: 1, billingInfo: { monthlyRecurringAmt } })).toBe(
    words === undefined ? "order 1" : `order 1 (${words})`,
  );
});

const usd = (amount: number): Money => ({ amount, currency: "USD" });

test.each<[Money | undefined, Money, string | undefined]>([
  [usd(20), usd(30.13), "USD 20.00 → USD 30.13/month (USD 10.13 more)"],
  [usd(20), usd(15), "USD 20.00 → USD 15.00/month (USD 5.00 less)"],
  [usd(20), usd(20.004), "USD 20.00/month (unchanged)"],
  [usd(20), { amount: 30, currency: "AUD" }, "AUD 30.00/month"],
  [undefined, usd(30), "USD 30.00/month"],
  [usd(20), { currency: "USD" }, undefined],
])("a price that was %j and is %j", (before, after, words) => {
  expect(priceChange(before, after)).toBe(words);
});

test("a server is called by what is known of it", () => {
  expect(describeServer({ orderOid: 1, primaryIp: "198.18.0.1" })).toBe("order 1 (198.18.0.1)");
  expect(describeServer({})).toBe("order not known yet");
});

test("an estimate of 0 is one only of nothing", () => {
  expect([0, 5].map((amount) => inUsd({ amount, currency: "AUD", amountUsd: 0 }))).toEqual([0, undefined]);
});

test("the price of an old order is in a field of its own, in US dollars", () => {
  const old = { orderOid: 1, billingInfo: { monthlyRecurringFee: 21 } };
  expect([describeOrder(old), monthlyUsd(old)]).toEqual(["order 1 (USD 21.00/month)", 21]);
  const unestimated = {
    orderOid: 1,
    billingInfo: { monthlyRecurringAmt: { amount: 30, currency: "AUD" }, monthlyRecurringFee: 21 },
  };
  expect([describeOrder(unestimated), monthlyUsd(unestimated)]).toEqual(["order 1 (AUD 30.00/month)", 21]);
});

test.each([
  [59_499, "59 s"],
  [59_500, "1 min 00 s"],
  [3_599_499, "59 min 59 s"],
  [3_599_500, "1 h 00 min"],
])("%d ms are %s", (ms, words) => {
  expect(elapsed(ms)).toBe(words);
});

test("of what the service says, only what is about money is repeated, up to 200 characters, and nothing about a card", () => {
  const said = (...messages: string[]) => aboutMoney(messages).replace(/^.*?: /, "");
  expect(said("Charged USD 5 to [hidden]. A credit was added. Set to 10GB", " It costs $5")).toBe(
    "A credit was added. It costs $5.",
  );
  expect(said("Booted.")).toBe("");
  expect(said(`A fee: ${"x".repeat(192)}.`)).toHaveLength(200);
  expect(said(`A fee: ${"x".repeat(193)}.`)).toMatch(/^.{199}…$/);
});
