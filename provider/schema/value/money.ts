import { z } from "zod";
import { maybe, wire } from "../wire";
import { Quantity } from "./number";

/** `CUR_USD` on the wire, `USD` here. A currency the service adds later passes. */
const Currency = z
  .string()
  .regex(/^(CUR_)?[A-Z]{3}$/)
  .transform((code) => code.replace("CUR_", ""));

/** A sum of money a month. `amountUsd` is the service's own estimate where the currency is another one. */
export const Money = wire({ amt: maybe(Quantity), currency: maybe(Currency), amt_usd: maybe(Quantity) }).transform(
  ({ amt, currency, amtUsd }): Money => ({
    ...(amt === undefined ? {} : { amount: amt }),
    ...(currency === undefined ? {} : { currency }),
    ...(amtUsd === undefined ? {} : { amountUsd: amtUsd }),
  }),
);
export type Money = { amount?: number; currency?: string; amountUsd?: number };

/** The other shape, used in the result of a resize: `cur` for the currency and no estimate; once it was a bare number. */
export const ResizeMoney = z.union([
  Quantity.transform((amount): Money => ({ amount })),
  z.object({ amt: Quantity, cur: maybe(Currency) }).transform(
    ({ amt, cur }): Money => ({
      amount: amt,
      ...(cur === undefined ? {} : { currency: cur }),
      ...(cur === "USD" ? { amountUsd: amt } : {}),
    }),
  ),
]);
