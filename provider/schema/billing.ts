import type { z } from "zod";
import { Money, Oid, Quantity, Text, Timestamp } from "./values";
import { maybe, readableOf, wire } from "./wire";

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

const OrderBeingBilled = wire({
  order_oid: Oid,
  domain_name: maybe(Text),
  slug: maybe(Text),
  about_billing: maybe(BillingInfo),
});

/** A card or another way to pay, with the active orders that use it. The service masks card numbers itself. */
export const BillingMethod = wire({
  billing_oid: Oid,
  billing_method_type: maybe(Text),
  description: maybe(Text),
  orders_on_this_billing_method: maybe(readableOf(OrderBeingBilled)),
});

export type BillingMethod = z.infer<typeof BillingMethod>;
