import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Inputs } from "../../program/inputs";
import { ask, askOutput } from "../asking/ask";
import type { DataFunction } from "../asking/data-function";
import { TagsArgument, text } from "./arguments";
import { listOrders } from "./list-orders";
import type { OrderInfo } from "./order-info";

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
export type GetOrdersArgs = z.infer<typeof GetOrdersArgs>;

export interface GetOrdersResult {
  /** The orders to which every filter applies, as the service sorts them. */
  readonly orders: OrderInfo[];
}

export const orders: DataFunction<typeof GetOrdersArgs, GetOrdersResult> = {
  name: "getOrders",
  args: GetOrdersArgs,
  answer: async (service, args) => ({ orders: await listOrders(service, args) }),
};

/**
 * The orders of the account, servers and dedicated servers. Needs the API key. Every filter that the service is given is
 * checked once more in the program.
 *
 * Fails without a key, with one that the service refuses, and when the service cannot be reached or its answer read.
 *
 * @example
 * ```ts
 * const { orders } = await rimuhosting.getOrders({ tags: { role: "web" }, dcLocation: "DCDALLAS" });
 * export const ips = orders.map((order) => order.primaryIp);
 * ```
 */
export function getOrders(args: GetOrdersArgs = {}, opts?: pulumi.InvokeOptions): Promise<GetOrdersResult> {
  return ask(orders, args, opts);
}

/** {@link getOrders} for arguments that are outputs. Unknown in a preview for as long as they are. */
export function getOrdersOutput(
  args: Inputs<GetOrdersArgs> = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetOrdersResult> {
  return askOutput(orders, args, opts);
}
