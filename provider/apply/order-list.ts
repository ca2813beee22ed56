import type { AboutOrder } from "../schema/order";
import type { ProviderContext } from "./context";

/** For this long one list serves all that ask about single resources; a purchase itself looks anew. */
const listServesMs = 60_000;

/** The account's orders as of not long ago: the engine asks about resources one by one. */
export const recentOrders = (context: ProviderContext): Promise<AboutOrder[]> =>
  context.orderList.recent(context.nowMs(), listServesMs);

/**
 * A list may leave out the tags that the order itself tells. Of the orders that matter, those without any are read one by
 * one. Tags never change, so each is read once a run.
 */
export async function withTags(
  context: ProviderContext,
  orders: readonly AboutOrder[],
  matters: (order: AboutOrder) => boolean,
): Promise<AboutOrder[]> {
  return Promise.all(
    orders.map(async (order) => {
      if ((order.metaData ?? []).length > 0 || !matters(order)) return order;
      const metaData = await context.memory.tagsOnce(order.orderOid, async () => {
        const { metaData: read } = await context.client.getOrder(order.orderOid);
        return read;
      });
      return metaData === undefined ? order : { ...order, metaData };
    }),
  );
}
