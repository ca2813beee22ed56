import type * as pulumi from "@pulumi/pulumi";
import type { Inputs } from "../../program/inputs";
import { ask, askOutput } from "../asking/ask";
import type { GetOrdersArgs, GetOrdersResult } from "../questions/orders";

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
  return ask("getOrders", args, opts);
}

/** {@link getOrders} for arguments that are outputs. Unknown in a preview for as long as they are. */
export function getOrdersOutput(
  args: Inputs<GetOrdersArgs> = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetOrdersResult> {
  return askOutput("getOrders", args, opts);
}
