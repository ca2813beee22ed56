import type { z } from "zod";
import { Count, Flag, Money, Quantity, Text } from "./values";
import { maybe, wire } from "./wire";

const names = {
  data_center_location_name: maybe(Text),
  data_center_location_country_2ltr: maybe(Text),
};

/** Where an order is or a plan is offered. */
export const Location = wire({ data_center_location_code: maybe(Text), ...names });

export type Location = z.infer<typeof Location>;

/** A place that takes new orders. Being listed promises no room for every size. */
export const DataCenter = wire({ data_center_location_code: Text, ...names });

export type DataCenter = z.infer<typeof DataCenter>;

/** An image offered on new orders. Servers may run older ones that are no longer listed. */
export const Distribution = wire({
  distro_code: Text,
  distro_description: maybe(Text),
  is_promoted: maybe(Flag),
  is_recommended: maybe(Flag),
});

export type Distribution = z.infer<typeof Distribution>;

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
