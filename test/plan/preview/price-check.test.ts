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
  isUnreachable: false,
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

test("a missing price stops only what has a limit, and only if the service could still be bought from", () => {
  expect(judged({}).refusals).toEqual([]);
  expect(judged({}, limited)).toMatchObject({ warnings: [], refusals: [{ argument: "maxMonthlyCostUsd" }] });
  expect(judged({ isUnreachable: true }, limited)).toMatchObject({ warnings: [expect.any(String)], refusals: [] });
});
