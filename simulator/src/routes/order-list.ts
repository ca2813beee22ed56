import { wireAboutOrder } from "../wire/answers/about-order";
import type { Answer, WireObject } from "../wire/answers/envelope";
import { type Matrix, matrixFlag, matrixText } from "../wire/requests/matrix";
import { getOrder, isVisible, type WorldContext } from "../world/context";
import { isCancelled, type Order } from "../world/order";
import { type Call, orderOidOf } from "./call";

/** Without a filter it lists everything, including cancelled orders and dedicated servers. */
export async function listOrders(call: Call): Promise<Answer> {
  await call.work();
  const { context, matrix } = call;
  const listed = listedOrders(context, matrix).map((order) => asListed(order, context));
  return {
    message: `Found ${listed.length} orders`,
    fields: {
      about_orders: listed,
      order_filter: orderFilter(matrix),
    },
  };
}

/** It is unproven that a list is up to date, and that it is complete. */
function listedOrders(context: WorldContext, matrix: Matrix): Order[] {
  const { listLagMs, listLimit } = context.variants;
  const asOfMs = context.clock.now() - listLagMs;
  const listed = listLagMs === 0 ? context.state.orders : ordersAt(asOfMs, context);
  const visible = listed.filter((order) => isVisible(context, order));
  return visible.filter((order) => matches(order, matrix, context)).slice(0, listLimit ?? undefined);
}

const ordersAt = (asOfMs: number, { state, past }: WorldContext): Order[] =>
  state.orders.flatMap(({ orderOid }) => past.at(asOfMs, orderOid) ?? []);

/** How a list shows an order: it is unproven that lists show tags. */
function asListed(order: Order, context: WorldContext): WireObject {
  const shown = wireAboutOrder(order, context);
  return context.variants.tagsInLists === "exact" ? shown : { ...shown, meta_data: [] };
}

export async function getOneOrder(call: Call): Promise<Answer> {
  await call.work();
  const { context } = call;
  const order = getOrder(context, orderOidOf(call));
  return {
    message: `Information about ${order.domainName}`,
    fields: { about_order: wireAboutOrder(order, context) },
  };
}

function orderFilter(matrix: Matrix) {
  return {
    include_inactive: matrixText(matrix, "include_inactive") ?? null,
    server_type: matrixText(matrix, "server_type", "server-type") ?? null,
    order_oids: matrixText(matrix, "order_oids", "order_oid") ?? null,
    search: matrixText(matrix, "search") ?? null,
    meta_search: matrixText(matrix, "meta_search") ?? null,
    dc_location: matrixText(matrix, "dc-location", "dc_location") ?? null,
  };
}

function matches(order: Order, matrix: Matrix, context: WorldContext): boolean {
  const filter = orderFilter(matrix);
  if (matrixFlag(matrix["include_inactive"]) === false && isCancelled(order, context.clock.now())) return false;
  if (filter.server_type === "VPS" && order.serverType !== "VPS") return false;
  if (filter.server_type === "PHYSICAL" && order.serverType !== "PHYSICAL") return false;
  if (filter.order_oids !== null && !filter.order_oids.split(/[\s,]+/).includes(String(order.orderOid))) return false;
  if (filter.dc_location !== null && order.locationCode.toLowerCase() !== filter.dc_location.toLowerCase())
    return false;
  return matchesSearch(order, filter.search) && matchesTags(order, filter.meta_search, context.variants.metaSearch);
}

function matchesSearch(order: Order, text: string | null): boolean {
  if (text === null) return true;
  const searched = [order.domainName, String(order.orderOid), order.primaryIp, ...order.secondaryIps];
  return searched.some((value) => value.toLowerCase().includes(text.toLowerCase()));
}

/** All terms must match: `key:value`, or `key:` for "has that key". */
function matchesTags(order: Order, search: string | null, how: WorldContext["variants"]["metaSearch"]): boolean {
  if (search === null || how === "ignored") return true;
  const terms = search.split(/\s+/).filter((term) => term !== "");
  return terms.every((term) => {
    const cut = term.indexOf(":");
    const key = cut < 0 ? term : term.slice(0, cut);
    const value = cut < 0 ? "" : term.slice(cut + 1);
    return order.metaData.some(
      (tag) =>
        tag.keyName === key && (value === "" || (how === "partial" ? tag.value.includes(value) : tag.value === value)),
    );
  });
}
