import { type AboutOrder, hasEnd } from "../schema/order";
import type { ProviderContext } from "./context";

/**
 * An end that nothing else speaks for is believed only if a second reading shows it too: a server taken for cancelled would leave the
 * state, and stay billed.
 */
export const confirmedEnd = async ({ client }: ProviderContext, order: AboutOrder): Promise<AboutOrder> =>
  hasEnd(order) ? client.getOrder(order) : order;
