import type { z } from "zod";
import { Text } from "../value/text";
import { maybe, wire } from "../wire";

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
