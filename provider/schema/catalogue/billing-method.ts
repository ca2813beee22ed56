import type { z } from "zod";
import { BillingInfo } from "../order/billing-info";
import { Oid } from "../value/oid";
import { Text } from "../value/text";
import { maybe, readableOf, wire } from "../wire";

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
