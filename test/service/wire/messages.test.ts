import { describeOrder, monthly } from "../../../provider/service/wire/messages";
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
