import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Inputs } from "../../program/inputs";
import { ask, askOutput } from "../asking/ask";
import type { DataFunction } from "../asking/data-function";
import { OrderOid } from "./arguments";
import { type OrderInfo, orderInfo } from "./order-info";

export const GetOrderArgs = z.strictObject({
  /** The number of the order. */
  orderOid: OrderOid,
});
export type GetOrderArgs = z.input<typeof GetOrderArgs>;

export interface GetOrderResult extends OrderInfo {}

export const order: DataFunction<typeof GetOrderArgs, GetOrderResult> = {
  name: "getOrder",
  args: GetOrderArgs,
  answer: async (service, { orderOid }) => orderInfo(await service.read("getOrder", orderOid), Date.now()),
};

/**
 * One order by its number, a server or a dedicated server, also one that was cancelled: see `isActive`. Needs the API key.
 *
 * Fails when the key knows no such order, without a key, with one that the service refuses, and when the service cannot
 * be reached or its answer cannot be read.
 *
 * @example
 * ```ts
 * const { prepaidUntil } = await rimuhosting.getOrder({ orderOid: 2853299702 });
 * ```
 */
export function getOrder(args: GetOrderArgs, opts?: pulumi.InvokeOptions): Promise<GetOrderResult> {
  return ask(order, args, opts);
}

/** {@link getOrder} for arguments that are outputs. Unknown in a preview for as long as they are. */
export function getOrderOutput(
  args: Inputs<GetOrderArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetOrderResult> {
  return askOutput(order, args, opts);
}
