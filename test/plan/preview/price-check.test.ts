import { Unknown } from "../../../provider/plan/model";
import {
  judgeFailure,
  judgeQuote,
  judgeQuoteWithoutOrder,
  type QuoteFailure,
} from "../../../provider/plan/preview/price-check";
import { anOrder, wanting } from "../support/server";

const quote = { monthlyCost: { amount: 30, currency: "USD", amountUsd: 30 }, message: undefined };
const failure: QuoteFailure = {
  message: "Asking for the price failed.",
  serviceMessage: undefined,
  fieldName: undefined,
  isBadRequest: false,
};
const limited = wanting({ maxMonthlyCostUsd: 25 });
const judged = (parts: Partial<QuoteFailure>, desired = wanting(), isAsked = true) =>
  judgeFailure({ ...failure, ...parts }, desired, () => isAsked);

test("a price above the limit is refused, unless the server gets no dearer", () => {
  const dear = { amount: 40, currency: "USD", amountUsd: 40 };
  expect(judgeQuote(quote, limited, undefined).refusals).toMatchObject([{ argument: "maxMonthlyCostUsd" }]);
  expect(judgeQuote(quote, limited, anOrder({ billingInfo: { monthlyRecurringAmt: dear } })).refusals).toEqual([]);
});

test("without the order there is a refusal but no figure", () => {
  const check = judgeQuoteWithoutOrder(quote, limited);
  expect(check).toMatchObject({ why: expect.stringContaining("was not found"), refusals: [{}] });
  expect(check).not.toHaveProperty("monthlyCost");
});

test("missing billing information is a warning", () => {
  const message = "No billing information on file.";
  expect(judgeQuote({ ...quote, message }, wanting(), undefined).warnings.join()).toContain(message);
  const refused = { isBadRequest: true, serviceMessage: message };
  expect(judged(refused)).toMatchObject({ warnings: [expect.any(String)], refusals: [] });
});

test("a bad request is refused under the argument that it is about, if this run asks for that", () => {
  const refused = { isBadRequest: true, serviceMessage: "too small", fieldName: "memoryMb" };
  expect(judged(refused).refusals).toEqual([
    { argument: "memoryMb", reason: "is refused by the service's quote: too small" },
  ]);
  expect(judged(refused, wanting(), false)).toMatchObject({ warnings: [expect.any(String)], refusals: [] });
  expect(judged({ ...refused, fieldName: undefined }).refusals).toMatchObject([{ argument: "" }]);
});

test("a missing price stops what has a limit, and nothing else", () => {
  expect(judged({})).toMatchObject({ warnings: [expect.any(String)], refusals: [] });
  expect(judged({}, limited)).toMatchObject({ warnings: [], refusals: [{ argument: "maxMonthlyCostUsd" }] });
});

test("a limit that only the up knows refuses nothing yet", () => {
  const open = wanting({ maxMonthlyCostUsd: new Unknown() });
  const dear = { amount: 3000, currency: "USD" };
  expect(judgeFailure(failure, open, () => true)).toMatchObject({ warnings: [expect.any(String)], refusals: [] });
  expect(judgeQuote({ ...quote, monthlyCost: dear }, open, undefined).refusals).toEqual([]);
  expect(judgeQuote({ ...quote, monthlyCost: { amount: 30 } }, open, undefined).refusals).toEqual([]);
});

test("a quote that a limit cannot be held to is refused, with or without the order", () => {
  const inNzd = { ...quote, monthlyCost: { amount: 30, currency: "NZD" } };
  const refused = [{ argument: "maxMonthlyCostUsd", reason: expect.stringContaining("(NZD 30.00/month)") }];
  expect(judgeQuote(inNzd, limited, undefined).refusals).toEqual(refused);
  expect(judgeQuoteWithoutOrder(inNzd, limited).refusals).toEqual(refused);
  expect(judgeQuote(inNzd, wanting(), undefined)).toMatchObject({ warnings: [], refusals: [] });
});
