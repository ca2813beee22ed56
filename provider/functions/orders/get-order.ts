import type * as pulumi from "@pulumi/pulumi";
import type { Inputs } from "../../program/inputs";
import { ask, askOutput } from "../asking/ask";
import type { GetOrderArgs, GetOrderResult } from "../questions/orders";

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
  return ask("getOrder", args, opts);
}

/** {@link getOrder} for arguments that are outputs. Unknown in a preview for as long as they are. */
export function getOrderOutput(
  args: Inputs<GetOrderArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetOrderResult> {
  return askOutput("getOrder", args, opts);
}
