import type { QuoteResult } from "../../provider/purchase/limits";
import { outOfProportion } from "../../provider/server/offers";
import type { Program as PreviewedProgram, Resolved } from "../../provider/server/program";
import { anOrder } from "./support/server";

const priced = (amount: number, currency = "USD"): QuoteResult => ({
  kind: "price",
  monthlyCost: { amount, currency },
});
const paying = (...amounts: number[]) =>
  amounts.map((amount, at) =>
    anOrder({ orderOid: at + 1, billingInfo: { monthlyRecurringAmt: { amount, currency: "USD" } } }),
  );
const web: Resolved<PreviewedProgram> = { domainName: "web.example.com", memoryMb: 131_072, diskSpaceMb: 20_480 };

test.each<[string, QuoteResult, Parameters<typeof outOfProportion>[2], string | undefined]>([
  ["USD 500", priced(500), [], "USD 500.00/month with memoryMb: 131072 (128 GB), diskSpaceMb: 20480 (20 GB)."],
  ["less for an account that pays nothing", priced(499), [], undefined],
  ["less for an account that is not known", priced(499), undefined, undefined],
  ["ten times what the account pays", priced(100), paying(4, 6), ", and the account pays USD 10.00/month now."],
  ["less than that", priced(99), paying(4, 6), undefined],
  ["ten times what is not wholly known", priced(100), [...paying(1), anOrder({ billingInfo: {} })], undefined],
  ["a price without an amount in USD", priced(9000, "NZD"), [], undefined],
  ["no price", { kind: "no-price", why: "No answer." }, paying(1), undefined],
])("%s", (_, quoted, orders, words) => {
  expect(outOfProportion(web, quoted, orders)).toEqual(words === undefined ? [] : [expect.stringContaining(words)]);
});
