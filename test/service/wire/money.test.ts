import { priceChange } from "../../../provider/service/wire/messages";

const usd = (amount: number) => ({ amount, currency: "USD", amountUsd: amount });

test.each([
  ["a new server", undefined, usd(20), "USD 20.00/month"],
  ["a more expensive one", usd(20.19), usd(30.32), "USD 20.19 → USD 30.32/month (USD 10.13 more)"],
  ["a cheaper one", usd(30), usd(20), "USD 30.00 → USD 20.00/month (USD 10.00 less)"],
  ["the same price", usd(20), usd(20), "USD 20.00/month (unchanged)"],
  ["another currency", { amount: 35, currency: "AUD" }, usd(20), "USD 20.00/month"],
  ["no amount", undefined, { currency: "USD" }, undefined],
])("the price of %s", (_, before, after, words) => {
  expect(priceChange(before, after)).toBe(words);
});
