import { z } from "zod";
import { Oid } from "../value/oid";

/** A tag to look for. Without a value: any order that has the key. */
const TagTerm = z.strictObject({ key: z.string().min(1), value: z.string().optional() });

/** Which orders to list. `search` is the service's own text search; what fields it looks at is not documented. */
export const OrderFilter = z.strictObject({
  /** Cancelled ones too. Default false. Always sent: what the service does without it is unclear. */
  includeInactive: z.boolean().optional(),
  serverType: z.enum(["VPS", "PHYSICAL"]).optional(),
  orderOid: Oid.optional(),
  search: z.string().optional(),
  tags: z.array(TagTerm).optional(),
});
export type OrderFilter = z.infer<typeof OrderFilter>;

const spelled = (yes: boolean): string => (yes ? "Y" : "N");

export const orderFilterToMatrix = (filter: OrderFilter): Record<string, string | undefined> => ({
  include_inactive: spelled(filter.includeInactive ?? false),
  server_type: filter.serverType,
  order_oids: filter.orderOid?.toString(),
  search: filter.search,
  meta_search: filter.tags?.map(({ key, value }) => `${key}:${value ?? ""}`).join(" ") || undefined,
});
