import type { z } from "zod";
import { Money } from "../value/money";
import { Quantity } from "../value/number";
import { Timestamp } from "../value/timestamp";
import { maybe, wire } from "../wire";

/** Price and dates of an order. A cancellation date may lie in the future, while the server still runs. */
export const BillingInfo = wire({
  monthly_recurring_fee: maybe(Quantity),
  monthly_recurring_amt: maybe(Money),
  order_date: maybe(Timestamp),
  prepaid_until: maybe(Timestamp),
  suspended_date: maybe(Timestamp),
  cancellation_date: maybe(Timestamp),
});
export type BillingInfo = z.infer<typeof BillingInfo>;
