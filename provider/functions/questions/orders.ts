import { z } from "zod";
import type { DataFunction } from "../asking/data-function";
import { OrderOid, TagsArgument, text } from "../orders/arguments";
import { listOrders } from "../orders/list-orders";
import { type OrderInfo, orderInfo } from "../orders/order-info";
import { matchesOrder } from "../orders/order-matching";
import { theOnlyOne } from "../orders/the-only-one";

export const GetOrdersArgs = z.strictObject({
  /** `active` (the default): those that are billed; `inactive`: those that were cancelled; or `any`. */
  status: z.enum(["active", "inactive", "any"], { error: 'must be "active", "inactive" or "any"' }).optional(),
  /** `VPS`, or `PHYSICAL` for dedicated servers. Default: both. */
  serverType: z.enum(["VPS", "PHYSICAL"], { error: 'must be "VPS" or "PHYSICAL"' }).optional(),
  /** Words to look for, such as a part of a domain name; upper and lower case are the same. */
  search: text("text to look for").optional(),
  /** Tags (`metaData`) that the order must have; an empty value asks for the key alone. */
  tags: TagsArgument.optional(),
  /** Data-centre code such as `DCDALLAS`. */
  dcLocation: text("a data-centre code").optional(),
});
/** Which orders to list; every filter is optional. */
export type GetOrdersArgs = z.infer<typeof GetOrdersArgs>;

export const GetOrderArgs = z.strictObject({
  /** The number of the order. */
  orderOid: OrderOid,
});
/** Which order to read. */
export type GetOrderArgs = z.input<typeof GetOrderArgs>;

export const GetVpsArgs = z
  .strictObject({
    /** The number of the order. */
    orderOid: OrderOid.optional(),
    /** The domain name, whole; upper and lower case are the same. */
    domainName: text("a domain name").optional(),
    /** Tags (`metaData`) that the server must have; an empty value asks for the key alone. */
    tags: TagsArgument.optional(),
  })
  .refine((args) => Object.keys(args.tags ?? {}).length > 0 || args.orderOid || args.domainName, {
    error: "give orderOid, domainName or tags: one server is to be found by them",
  });
/** What the one server is found by. */
export type GetVpsArgs = z.input<typeof GetVpsArgs>;

/** The orders that were found. */
export interface GetOrdersResult {
  /** The orders to which every filter applies, as the service sorts them. */
  readonly orders: OrderInfo[];
}

export const orders: DataFunction<typeof GetOrdersArgs, GetOrdersResult> = {
  name: "getOrders",
  args: GetOrdersArgs,
  answer: async (service, args) => ({ orders: await listOrders(service, args) }),
};

/** An order, active or cancelled. */
export interface GetOrderResult extends OrderInfo {}

export const order: DataFunction<typeof GetOrderArgs, GetOrderResult> = {
  name: "getOrder",
  args: GetOrderArgs,
  answer: async (service, { orderOid }) => orderInfo(await service.read("getOrder", orderOid), Date.now()),
};

/** The one active server that was meant. */
export interface GetVpsResult extends OrderInfo {}

export const vps: DataFunction<typeof GetVpsArgs, GetVpsResult> = {
  name: "getVps",
  args: GetVpsArgs,
  answer: async (service, { orderOid, domainName, tags }) => {
    const wanted = { orderOid, domainName, tags };
    // One list of all serves every such question of a run, and names the others where none or several match.
    const servers = await listOrders(service, { serverType: "VPS" });
    const matching = servers.filter((server) => matchesOrder(server, wanted));
    return theOnlyOne(matching, servers, wanted);
  },
};
