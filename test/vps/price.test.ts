import { Unknown } from "../../provider/engine/properties";
import type { NoPrice, QuoteResult } from "../../provider/purchase/limits";
import type { Money } from "../../provider/service/wire/values";
import type { Desired } from "../../provider/vps/desired";
import { judgePrice, type OrderReading } from "../../provider/vps/judge-change";
import { anOrder, wanting } from "./support/server";

const inUsd = (amount: number, message?: string): QuoteResult => ({
  kind: "price",
  monthlyCost: { amount, currency: "USD", amountUsd: amount },
  message,
});
const inNzd: QuoteResult = { kind: "price", monthlyCost: { amount: 30, currency: "NZD" } };
const failure: NoPrice = { kind: "no-price", why: "Asking for the price failed." };
const limited = wanting({ maxMonthlyCostUsd: 25 });

const judgedPurchase = (quoted: QuoteResult, desired: Desired = wanting()) =>
  judgePrice({ price: "purchase" }, desired, undefined, quoted);
const judgedResize = (quoted: QuoteResult, own: OrderReading, desired: Desired = limited) =>
  judgePrice({ price: "resize" }, desired, own, quoted);
const ownAt = (monthlyRecurringAmt: Money): OrderReading => ({
  order: anOrder({ billingInfo: { monthlyRecurringAmt } }),
});

test("a price above the limit is refused, unless the server becomes no more expensive", () => {
  const own = ownAt({ amount: 40, currency: "USD", amountUsd: 40 });
  expect(judgedPurchase(inUsd(30), limited)?.refusals).toMatchObject([{ argument: "maxMonthlyCostUsd" }]);
  expect(judgedResize(inUsd(30), own)?.refusals).toEqual([]);
});

test("missing billing information is a warning", () => {
  const message = "No billing information on file.";
  expect(judgedPurchase(inUsd(30, message))?.warnings.join()).toContain(message);
  const refused = { ...failure, objection: { words: message, fieldName: undefined } };
  expect(judgedPurchase(refused)).toMatchObject({ warnings: [expect.any(String)], refusals: [] });
});

test("a bad request is refused, naming its field; of a resize it is a warning, because it may be about what is there", () => {
  const refused = { ...failure, objection: { words: "too small", fieldName: "memoryMb" } };
  const own = ownAt({ amount: 40, currency: "USD" });
  expect(judgedPurchase(refused)?.refusals).toEqual([
    { argument: "", reason: "The service would refuse this order (memoryMb): too small" },
  ]);
  expect(judgedResize(refused, own, wanting())).toMatchObject({ warnings: [expect.any(String)], refusals: [] });
});

test("a missing price stops what has a limit, and nothing else", () => {
  expect(judgedPurchase(failure)).toMatchObject({ warnings: [expect.any(String)], refusals: [] });
  expect(judgedPurchase(failure, limited)).toMatchObject({
    warnings: [],
    refusals: [{ argument: "maxMonthlyCostUsd" }],
  });
});

test("a limit that only the up knows refuses nothing yet", () => {
  const open = wanting({ maxMonthlyCostUsd: new Unknown() });
  expect(judgedPurchase(failure, open)).toMatchObject({ warnings: [expect.any(String)], refusals: [] });
  expect(judgedPurchase(inUsd(3000), open)?.refusals).toEqual([]);
  expect(judgedPurchase({ kind: "price", monthlyCost: { amount: 30 } }, open)?.refusals).toEqual([]);
});

test("a quote that a limit cannot be held to is refused", () => {
  const refused = [{ argument: "maxMonthlyCostUsd", reason: expect.stringContaining("(NZD 30.00/month)") }];
  expect(judgedPurchase(inNzd, limited)?.refusals).toEqual(refused);
  expect(judgedResize(inNzd, ownAt({ amount: 20, currency: "NZD" }))?.refusals).toEqual(refused);
  expect(judgedPurchase(inNzd)).toMatchObject({ warnings: [], refusals: [] });
});
