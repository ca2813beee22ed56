import type { Client } from "../api/client";
import type { WhichOrder } from "../api/paths";
import type { CallOptions } from "../api/send";
import { type AboutOrder, hasEnd } from "../schema/order";

/**
 * Reads an order to judge it. An end is believed only if a second reading shows it too: a server taken for cancelled would leave the
 * state, and stay billed.
 */
export async function readOrder(
  client: Pick<Client, "getOrder">,
  which: WhichOrder,
  options?: CallOptions,
): Promise<AboutOrder> {
  const order = await client.getOrder(which, options);
  return hasEnd(order) ? client.getOrder(order, options) : order;
}
