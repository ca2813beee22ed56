import type { z } from "zod";
import { Count, Flag, Money, Quantity, Text } from "./values";
import { ifReadable, wire } from "./wire";

const names = {
  data_center_location_name: ifReadable(Text),
  data_center_location_country_2ltr: ifReadable(Text),
};

/** Where an order runs or a plan is offered. */
export const Location = wire({ data_center_location_code: ifReadable(Text), ...names });

/** A data centre that accepts new orders. Being listed does not mean that it has room for every size. */
export const DataCenter = wire({ data_center_location_code: Text, ...names });

export type DataCenter = z.infer<typeof DataCenter>;

/** An image offered on new orders. Servers may run older ones that are no longer listed. */
export const Distribution = wire({
  distro_code: Text,
  distro_description: ifReadable(Text),
  is_promoted: ifReadable(Flag),
  is_recommended: ifReadable(Flag),
});

export type Distribution = z.infer<typeof Distribution>;

/** A plan to start from: other sizes may be ordered and the price follows. */
export const PricingPlan = wire({
  pricing_plan_code: Text,
  pricing_plan_description: ifReadable(Text),
  monthly_recurring_fee: ifReadable(Quantity),
  monthly_recurring_amt: ifReadable(Money),
  minimum_memory_mb: ifReadable(Count),
  minimum_disk_gb: ifReadable(Count),
  minimum_data_transfer_allowance_gb: ifReadable(Count),
  see_also_url: ifReadable(Text),
  server_type: ifReadable(Text),
  offered_at_data_center: ifReadable(Location),
});

export type PricingPlan = z.infer<typeof PricingPlan>;
