import type { z } from "zod";
import { Money } from "../value/money";
import { Count, Quantity } from "../value/number";
import { Text } from "../value/text";
import { maybe, wire } from "../wire";
import { Location } from "./data-center";

/** A plan to start from: other sizes may be ordered and the price follows. */
export const PricingPlan = wire({
  pricing_plan_code: Text,
  pricing_plan_description: maybe(Text),
  monthly_recurring_fee: maybe(Quantity),
  monthly_recurring_amt: maybe(Money),
  minimum_memory_mb: maybe(Count),
  minimum_disk_gb: maybe(Count),
  minimum_data_transfer_allowance_gb: maybe(Count),
  see_also_url: maybe(Text),
  server_type: maybe(Text),
  offered_at_data_center: maybe(Location),
});
export type PricingPlan = z.infer<typeof PricingPlan>;
